import { crc32 } from 'node:zlib';
import { parseOwnJson } from '../../../../shared/values/json.ts';

/**
 * Every file of the store consists of sealed lines: JSON objects whose first field is the CRC-32 of the rest, so that torn
 * and damaged lines are detected. `{"crc":"1a2b3c4d","items":[…]}`
 */
const OPENING = '{"crc":"';
const HEAD = `${OPENING}00000000",`;
const NEWLINE = 0x0a;
/** Maximum number of lines searched for within a damaged one; bounds the work for a file of noise. */
const MAX_STARTS = 64;

/** Returns a sealed line with its newline. */
export function seal(value: object): Buffer {
  return sealJson(JSON.stringify(value));
}

const ITEMS = '{"items":[';
/** Offset of the first item in a sealed line of items. */
export const FIRST_ITEM = HEAD.length + ITEMS.length - 1;

/** Seals a line of items. @param items each an `Item` as JSON */
export function sealItems(items: readonly string[]): Buffer {
  return sealJson(`${ITEMS}${items.join(',')}]}`);
}

/**
 * Seals an object that is serialised already. Its text is written into the line at once, over the end of the head, whose comma
 * takes the place of the opening brace: a cut and joined text would be copied twice more.
 */
export function sealJson(json: string): Buffer {
  const line = Buffer.allocUnsafe(HEAD.length + Buffer.byteLength(json));
  line.write(json, HEAD.length - 1);
  line.write(HEAD, 'latin1');
  line[line.length - 1] = NEWLINE;
  line.write(checksum(line.subarray(HEAD.length, -1)), OPENING.length, 'latin1');
  return line;
}

/** Parses a line without its newline; `undefined` when it is damaged. */
export function unseal(line: Buffer): object | undefined {
  if (!isSealed(line)) return undefined;
  try {
    return parseOwnJson<object>(`{${line.toString('utf8', HEAD.length)}`);
  } catch {
    // The checksum is right but the JSON is not: Hangar did not write this line.
    return undefined;
  }
}

/** True for an undamaged line, without its newline. */
export function isSealed(line: Buffer): boolean {
  if (line.length <= HEAD.length || line.toString('latin1', 0, OPENING.length) !== OPENING) return false;
  if (line.toString('latin1', HEAD.length - 2, HEAD.length) !== '",') return false;
  return checksum(line.subarray(HEAD.length)) === line.toString('latin1', OPENING.length, OPENING.length + 8);
}

/** Eight hexadecimal digits, from two numbers of four: V8 converts one above 2 ** 31 a digit at a time. */
function checksum(bytes: Buffer): string {
  const sum = crc32(bytes);
  return fourDigits(sum >>> 16) + fourDigits(sum & 0xffff);
}

function fourDigits(number: number): string {
  return (number + 0x10000).toString(16).slice(1);
}

/** A parsed line and its position. */
export interface SealedLine {
  readonly value: object;
  readonly offset: number;
  /** Without the newline. */
  readonly length: number;
}

/** Bytes of a file that are not part of valid lines. */
export interface UnreadableBytes {
  /** Size of a torn last line, as left by a crash during a write. */
  readonly torn: number;
  /** Number of the others. */
  readonly damaged: number;
}

/** Content of a file of sealed lines. */
export interface SealedLines extends UnreadableBytes {
  readonly lines: readonly SealedLine[];
}

/** Reads every valid line, including those after and within damaged parts. */
export function readSealed(bytes: Buffer): SealedLines {
  const lines: SealedLine[] = [];
  return { ...eachSealed(bytes, (line) => lines.push(line)), lines };
}

/** The same, line by line: what is parsed of a line can go before the next one. */
export function eachSealed(bytes: Buffer, take: (line: SealedLine) => void): UnreadableBytes {
  let [torn, damaged] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? bytes.length : newline;
    const found = salvage(bytes.subarray(at, end), at);
    for (const line of found) take(line);
    const whole = found.reduce((sum, { length }) => sum + length, 0);
    if (newline === -1 && whole === 0) torn = end - at;
    else damaged += end - at - whole;
    at = end + 1;
  }
  return { torn, damaged };
}

/** Finds the valid lines in bytes without newlines: normally one, several when a newline was damaged. */
function salvage(bytes: Buffer, offset: number): SealedLine[] {
  const value = unseal(bytes);
  if (value !== undefined) return [{ value, offset, length: bytes.length }];
  const starts = startsIn(bytes);
  const lines: SealedLine[] = [];
  for (let i = 0; i < starts.length;) {
    const next = starts.findIndex((_, j) => j > i && wholeLine(bytes, offset, starts[i], starts[j]) !== undefined);
    const line = wholeLine(bytes, offset, starts[i], next === -1 ? bytes.length : starts[next]);
    if (line !== undefined) lines.push(line);
    i = line === undefined || next === -1 ? i + 1 : next;
  }
  return lines;
}

function startsIn(bytes: Buffer): number[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf(OPENING); at !== -1 && starts.length < MAX_STARTS; at = bytes.indexOf(OPENING, at + 1)) {
    starts.push(at);
  }
  return starts;
}

function wholeLine(bytes: Buffer, offset: number, start = 0, end = 0): SealedLine | undefined {
  const length = bytes.subarray(start, end).lastIndexOf('}') + 1;
  const value = unseal(bytes.subarray(start, start + length));
  return value === undefined ? undefined : { value, offset: offset + start, length };
}
