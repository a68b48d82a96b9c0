import { ENTITY_KINDS, putJson, toTuple, type Entity, type Item } from './items.ts';
import type { Ranges } from './archived-line.ts';
import { storedRun } from './stored-entity.ts';
import type { Tables } from './tables.ts';
import type { RunNode } from './run-node.ts';
import type { EntityKind, LogLine, PromptRecord, RunRecord } from '../../engine/records.ts';

/** Name of a snapshot. */
export const snapshotName = (number: number): string => `snapshot-${number}.jsonl`;

/** First line of a snapshot: the files that belong to it. The rename to its final name commits a compaction. */
export interface SnapshotHeader {
  readonly file: 'snapshot';
  readonly version: number;
  readonly number: number;
  /** First journal that is not included. */
  readonly journal: number;
  /** Archives, and their dead rows. */
  readonly archives: readonly { readonly number: number; readonly dead: Ranges }[];
  /** Number of lines that follow. */
  readonly lines: number;
}

/** A run at one moment, with its log and prompts, by reference: records are immutable. */
export interface CapturedRun {
  readonly node: RunNode;
  readonly record: RunRecord;
  /** The record as JSON, if cached. */
  readonly json: string | null;
  /** Grows later; the first `logCount` lines belong to the capture. */
  readonly logs: readonly LogLine[];
  readonly logCount: number;
  readonly prompts: readonly PromptRecord[];
}

/**
 * Captures a run that is in memory.
 * @param record an earlier record; the current one by default
 */
export function captureRun(tables: Tables, node: RunNode, record = node.record): CapturedRun {
  const logs = tables.runs.logs(node.id);
  return {
    node,
    record,
    json: record === node.record ? node.json : null,
    logs,
    logCount: logs.length,
    prompts: tables.prompts.of(node.id),
  };
}

/** Items of a captured run. */
export function itemsOfRun({ record, logs, logCount, prompts }: CapturedRun): Item[] {
  const items: Item[] = [['put', 'run', storedRun(record)]];
  if (logCount > 0) items.push(['logs', record.id, logs.slice(0, logCount).map(toTuple)]);
  return [...items, ...prompts.map((prompt): Item => ['put', 'prompt', prompt])];
}

/** Entities of one kind in one line of a snapshot; texts are JSON. */
export interface EntityLine {
  readonly kind: EntityKind;
  readonly entities: readonly (Entity | string)[];
}

/** Responses of idempotency keys in a line; there may be hundreds of thousands. Other kinds have one entity in each. */
const RESPONSES_PER_LINE = 50;

/** Kinds of which a line may hold several entities. */
const IN_GROUPS: ReadonlySet<EntityKind> = new Set(['run', 'prompt', 'idempotency']);

/** Captures all entities except runs and prompts, by line. */
export function otherLines(tables: Tables): EntityLine[] {
  const single = ENTITY_KINDS.filter((kind) => !IN_GROUPS.has(kind)).flatMap((kind) =>
    Array.from<Entity, EntityLine>(tables.of[kind].values(), (entity) => ({ kind, entities: [entity] })),
  );
  const responses = inGroups(tables.idempotency.contents(), RESPONSES_PER_LINE);
  return [...single, ...responses.map((entities): EntityLine => ({ kind: 'idempotency', entities }))];
}

/** Items of captured entities, as JSON. */
export function itemsOfEntities({ kind, entities }: EntityLine): string[] {
  return entities.map((entity) => putJson(kind, typeof entity === 'string' ? entity : JSON.stringify(entity)));
}

/** Splits a list into groups of this length; the last one may be shorter. */
export function inGroups<T>(items: readonly T[], length: number): T[][] {
  const count = Math.ceil(items.length / length);
  return Array.from({ length: count }, (_, i) => items.slice(i * length, (i + 1) * length));
}
