import { isUtf8 } from 'node:buffer';
import { visit } from 'jsonc-parser';
import { ApiError } from '../../shared/http/errors.ts';
import type { Json } from '../../shared/model/json.ts';

/** Levels of nesting that a body may have (decision `body-any-content-type`). */
const MAX_LEVELS = 100;

/** Reads a JSON text from bytes; `undefined` for none but white space. Throws the 400 that says what is wrong and where. */
export function parseJson(bytes: Buffer): Json | undefined {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new ApiError('invalid_request', 'The body is not valid UTF-8.');
  const text = withoutMark(bytes.toString('utf8'));
  if (/^[ \t\r\n]*$/.test(text)) return undefined;
  assertLevels(text);
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new ApiError('invalid_request', `The body is not valid JSON: ${whereBroken(text)}.`);
  }
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Counts before parsing, since whatever walks a deep value later would run out of stack. */
function assertLevels(text: string): void {
  // Each level takes two characters, so a short text cannot have too many.
  if (text.length <= 2 * MAX_LEVELS) return;
  let level = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i + 1);
    // "[" and "{" differ in one bit, and so do "]" and "}".
    else if ((code | 0x20) === 0x7b) level += 1;
    else if ((code | 0x20) === 0x7d) level -= 1;
    if (level > MAX_LEVELS) {
      throw new ApiError(
        'invalid_request',
        `The body has more than ${MAX_LEVELS} levels of nesting (at position ${i}).`,
      );
    }
  }
}

function endOfString(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}

function placeText(text: string, offset: number): string {
  if (offset >= text.length) return `it ends too early, at position ${text.length}`;
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return `unexpected ${JSON.stringify(text.charAt(offset))} at position ${offset} (line ${line}, column ${column})`;
}

class Found extends Error {}

/** The engine's own message names no position in every version, so the place is found by a second parser. */
function whereBroken(text: string): string {
  let place = 'it ends too early';
  try {
    visit(
      text,
      {
        onError: (_, offset) => {
          place = placeText(text, offset);
          throw new Found();
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  } catch (error) {
    if (!(error instanceof Found)) throw error;
  }
  return place;
}
