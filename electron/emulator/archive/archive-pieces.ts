import { ARCHIVE_FILE, ARCHIVE_VERSION, MAX_ARCHIVE_BYTES } from '../../../shared/contract/emulator/archive.ts';
import { ApiError } from '../../../shared/http/errors.ts';

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
    if (left < 0) throw tooLarge(noun);
    yield piece;
  }
}

/** The error for a state that no archive can hold. */
export function tooLarge(noun: string): ApiError {
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
