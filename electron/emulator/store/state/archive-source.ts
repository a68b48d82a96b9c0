import type { LogLine, PromptRecord, RunRecord } from '../../engine/records.ts';
import { valuesDigest } from '../../engine/values-digest.ts';
import { type ArchivedContent, contentRow } from './archive-index.ts';
import type { Archive } from './archive.ts';
import { toTuple } from './items.ts';
import type { RunNode } from './run-node.ts';
import { captureRun, type CapturedRun } from './snapshot.ts';
import { storedRun } from './stored-entity.ts';
import type { Tables } from './tables.ts';

/** A run that is to go into a new archive: one in memory, or in an archive that is mostly dead. */
export interface ArchiveCandidate {
  readonly node: RunNode;
  /** What it was when the compaction began; null of one in an archive. */
  readonly record: RunRecord | null;
  /** Null of one in memory. */
  readonly archive: Archive | null;
  readonly row: number;
}

/** A run on its way into a new archive, as it is when its line is written. */
export type ArchiveSource =
  | { readonly from: 'memory'; readonly captured: CapturedRun }
  | { readonly from: 'archive'; readonly node: RunNode; readonly archive: Archive; readonly row: number };

/** Takes hold of a run when its line is to be written; null when it was dropped meanwhile. More log lines than then do no harm. */
export function sourceOf({ node, record, archive, row }: ArchiveCandidate, tables: Tables): ArchiveSource | null {
  if (node.isRemoved) return null;
  if (archive !== null) return { from: 'archive', node, archive, row };
  const captured = captureRun(tables, node, record);
  return captured === null ? null : { from: 'memory', captured };
}

/** The run that it is. */
export function nodeOf(source: ArchiveSource): RunNode {
  return source.from === 'memory' ? source.captured.node : source.node;
}

/** What a line of an archive says, and its index. */
interface Content extends ArchivedContent {
  readonly run: RunRecord;
  /** The run as JSON. */
  readonly json: string;
  readonly logs: readonly LogLine[];
  readonly prompts: readonly PromptRecord[];
}

/** Throws when a run cannot be read: nothing is thrown away that holds damage. */
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

/** An `ArchivedLine`, as JSON. */
export function archivedJson(row: number, { json, logs, prompts }: Content): string {
  return `{"row":${row},"run":${json},"logs":${JSON.stringify(logs.map(toTuple))},"prompts":${JSON.stringify(prompts)}}`;
}
