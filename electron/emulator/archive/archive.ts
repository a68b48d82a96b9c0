import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync } from 'node:zlib';
import {
  type Archive,
  MAX_ARCHIVE_BYTES,
  parseArchive,
  ARCHIVE_FILE,
  ARCHIVE_VERSION,
} from '../../../shared/contract/emulator/archive.ts';
import { type Json, parseJson } from '../../../shared/values/json.ts';
import { exceededLimit, type JsonLimits, withoutByteOrderMark } from '../../../shared/values/json-text.ts';
import { STORED_LEVELS } from '../../../shared/values/limits.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import { Slices } from '../slices/slices.ts';
import { ApiError } from '../../../shared/http/errors.ts';

/** Limits of the JSON text. */
const LIMITS: JsonLimits = { levels: STORED_LEVELS + 4, parts: 10_000_000, fields: 100_000 };
/** Limits of an archive that this Hangar has written, or that the user's own command reads: only depth could do harm. */
export const OWN_LIMITS: JsonLimits = { ...LIMITS, parts: Infinity, fields: Infinity };
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Thrown for a file that cannot be opened. The message follows the name of the file. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/**
 * Reads an archive from the bytes of a file, compressed or not; runs nothing. Throws `ArchiveError`.
 * @param isOwn true for a file that Hangar has written itself
 */
export async function readArchive(bytes: Buffer, limits = LIMITS, isOwn = false): Promise<Archive> {
  const content = await decompressed(bytes);
  if (content.length > MAX_ARCHIVE_BYTES) throw tooLarge();
  if (!isUtf8(content)) throw new ArchiveError('is not a bundle or export: its text is not UTF-8');
  const text = withoutByteOrderMark(content.toString('utf8'));
  // Each of the two passes over the text holds requests for long enough.
  const slices = new Slices();
  await slices.pause();
  const problem = exceededLimit(text, limits);
  if (problem !== undefined) throw new ArchiveError(`is not a bundle or export: its text ${problem}`);
  await slices.pause();
  return refusing(() => parseArchive(text, isOwn));
}

/** Reads the first line of an archive that `archivePieces` has written: its header. Throws `ArchiveError`. @param start its first bytes */
export function readHeader(start: Buffer): Json {
  return refusing(() => {
    // The end of these bytes is not that of the file.
    const text = isCompressed(start) ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start;
    const end = text.indexOf('\n');
    return parseJson(end === -1 ? '' : `${text.toString('utf8', 0, end)}}`);
  }, 'is damaged: its first line is not that of a checkpoint');
}

/** True for the bytes of a file that is compressed by gzip. */
export function isCompressed(bytes: Buffer): boolean {
  return bytes.subarray(0, GZIP.length).equals(GZIP);
}

async function decompressed(bytes: Buffer): Promise<Buffer> {
  if (!isCompressed(bytes)) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_ARCHIVE_BYTES });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new ArchiveError(`is damaged: ${messageOf(error)}`);
  }
}

function tooLarge(): ArchiveError {
  return new ArchiveError(`is larger than ${MAX_ARCHIVE_BYTES / 1_000_000} MB`);
}

function refusing<Result>(read: () => Result, problem?: string): Result {
  try {
    return read();
  } catch (error) {
    throw new ArchiveError(problem ?? messageOf(error));
  }
}

/** A field of an archive: its JSON text, or the texts of a list's items. */
export type ArchiveField = readonly [name: string, value: string | Iterable<string>];

/**
 * The text of an archive in pieces, made as they are read: a line with the header, then the fields. Throws 413 when it becomes too
 * long to be opened.
 * @param noun of the archive, for the error
 */
export function* archivePieces(
  noun: string,
  header: object,
  fields: Iterable<ArchiveField>,
): Generator<string, void, undefined> {
  let left = MAX_ARCHIVE_BYTES;
  for (const piece of allPieces(header, fields)) {
    left -= Buffer.byteLength(piece);
    if (left < 0) throw stateTooLarge(noun);
    yield piece;
  }
}

/** The error for a state that no archive can hold. */
export function stateTooLarge(noun: string): ApiError {
  return new ApiError(
    'payload_too_large',
    `The state is too large for a ${noun} of at most ${MAX_ARCHIVE_BYTES / 1_000_000} MB; lower "retainRuns", or reset first.`,
  );
}

function* allPieces(header: object, fields: Iterable<ArchiveField>): Generator<string, void, undefined> {
  yield `${JSON.stringify({ file: ARCHIVE_FILE, version: ARCHIVE_VERSION, ...header }).slice(0, -1)}\n`;
  for (const [name, value] of fields) {
    yield `,"${name}":`;
    if (typeof value === 'string') yield value;
    else {
      let separator = '[';
      for (const item of value) {
        yield separator + item;
        separator = ',';
      }
      yield separator === '[' ? '[]' : ']';
    }
  }
  yield '}';
}

/** Maps items as they are read. */
export function* mapped<Item, Result>(items: Iterable<Item>, map: (item: Item) => Result): Generator<Result, void> {
  for (const item of items) yield map(item);
}
