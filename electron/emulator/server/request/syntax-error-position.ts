import { visit } from 'jsonc-parser';
import type { JsonSyntaxError } from '../../slices/json-in-pieces.ts';

/** Number of bytes to search for an error first. */
const SEARCHED_FIRST_BYTES = 256 * 1024;
/** Bytes between two yields. */
export const STRIDE = 64 * 1024;

interface Position {
  readonly position: number;
  readonly line: number;
  readonly column: number;
}

/** Describes the position of an error. @param found character at the position; "" at the end of the text */
export function positionText(found: string, { position, line, column }: Position): string {
  if (found === '') return `it ends too early, at position ${position}`;
  return `unexpected ${JSON.stringify(found)} at position ${position} (line ${line}, column ${column})`;
}

class SyntaxErrorFound extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super();
    this.offset = offset;
  }
}

/** The position in V8's message differs between versions, so a second parser locates the error. */
export function syntaxErrorOffset(text: string): number {
  try {
    visit(
      text,
      {
        onError: (_, offset) => {
          throw new SyntaxErrorFound(offset);
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  } catch (error) {
    if (error instanceof SyntaxErrorFound) return error.offset;
    throw error;
  }
  return text.length;
}

/** Describes the position of an error in a long text, counted in characters. */
export function* longTextPosition(
  bytes: Buffer,
  { from, before, after }: JsonSyntaxError,
): Generator<void, string, undefined> {
  // Completes the piece to a whole text. The error is mostly near its beginning.
  let part = bytes.toString('utf8', from, Math.min(after, from + SEARCHED_FIRST_BYTES));
  let offset = syntaxErrorOffset(before + part) - before.length;
  if (offset > part.length - 16 && from + SEARCHED_FIRST_BYTES < after) {
    part = bytes.toString('utf8', from, after);
    offset = syntaxErrorOffset(before + part) - before.length;
  }
  offset = Math.max(0, offset);
  let [position, line, column] = [offset, 1, offset + 1];
  for (let i = from - 1; i >= 0; i--) {
    const width = charactersOf(bytes[i] ?? 0);
    position += width;
    if (bytes[i] === 0x0a) line += 1;
    else if (line === 1) column += width;
    if (i % STRIDE === 0) yield;
  }
  const inPart = part.slice(0, offset);
  line += inPart.split('\n').length - 1;
  if (inPart.includes('\n')) column = offset - inPart.lastIndexOf('\n');
  return positionText(part.charAt(offset), { position, line, column });
}

/** True for a byte within a character, after its first one. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** UTF-16 units of the character that begins at a byte: 2 for four-byte characters, 0 within a character. */
function charactersOf(byte: number): number {
  if (isContinuation(byte)) return 0;
  return byte >= 0xf0 ? 2 : 1;
}
