import type { RunStatus } from '../../../../shared/model/status.ts';
import type { RunIndexEntry } from '../../engine/state-port.ts';
import type { RunRecord } from '../../engine/records.ts';

/** Entry of an archive index. */
export interface ArchiveRow extends RunIndexEntry {
  /** Offset of its line, and length without the newline. */
  readonly offset: number;
  readonly length: number;
  readonly logCount: number;
  readonly promptIDs: readonly string[];
}

/**
 * Index of an archive as stored: one list per field, which loads ten times as fast as a list of objects. Repeated texts are
 * numbers in `texts`; times are differences.
 */
export interface ArchiveIndex {
  readonly file: 'index';
  readonly version: number;
  /** Size of the archive. */
  readonly bytes: number;
  readonly texts: readonly string[];
  readonly id: readonly string[];
  readonly task: readonly number[];
  readonly environment: readonly number[];
  readonly session: readonly number[];
  readonly blueprint: readonly number[];
  readonly status: readonly number[];
  /** Difference to the previous run. */
  readonly created: readonly number[];
  /** Difference to its creation. */
  readonly updated: readonly number[];
  readonly isPrivate: readonly number[];
  readonly digest: readonly number[];
  readonly offset: readonly number[];
  readonly length: readonly number[];
  readonly logs: readonly number[];
  readonly prompts: readonly (readonly [row: number, ids: readonly string[]])[];
}

/** Index fields of a run's values, logs and prompts. */
export type ArchivedContent = Pick<ArchiveRow, 'valuesDigest' | 'logCount' | 'promptIDs'>;

export function contentRow(
  valuesDigest: number,
  { logs, prompts }: { readonly logs: readonly unknown[]; readonly prompts: readonly { readonly id: string }[] },
): ArchivedContent {
  return { valuesDigest, logCount: logs.length, promptIDs: prompts.map(({ id }) => id) };
}

/** Index entry of an archive line. */
export function rowOf(
  run: RunRecord,
  { valuesDigest, logCount, promptIDs }: ArchivedContent,
  { offset, length }: Pick<ArchiveRow, 'offset' | 'length'>,
): ArchiveRow {
  const { id, taskID, environmentID, sessionID, blueprintID, status, createdAt, updatedAt, isPrivate } = run;
  return {
    id,
    taskID,
    environmentID,
    sessionID,
    blueprintID,
    status,
    createdAt,
    updatedAt,
    isPrivate,
    valuesDigest,
    offset,
    length,
    logCount,
    promptIDs,
  };
}

/** Entry for a lost line. */
export const LOST_ROW: ArchiveRow = {
  ...{ id: '', taskID: '', environmentID: '', sessionID: '', blueprintID: '', status: 'Failed' },
  ...{ createdAt: 0, updatedAt: 0, isPrivate: false, valuesDigest: 0 },
  ...{ offset: 0, length: 0, logCount: 0, promptIDs: [] },
};

/** Converts entries to the stored form. */
export function indexOf(rows: readonly ArchiveRow[], bytes: number, version: number): ArchiveIndex {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const columns = {
    id: rows.map(({ id }) => id),
    task: rows.map(({ taskID }) => numberOf(taskID)),
    environment: rows.map(({ environmentID }) => numberOf(environmentID)),
    session: rows.map(({ sessionID }) => numberOf(sessionID)),
    blueprint: rows.map(({ blueprintID }) => numberOf(blueprintID)),
    status: rows.map(({ status }) => numberOf(status)),
    created: rows.map(({ createdAt }, i) => createdAt - (rows[i - 1]?.createdAt ?? 0)),
    updated: rows.map(({ createdAt, updatedAt }) => updatedAt - createdAt),
    isPrivate: rows.map(({ isPrivate }) => (isPrivate ? 1 : 0)),
    digest: rows.map(({ valuesDigest: digest }) => digest),
    offset: rows.map(({ offset }) => offset),
    length: rows.map(({ length }) => length),
    logs: rows.map(({ logCount }) => logCount),
    prompts: rows.flatMap(({ promptIDs }, i) => (promptIDs.length === 0 ? [] : [[i, promptIDs] as const])),
  };
  return { file: 'index', version, bytes, texts: [...numbers.keys()], ...columns };
}

/** Iterates over the runs of an index, in the archive's order. */
export function* summariesOf(index: ArchiveIndex): Generator<RunIndexEntry, void, undefined> {
  const textAt = (number: number | undefined): string => index.texts[number ?? -1] ?? '';
  let createdAt = 0;
  for (let i = 0; i < index.id.length; i++) {
    createdAt += index.created[i] ?? 0;
    yield {
      id: index.id[i] ?? '',
      taskID: textAt(index.task[i]),
      environmentID: textAt(index.environment[i]),
      sessionID: textAt(index.session[i]),
      blueprintID: textAt(index.blueprint[i]),
      // The index is checksummed.
      status: textAt(index.status[i]) as RunStatus,
      createdAt,
      updatedAt: createdAt + (index.updated[i] ?? 0),
      isPrivate: index.isPrivate[i] === 1,
      valuesDigest: index.digest[i] ?? 0,
    };
  }
}
