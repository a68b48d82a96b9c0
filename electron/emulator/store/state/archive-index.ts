import { RUN_STATUSES } from '../../../../shared/model/status.ts';
import { isJsonObject } from '../../../../shared/values/json.ts';
import { keysOf } from '../../../../shared/values/keys-of.ts';
import { type ArchiveColumns, COLUMNS, type NumberColumns, numberColumns } from './archive-columns.ts';
import { PackedTexts } from './packed-texts.ts';

/** Form of the stored index; an index of another form is rebuilt from its archive. */
const FORM = 2;

const STATUSES: ReadonlySet<unknown> = new Set(RUN_STATUSES);
const ID_CHARACTERS = /^[A-Za-z0-9_-]*$/;
const MAX_ID = 100;
/** Start of the ID of a run. */
const RUN = 'run';

/** Index of an archive. */
export interface ArchiveIndex {
  /** Version of the records that the columns were made from. */
  readonly version: number;
  /** Size of the archive. */
  readonly bytes: number;
  readonly columns: ArchiveColumns;
}

/** Converts an index to its stored form: a JSON object with the bytes of each column in Base64, little-endian. */
export function storedIndex({ version, bytes, columns }: ArchiveIndex): object {
  const { texts, ids, promptIDs, promptRows } = columns;
  const stored = Object.fromEntries(keysOf(COLUMNS).map((name) => [name, toBase64(columns[name])]));
  return {
    ...{ file: 'index', form: FORM, version, bytes, rows: ids.length, texts },
    ...{ ids: ids.characters, idEnds: toBase64(ids.ends) },
    ...{ prompts: promptIDs.length, promptIDs: promptIDs.characters, promptEnds: toBase64(promptIDs.ends) },
    ...{ promptRows: toBase64(promptRows), ...stored },
  };
}

/** Number of rows of an index that an earlier Hangar wrote as lists, without a form; `undefined` for any other one. */
export function rowsOfEarlierIndex(stored: object): number | undefined {
  if ('form' in stored || !('id' in stored)) return undefined;
  return Array.isArray(stored.id) ? stored.id.length : undefined;
}

/** Reads the stored form. `undefined` when anything in it is not as `storedIndex` writes it. */
export function readStoredIndex(stored: object): ArchiveIndex | undefined {
  if (!isJsonObject(stored) || stored['form'] !== FORM) return undefined;
  const { version, bytes, rows, texts, prompts } = stored;
  if (!isCount(version) || !isCount(bytes) || !isCount(rows) || !isCount(prompts)) return undefined;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return undefined;
  const lists = columnsIn(stored, rows);
  const ids = textsIn(stored['ids'], fromBase64(stored['idEnds'], Uint32Array, rows));
  const promptIDs = textsIn(stored['promptIDs'], fromBase64(stored['promptEnds'], Uint32Array, prompts));
  const promptRows = fromBase64(stored['promptRows'], Uint32Array, prompts);
  if (lists === undefined || ids === undefined || promptIDs === undefined || promptRows === undefined) return undefined;
  const columns = { ...lists, texts, ids, promptIDs, promptRows };
  return isValid(columns, bytes) ? { version, bytes, columns } : undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function columnsIn(stored: Readonly<Record<string, unknown>>, rows: number): NumberColumns | undefined {
  const broken: string[] = [];
  const columns = numberColumns((name) => {
    const column = fromBase64(stored[name], COLUMNS[name], rows);
    if (column === undefined) broken.push(name);
    return column ?? new COLUMNS[name](0);
  });
  return broken.length === 0 ? columns : undefined;
}

function textsIn(characters: unknown, ends: Uint32Array | undefined): PackedTexts | undefined {
  if (typeof characters !== 'string' || ends === undefined || (ends.at(-1) ?? 0) !== characters.length)
    return undefined;
  return isAscending(ends) ? new PackedTexts(characters, ends) : undefined;
}

/** Checks what a start relies on. Loops, since a million runs are checked. */
function isValid(columns: ArchiveColumns, bytes: number): boolean {
  const { texts, ids, promptIDs, promptRows, offset, length } = columns;
  const isStatus = texts.map((text) => STATUSES.has(text));
  return (
    [columns.task, columns.environment, columns.session, columns.blueprint].every((keys) =>
      isBelow(keys, texts.length),
    ) &&
    isEach(columns.status, (key) => isStatus[key] === true) &&
    [columns.created, columns.updated, offset].every((numbers) => isEach(numbers, isCount)) &&
    isEach(offset, (at, row) => at + (length[row] ?? 0) <= bytes) &&
    isBelow(promptRows, ids.length) &&
    isAscending(promptRows) &&
    areIDs(ids, RUN, 0) &&
    areIDs(promptIDs, '', 1)
  );
}

function isEach(numbers: ArrayLike<number>, test: (number: number, index: number) => boolean): boolean {
  for (let i = 0; i < numbers.length; i++) if (!test(numbers[i] ?? NaN, i)) return false;
  return true;
}

const isBelow = (numbers: Uint32Array, end: number): boolean => isEach(numbers, (number) => number < end);

const isAscending = (numbers: Uint32Array): boolean =>
  isEach(numbers, (number, i) => i === 0 || number >= (numbers[i - 1] ?? 0));

/** @param shortest 0 when some may be missing */
function areIDs(texts: PackedTexts, start: string, shortest: 0 | 1): boolean {
  return (
    ID_CHARACTERS.test(texts.characters) &&
    isEach(texts.ends, (_, i) => {
      const length = texts.lengthAt(i);
      return length === 0 ? shortest === 0 : length > start.length && length <= MAX_ID && texts.hasStart(i, start);
    })
  );
}

type NumberArrayType = (typeof COLUMNS)[keyof typeof COLUMNS];

function toBase64({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** Reads a column of this length; `undefined` when the text has another one, before anything of that size is made. */
function fromBase64<Type extends NumberArrayType>(
  text: unknown,
  Type: Type,
  length: number,
): InstanceType<Type> | undefined {
  const bytes = length * Type.BYTES_PER_ELEMENT;
  if (typeof text !== 'string' || text.length !== Math.ceil(bytes / 3) * 4) return undefined;
  const numbers = new Type(length);
  const written = Buffer.from(numbers.buffer).write(text, 'base64');
  // TypeScript does not relate a constructor of a union to its instances.
  return written === bytes ? (numbers as InstanceType<Type>) : undefined;
}
