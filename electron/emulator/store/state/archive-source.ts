import type { LogLine, PromptRecord, RunRecord } from '../../engine/records.ts';
import { valuesDigest } from '../../engine/cache-key.ts';
import { type ArchivedContent, contentRow } from './archive-index.ts';
import type { Archive } from './archive.ts';
import { toTuple } from './items.ts';
import type { RunNode } from './run-node.ts';
import { captureRun, type CapturedRun } from './snapshot.ts';
import { storedRun } from './stored-entity.ts';
import type { Tables } from './tables.ts';

/** A run selected for a new archive: one in memory, or in an archive with too many dead rows. */
export interface ArchiveCandidate {
  readonly node: RunNode;
  /** Its record when the compaction began; null for an archived run. */
  readonly record: RunRecord | null;
  /** Null for a run in memory. */
  readonly archive: Archive | null;
  readonly row: number;
}

/** A run captured for a new archive when its line is written. */
export type ArchiveSource =
  | { readonly from: 'memory'; readonly captured: CapturedRun }
  | { readonly from: 'archive'; readonly node: RunNode; readonly archive: Archive; readonly row: number };

/**
 * Captures a run when its line is about to be written; null when it was removed in the meantime. Later log lines do no
 * harm.
 */
export function sourceOf({ node, record, archive, row }: ArchiveCandidate, tables: Tables): ArchiveSource | null {
  if (node.isRemoved) return null;
  if (archive !== null) return { from: 'archive', node, archive, row };
  const captured = captureRun(tables, node, record);
  return captured === null ? null : { from: 'memory', captured };
}

export function nodeOf(source: ArchiveSource): RunNode {
  return source.from === 'memory' ? source.captured.node : source.node;
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
  if (source.from === 'memory') {
    const { node, record, json, logs, logCount, prompts } = source.captured;
    const digest = node.record === record ? node.valuesDigest : valuesDigest(record);
    return content({ run: record, json, logs: logs.slice(0, logCount), prompts }, digest);
  }
  try {
    return content({ ...source.archive.read(source.row), json: null }, source.node.valuesDigest);
  } catch (error) {
    tables.markUnreadable(source.node, error);
    throw error;
  }
}

function content(
  { run, json, logs, prompts }: Pick<Content, 'run' | 'logs' | 'prompts'> & { json: string | null },
  digest: number,
): Content {
  return { run, json: json ?? JSON.stringify(storedRun(run)), logs, prompts, ...contentRow(digest, { logs, prompts }) };
}

/** Serialises an `ArchivedLine`. */
export function archivedJson(row: number, { json, logs, prompts }: Content): string {
  return `{"row":${row},"run":${json},"logs":${JSON.stringify(logs.map(toTuple))},"prompts":${JSON.stringify(prompts)}}`;
}
