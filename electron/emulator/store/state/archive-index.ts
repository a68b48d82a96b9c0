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

/** Checks what a start relies on. */
function isValid(columns: ArchiveColumns, bytes: number): boolean {
  const { ids, promptIDs, promptRows } = columns;
  return (
    areRowsValid(columns, bytes) &&
    promptRows.every((row) => row < ids.length) &&
    isAscending(promptRows) &&
    ID_CHARACTERS.test(ids.characters + promptIDs.characters) &&
    promptIDs.ends.every((_, i) => promptIDs.lengthAt(i) > 0 && promptIDs.lengthAt(i) <= MAX_ID)
  );
}

/** Checks all fields of a row before those of the next: a start with a million runs does this a million times. */
function areRowsValid(columns: ArchiveColumns, bytes: number): boolean {
  const { texts, ids, task, environment, session, blueprint, status, created, updated, offset, length } = columns;
  const isStatus = texts.map((text) => STATUSES.has(text));
  const isText = (key = Infinity): boolean => key < texts.length;
  const isID = (row: number, characters: number): boolean =>
    characters === 0 || (characters > RUN.length && characters <= MAX_ID && ids.hasStart(row, RUN));
  for (let row = 0; row < ids.length; row++) {
    const areTexts = isText(task[row]) && isText(environment[row]) && isText(session[row]) && isText(blueprint[row]);
    if (!areTexts || isStatus[status[row] ?? -1] !== true) return false;
    if (!isCount(created[row]) || !isCount(updated[row]) || !isCount(offset[row])) return false;
    if ((offset[row] ?? 0) + (length[row] ?? 0) > bytes || !isID(row, ids.lengthAt(row))) return false;
  }
  return true;
}

function isAscending(numbers: Uint32Array): boolean {
  for (let i = 1; i < numbers.length; i++) if ((numbers[i - 1] ?? 0) > (numbers[i] ?? 0)) return false;
  return true;
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
