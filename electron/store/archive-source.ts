import type { LogLine, PromptRecord, RunRecord } from '../engine/records.ts';
import { valuesDigest } from '../engine/values-digest.ts';
import { type ArchivedContent, contentRow } from './archive-index.ts';
import type { Archive } from './archive.ts';
import { toTuple } from './items.ts';
import type { RunNode } from './run-node.ts';
import type { CapturedRun } from './snapshot.ts';
import { storedRun } from './stored-entity.ts';
import type { Tables } from './tables.ts';

/** A run on its way into a new archive: from memory, or from an archive that is mostly dead. */
export type Source =
  | { readonly from: 'memory'; readonly captured: CapturedRun }
  | { readonly from: 'archive'; readonly node: RunNode; readonly archive: Archive; readonly row: number };

/** The runs of archives that are to go. */
export function sourceIn(node: RunNode, abandoned: readonly Archive[]): Source[] {
  const { archive, row } = node;
  return archive !== null && abandoned.includes(archive) ? [{ from: 'archive', node, archive, row }] : [];
}

/** The run that it is. */
export function nodeOf(source: Source): RunNode {
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

/** Null for a run that was dropped meanwhile. Throws when one cannot be read: nothing is thrown away that holds damage. */
export function contentOf(source: Source, tables: Tables): Content | null {
  if (source.from === 'memory') {
    const { node, record, json, logs, logCount, prompts } = source.captured;
    const digest = node.record === record ? node.valuesDigest : valuesDigest(record);
    return content({ run: record, json, logs: logs.slice(0, logCount), prompts }, digest);
  }
  if (source.node.gone) return null;
  try {
    return content({ ...source.archive.read(source.row), json: null }, source.node.valuesDigest);
  } catch (error) {
    tables.noteUnreadable(source.node, error);
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
