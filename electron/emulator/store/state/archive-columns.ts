import type { RunRecord } from '../../engine/records.ts';
import type { RunIndexEntry } from '../../engine/state-port.ts';
import { keysOf } from '../../../../shared/values/keys-of.ts';
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

/** Index fields of an archive line. */
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

/** The columns of numbers. */
export type NumberColumns = Pick<ArchiveColumns, keyof typeof COLUMNS>;

/** Makes each column of numbers. */
export function numberColumns(
  make: (name: keyof typeof COLUMNS) => Uint8Array | Uint32Array | Float64Array,
): NumberColumns {
  // Each name has a list of its own type.
  return Object.fromEntries(keysOf(COLUMNS).map((name) => [name, make(name)])) as unknown as NumberColumns;
}

/** Collects the entries of an archive as columns. */
export class ColumnWriter {
  readonly #numbers: NumberColumns;
  /** Number of each repeated text. */
  readonly #texts = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #promptIDs: string[] = [];
  readonly #promptRows: number[] = [];

  /** @param most maximum number of entries */
  constructor(most: number) {
    this.#numbers = numberColumns((name) => new COLUMNS[name](most));
  }

  /** Number of entries so far. */
  get rows(): number {
    return this.#ids.length;
  }

  add(entry: ArchiveRow): void {
    const [at, numbers] = [this.rows, this.#numbers];
    numbers.task[at] = this.#numberOf(entry.taskID);
    numbers.environment[at] = this.#numberOf(entry.environmentID);
    numbers.session[at] = this.#numberOf(entry.sessionID);
    numbers.blueprint[at] = this.#numberOf(entry.blueprintID);
    numbers.status[at] = this.#numberOf(entry.status);
    numbers.isPrivate[at] = entry.isPrivate ? 1 : 0;
    numbers.created[at] = entry.createdAt;
    numbers.updated[at] = entry.updatedAt;
    numbers.digest[at] = entry.valuesDigest;
    numbers.offset[at] = entry.offset;
    numbers.length[at] = entry.length;
    numbers.logs[at] = entry.logCount;
    this.#ids.push(entry.id);
    for (const id of entry.promptIDs) {
      this.#promptIDs.push(id);
      this.#promptRows.push(at);
    }
  }

  columns(): ArchiveColumns {
    const numbers = numberColumns((name) => this.#numbers[name].subarray(0, this.rows));
    return {
      ...numbers,
      texts: [...this.#texts.keys()],
      ids: PackedTexts.of(this.#ids),
      promptIDs: PackedTexts.of(this.#promptIDs),
      promptRows: Uint32Array.from(this.#promptRows),
    };
  }

  #numberOf(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, this.#texts.size);
    return this.#texts.size - 1;
  }
}
