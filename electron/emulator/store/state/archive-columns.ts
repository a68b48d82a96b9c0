import type { RunRecord } from '../../engine/records.ts';
import type { RunIndexEntry } from '../../engine/state-port.ts';
import { PackedTexts } from './packed-texts.ts';

/** Entry of an archive index. */
export interface ArchiveRow extends RunIndexEntry {
  /** Offset of its line, and length without the newline. */
  readonly offset: number;
  readonly length: number;
  readonly logCount: number;
  readonly promptIDs: readonly string[];
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

/** Columns of numbers by name, with the type of their values. */
export const COLUMNS = {
  /** Numbers in `texts`. */
  ...{ task: Uint32Array, environment: Uint32Array, session: Uint32Array, blueprint: Uint32Array, status: Uint32Array },
  ...{ isPrivate: Uint8Array, created: Float64Array, updated: Float64Array, digest: Uint32Array },
  ...{ offset: Float64Array, length: Uint32Array, logs: Uint32Array },
} as const;

/** The entries of an archive as one typed array per field, about 80 bytes per run. */
export type ArchiveColumns = {
  readonly [Name in keyof typeof COLUMNS]: InstanceType<(typeof COLUMNS)[Name]>;
} & {
  /** Repeated texts. */
  readonly texts: readonly string[];
  readonly ids: PackedTexts;
  /** IDs of the prompts, and the row of each, ascending. */
  readonly promptIDs: PackedTexts;
  readonly promptRows: Uint32Array;
};

/** Converts entries to columns. */
export function columnsOf(rows: readonly ArchiveRow[]): ArchiveColumns {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const prompts = rows.flatMap(({ promptIDs }, row) => promptIDs.map((id) => ({ row, id })));
  const columns = {
    task: Uint32Array.from(rows, ({ taskID }) => numberOf(taskID)),
    environment: Uint32Array.from(rows, ({ environmentID }) => numberOf(environmentID)),
    session: Uint32Array.from(rows, ({ sessionID }) => numberOf(sessionID)),
    blueprint: Uint32Array.from(rows, ({ blueprintID }) => numberOf(blueprintID)),
    status: Uint32Array.from(rows, ({ status }) => numberOf(status)),
    isPrivate: Uint8Array.from(rows, ({ isPrivate }) => (isPrivate ? 1 : 0)),
    created: Float64Array.from(rows, ({ createdAt }) => createdAt),
    updated: Float64Array.from(rows, ({ updatedAt }) => updatedAt),
    digest: Uint32Array.from(rows, ({ valuesDigest }) => valuesDigest),
    offset: Float64Array.from(rows, ({ offset }) => offset),
    length: Uint32Array.from(rows, ({ length }) => length),
    logs: Uint32Array.from(rows, ({ logCount }) => logCount),
    ids: PackedTexts.of(rows.map(({ id }) => id)),
    promptIDs: PackedTexts.of(prompts.map(({ id }) => id)),
    promptRows: Uint32Array.from(prompts, ({ row }) => row),
  };
  return { ...columns, texts: [...numbers.keys()] };
}
