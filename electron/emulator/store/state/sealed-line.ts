import { crc32 } from 'node:zlib';

/**
 * Every line of every file of the store: a JSON object whose first field is the CRC-32 of all that follows it, so that a
 * line that was torn or damaged is known for what it is. `{"crc":"1a2b3c4d","items":[…]}`
 */
const OPENING = '{"crc":"';
const HEAD = `${OPENING}00000000",`;
const NEWLINE = 0x0a;
/** Whole lines looked for within a damaged one: enough for any accident, and bounded for a file that is all noise. */
const MAX_STARTS = 64;

/** Writes a line, newline included. */
export function seal(value: object): Buffer {
  return sealJson(JSON.stringify(value));
}

/** Writes a line of an object that is JSON already. */
export function sealJson(json: string): Buffer {
  const line = Buffer.from(`${HEAD}${json.slice(1)}\n`);
  line.write(checksum(line.subarray(HEAD.length, -1)), OPENING.length, 'latin1');
  return line;
}

/** Reads a line without its newline; `undefined` when it is not as it was written. */
export function unseal(line: Buffer): object | undefined {
  if (!isSealed(line)) return undefined;
  try {
    return JSON.parse(`{${line.toString('utf8', HEAD.length)}`) as object;
  } catch {
    // The checksum is right, and yet this is none of our lines: somebody else made it.
    return undefined;
  }
}

/** Whether a line without its newline is as it was written. */
export function isSealed(line: Buffer): boolean {
  if (line.length <= HEAD.length || line.toString('latin1', 0, OPENING.length) !== OPENING) return false;
  if (line.toString('latin1', HEAD.length - 2, HEAD.length) !== '",') return false;
  return checksum(line.subarray(HEAD.length)) === line.toString('latin1', OPENING.length, OPENING.length + 8);
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}

/** A line that was read, and where it lies. */
export interface SealedLine {
  readonly value: object;
  readonly offset: number;
  /** Without the newline. */
  readonly length: number;
}

/** What a file of sealed lines holds. */
export interface SealedLines {
  readonly lines: readonly SealedLine[];
  /** Bytes of an unfinished last line: what a crash in the middle of a write leaves. */
  readonly torn: number;
  /** Bytes that are neither whole lines nor such a tail. */
  readonly damaged: number;
}

/** Reads every whole line, those behind and within damage too. */
export function readSealed(bytes: Buffer): SealedLines {
  const lines: SealedLine[] = [];
  let [torn, damaged] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? bytes.length : newline;
    const found = salvage(bytes.subarray(at, end), at);
    lines.push(...found);
    const whole = found.reduce((sum, { length }) => sum + length, 0);
    if (newline === -1 && whole === 0) torn = end - at;
    else damaged += end - at - whole;
    at = end + 1;
  }
  return { lines, torn, damaged };
}

/** The whole lines within a stretch without newlines: as a rule the one that it is; more when a newline was damaged. */
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
