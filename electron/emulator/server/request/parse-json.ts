import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../../../shared/http/errors.ts';
import { asJson, type Json } from '../../../../shared/values/json.ts';
import { pathText } from '../../../../shared/values/json-path.ts';
import { hugeNumber, tooDeepAt } from '../../../../shared/values/json-problem.ts';
import { BODY_LIMITS } from '../../../../shared/values/limits.ts';
import { JsonSyntaxError, jsonInPieces, JsonLimitError, type JsonLimits } from '../../slices/json-in-pieces.ts';
import { isSpace, withoutByteOrderMark } from '../../../../shared/values/json-text.ts';
import { isContinuation, longTextPosition, positionText, STRIDE, syntaxErrorOffset } from './syntax-error-position.ts';

/**
 * Bodies longer than this are parsed in time slices: this much takes a few milliseconds, and locating an error in it some
 * ten.
 */
export const LONG_BODY_BYTES = 128 * 1024;

/** Number of bytes per check of UTF-8, which takes about a millisecond. */
const UTF8_PIECE = 1024 * 1024;

/** Parses JSON from bytes; `undefined` when there is only white space. Throws the 400 with the problem and its position. */
export function parseJson(bytes: Buffer, limits?: Pick<JsonLimits, 'levels'>): Json | undefined {
  return parseJsonText(utf8Text(bytes), limits);
}

/** The text of bytes in UTF-8. Throws the 400 for others. */
export function utf8Text(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  assertUtf8(bytes);
  return bytes.toString('utf8');
}

/** Does the same as `parseJson` for a text. */
export function parseJsonText(whole: string, { levels }: Pick<JsonLimits, 'levels'> = BODY_LIMITS): Json | undefined {
  const text = withoutByteOrderMark(whole);
  if (/^[ \t\r\n]*$/.test(text)) return undefined;
  assertLevels(text, levels);
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

/**
 * Does the same as `parseJson`, in steps of a few milliseconds.
 * @param limits of the content
 */
export function* parseJsonInPieces(
  bytes: Buffer,
  limits: JsonLimits = BODY_LIMITS,
): Generator<void, Json | undefined, undefined> {
  yield* assertUtf8InPieces(bytes);
  const text = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  if (yield* isBlank(text)) return undefined;
  try {
    return yield* jsonInPieces(text, { ...limits, finite: true });
  } catch (error) {
    if (error instanceof JsonLimitError) throw bodyError(`The body ${error.message}.`);
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw bodyError(`The body is not valid JSON: ${yield* longTextPosition(text, error)}.`);
  }
}

function assertUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw bodyError('The body is not valid UTF-8.');
}

/** Does the same as `assertUtf8`, in steps. Cuts between characters, which have at most three continuation bytes. */
function* assertUtf8InPieces(bytes: Buffer): Generator<void, void, undefined> {
  for (let from = 0; from < bytes.length;) {
    let to = Math.min(from + UTF8_PIECE, bytes.length);
    for (let back = 0; back < 3 && isContinuation(bytes[to] ?? 0); back++) to -= 1;
    assertUtf8(bytes.subarray(from, to));
    yield;
    from = to;
  }
}

function* isBlank(bytes: Buffer): Generator<void, boolean, undefined> {
  for (let i = 0; i < bytes.length; i++) {
    if (!isSpace(bytes[i])) return false;
    if (i % STRIDE === 0) yield;
  }
  return true;
}

/** Checks nesting before parsing: walking a deep value later would overflow the stack. */
function assertLevels(text: string, levels: number): void {
  // Each level takes two characters.
  const at = text.length <= 2 * levels ? undefined : tooDeepAt(text, levels);
  if (at === undefined) return;
  throw bodyError(`The body has more than ${levels} levels of nesting (at position ${at}).`);
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
