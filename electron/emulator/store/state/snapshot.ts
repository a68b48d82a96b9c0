import { ENTITY_KINDS, putJson, toTuple, type Entity, type Item } from './items.ts';
import type { Ranges } from './archived-line.ts';
import { sealItems } from './sealed-line.ts';
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

/** Kinds of which a line may hold several entities. */
const IN_GROUPS: ReadonlySet<EntityKind> = new Set(['run', 'prompt', 'idempotency']);

/** Captures all entities except runs and prompts: each function makes a line. */
export function otherLines(tables: Tables): (() => Buffer)[] {
  const single = ENTITY_KINDS.filter((kind) => !IN_GROUPS.has(kind)).flatMap((kind) =>
    Array.from<Entity, () => Buffer>(
      tables.of[kind].values(),
      (entity) => () => sealItems([putJson(kind, JSON.stringify(entity))]),
    ),
  );
  return [...single, ...tables.idempotency.groups().map((group) => () => group.line())];
}
