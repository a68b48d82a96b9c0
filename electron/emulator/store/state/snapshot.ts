import { ENTITY_KINDS, toTuple, type Item } from './items.ts';
import type { Ranges } from './archive.ts';
import { storedRun } from './stored-entity.ts';
import type { Tables } from './tables.ts';
import type { RunNode } from './run-node.ts';
import type { LogLine, PromptRecord, RunRecord } from '../../engine/records.ts';

/** Name of the snapshot with a number. */
export const snapshotName = (number: number): string => `snapshot-${number}.jsonl`;

/** The first line of a snapshot: what belongs with it. Its appearance under its name is what makes a compaction count. */
export interface SnapshotHeader {
  readonly file: 'snapshot';
  readonly version: number;
  readonly number: number;
  /** The first journal whose lines it does not hold. */
  readonly journal: number;
  /** The archives, and the rows of each whose runs were dropped. */
  readonly archives: readonly { readonly number: number; readonly dead: Ranges }[];
  /** How many lines follow. */
  readonly lines: number;
}

/** A run as it was at one moment, with what hangs on it; held by reference, since its values never change. */
export interface CapturedRun {
  readonly node: RunNode;
  readonly record: RunRecord;
  /** The record as JSON, if that was kept. */
  readonly json: string | null;
  /** Grows; the first `logCount` are meant. */
  readonly logs: readonly LogLine[];
  readonly logCount: number;
  readonly prompts: readonly PromptRecord[];
}

/** Takes hold of a run that is in memory. @param record what it was earlier; what it is now when absent */
export function captureRun(tables: Tables, node: RunNode, record = node.record): CapturedRun | null {
  if (record === null) return null;
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

/** The items of a captured run. */
export function itemsOfRun({ record, logs, logCount, prompts }: CapturedRun): Item[] {
  const items: Item[] = [['put', 'run', storedRun(record)]];
  if (logCount > 0) items.push(['logs', record.id, logs.slice(0, logCount).map(toTuple)]);
  return [...items, ...prompts.map((prompt): Item => ['put', 'prompt', prompt])];
}

/** An item for each entity that is neither a run nor a prompt. */
export function otherItems(tables: Tables): Item[] {
  return ENTITY_KINDS.filter((kind) => kind !== 'run' && kind !== 'prompt').flatMap((kind) =>
    [...tables.of[kind].values()].map((entity): Item => ['put', kind, entity]),
  );
}
