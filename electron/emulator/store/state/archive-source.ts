import type { LogLine, PromptRecord, RunRecord } from '../../engine/records.ts';
import { valuesDigest } from '../../engine/cache-key.ts';
import { type ArchivedContent, contentRow } from './archive-columns.ts';
import { ArchivedEntry } from './archived-entry.ts';
import { toTuple } from './items.ts';
import type { RunNode } from './run-node.ts';
import type { RunEntry } from './run-sequence.ts';
import { captureRun, type CapturedRun } from './snapshot.ts';
import { storedRun } from './stored-entity.ts';
import type { Tables } from './tables.ts';

/** A run selected for a new archive: one in memory with its record then, or one in an archive with too many dead rows. */
export type ArchiveCandidate = { readonly node: RunNode; readonly record: RunRecord } | ArchivedEntry;

/** A run captured for a new archive when its line is written. */
export type ArchiveSource = CapturedRun | ArchivedEntry;

/**
 * Captures a run when its line is about to be written; null when it was removed in the meantime. Later log lines do no
 * harm.
 */
export function sourceOf(candidate: ArchiveCandidate, tables: Tables): ArchiveSource | null {
  if (candidate instanceof ArchivedEntry) return candidate.isGone ? null : candidate;
  const { node, record } = candidate;
  return node.isRemoved ? null : captureRun(tables, node, record);
}

/** The run of a source, where it is until it is moved. */
export function entryOf(source: ArchiveSource): RunEntry {
  return source instanceof ArchivedEntry ? source : source.node;
}

/** Content of an archive line and of its index entry. */
interface Content extends ArchivedContent {
  readonly run: RunRecord;
  /** The run as JSON. */
  readonly json: string;
  readonly logs: readonly LogLine[];
  readonly prompts: readonly PromptRecord[];
}

/** Throws when the run cannot be read: files with damaged lines are never removed. */
export function contentOf(source: ArchiveSource, tables: Tables): Content {
  if (!(source instanceof ArchivedEntry)) {
    const { node, record, json, logs, logCount, prompts } = source;
    const digest = node.record === record ? node.valuesDigest : valuesDigest(record);
    return content({ run: record, json, logs: logs.slice(0, logCount), prompts }, digest);
  }
  try {
    return content({ ...source.archive.read(source.row), json: null }, source.valuesDigest);
  } catch (error) {
    tables.markUnreadable(source, error);
    throw error;
  }
}

function content(
  { run, json, logs, prompts }: Pick<Content, 'run' | 'logs' | 'prompts'> & { json: string | null },
  digest: number,
): Content {
  const { valuesDigest, logCount, promptIDs } = contentRow(digest, { logs, prompts });
  return { run, json: json ?? JSON.stringify(storedRun(run)), logs, prompts, valuesDigest, logCount, promptIDs };
}

/** Serialises an `ArchivedLine`. */
export function archivedJson(row: number, { json, logs, prompts }: Content): string {
  return `{"row":${row},"run":${json},"logs":${JSON.stringify(logs.map(toTuple))},"prompts":${JSON.stringify(prompts)}}`;
}
