import type { LogLine, PromptRecord, RunRecord } from '../../engine/records.ts';
import type { LogTuple } from './items.ts';
import { migrated, STORE_VERSION, type MigrationRange } from './migrations.ts';
import { runRecord } from '../../engine/run-record.ts';
import type { StoredRun } from './stored-entity.ts';

/** Line of an archive: a finished run with its logs and prompts. */
export interface ArchivedLine {
  /** Number of the line in the archive; snapshots list dead rows by it. */
  readonly row: number;
  readonly run: StoredRun;
  readonly logs: readonly LogTuple[];
  readonly prompts: readonly PromptRecord[];
}

/** A finished run as read from an archive. */
export interface ArchivedRun {
  readonly run: RunRecord;
  readonly logs: readonly LogLine[];
  readonly prompts: readonly PromptRecord[];
  /** Bytes on disk, as an estimate of its size in memory. */
  readonly size: number;
}

/** Ranges of rows: `from <= row < to`. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** Name of an archive. */
export const archiveName = (number: number): string => `archive-${number}.jsonl`;

/** Name of the index of an archive. */
export const indexName = (number: number): string => `archive-${number}.index.json`;

/** Migrates a line to the newest version. */
export function migratedLine(
  { row, run, logs, prompts }: ArchivedLine,
  range: MigrationRange,
): Omit<ArchivedLine, 'run'> & { readonly run: RunRecord } {
  const whole = migrated('run', runRecord(run), range);
  if (range.from === STORE_VERSION) return { row, run: whole, logs, prompts };
  return { row, run: whole, logs, prompts: prompts.map((prompt) => migrated('prompt', prompt, range)) };
}
