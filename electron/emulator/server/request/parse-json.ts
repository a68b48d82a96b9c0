import { isUtf8 } from 'node:buffer';
import { visit } from 'jsonc-parser';
import { ApiError } from '../../../../shared/http/errors.ts';
import { asJson, type Json, pathText } from '../../../../shared/values/json.ts';
import { hugeNumber } from '../../../../shared/values/json-problem.ts';
import { BODY_LIMITS } from '../../../../shared/values/limits.ts';
import { exceededLimit, type JsonLimits, withoutByteOrderMark } from '../../../../shared/values/json-text.ts';

/** Parses JSON from bytes; `undefined` when there is only white space. Throws the 400 with the problem and its position. */
export function parseJson(bytes: Buffer, limits?: JsonLimits): Json | undefined {
  return parseJsonText(utf8Text(bytes), limits);
}

/** The text of bytes in UTF-8. Throws the 400 for others. */
export function utf8Text(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  assertUtf8(bytes);
  return bytes.toString('utf8');
}

/** Does the same as `parseJson` for a text. */
export function parseJsonText(whole: string, limits: JsonLimits = BODY_LIMITS): Json | undefined {
  const text = withoutByteOrderMark(whole);
  if (/^[ \t\r\n]*$/.test(text)) return undefined;
  // Each level takes two characters.
  const problem = text.length <= 2 * limits.levels ? undefined : exceededLimit(text, limits);
  if (problem !== undefined) throw bodyError(`The body ${problem}.`);
  const value = parsed(text);
  const huge = hugeNumber(text, value);
  if (huge !== undefined) throw bodyError(`${pathText(huge.path) || 'body'}: ${huge.message}.`);
  return value;
}

/** Creates a 400 for an unreadable body. */
function bodyError(sentence: string): ApiError {
  return new ApiError('invalid_request', sentence, { decision: 'body-any-content-type' });
}

function parsed(text: string): Json {
  try {
    return asJson(JSON.parse(text));
  } catch {
    throw syntaxError(syntaxErrorOffset(text), text);
  }
}

function assertUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw bodyError('The body is not valid UTF-8.');
}

function syntaxError(offset: number, text: string): ApiError {
  const before = text.slice(0, offset);
  const position = positionText(text.charAt(offset), {
    position: Math.min(offset, text.length),
    line: before.split('\n').length,
    column: offset - before.lastIndexOf('\n'),
  });
  return bodyError(`The body is not valid JSON: ${position}.`);
}

interface Position {
  readonly position: number;
  readonly line: number;
  readonly column: number;
}

/** Describes the position of an error. @param found character at the position; "" at the end of the text */
function positionText(found: string, { position, line, column }: Position): string {
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
function syntaxErrorOffset(text: string): number {
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
