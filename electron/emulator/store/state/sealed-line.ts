import { crc32 } from 'node:zlib';
import { parseOwnJson } from '../../../../shared/values/json.ts';
import type { DiskFile } from './disk.ts';

/**
 * Every file of the store consists of sealed lines: JSON objects whose first field is the CRC-32 of the rest, so that torn
 * and damaged lines are detected. `{"crc":"1a2b3c4d","items":[…]}`
 */
const OPENING = '{"crc":"';
const HEAD = `${OPENING}00000000",`;
const NEWLINE = 0x0a;

/** Returns a sealed line with its newline. */
export function seal(value: object): Buffer {
  return sealJson(JSON.stringify(value));
}

/** Seals an object that is serialised already. */
export function sealJson(json: string): Buffer {
  return sealed(HEAD, json.slice(1), '\n');
}

/** Seals a line of items. @param items each an `Item` as JSON */
export function sealItems(items: readonly string[]): Buffer {
  return sealed(`${HEAD}"items":[`, items.join(','), ']}\n');
}

/** Writes the parts of a line into place one by one, since a joined text would be copied once more. Start and end are ASCII. */
function sealed(start: string, text: string, end: string): Buffer {
  const line = Buffer.allocUnsafe(start.length + Buffer.byteLength(text) + end.length);
  line.write(start, 'latin1');
  line.write(text, start.length);
  line.write(end, line.length - end.length, 'latin1');
  line.write(checksum(line.subarray(HEAD.length, -1)), OPENING.length, 'latin1');
  return line;
}

/** Parses a line without its newline, its checksum being one of the fields; `undefined` when it is damaged. */
export function unseal(line: Buffer): object | undefined {
  if (!isSealed(line)) return undefined;
  try {
    return parseOwnJson<object>(line.toString());
  } catch {
    // The checksum is right but the JSON is not: Hangar did not write this line.
    return undefined;
  }
}

/** True for an undamaged line, without its newline. */
function isSealed(line: Buffer): boolean {
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

/** Bytes of a file that are not part of valid lines. */
interface UnreadableBytes {
  /** Size of a torn last line, as left by a crash during a write. */
  readonly torn: number;
  /** Number of the others. */
  readonly damaged: number;
}

/** Bytes read at once; more only for a longer line. */
const CHUNK = 128 * 1024;

/**
 * Reads every valid line of a file, including those after and within damaged parts.
 * @param take receives each line before the next one is parsed
 */
export function eachSealed(file: Pick<DiskFile, 'size' | 'read'>, take: (line: object) => void): UnreadableBytes {
  const size = file.size();
  let rest: Buffer = Buffer.alloc(0);
  let damaged = 0;
  for (let at = 0; at < size;) {
    // Doubled for a long line, so that its bytes are copied a few times only.
    const chunk = file.read(at, Math.min(size - at, Math.max(CHUNK, rest.length)));
    if (chunk.length === 0) break;
    at += chunk.length;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE, rest.length); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      damaged += damagedBytes(bytes.subarray(from, end), take);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  const unreadable = damagedBytes(rest, take);
  return unreadable === rest.length ? { torn: unreadable, damaged } : { torn: 0, damaged: damaged + unreadable };
}

/** Passes on the valid lines in bytes between newlines: one, or those around a damaged newline. Returns the number of other bytes. */
function damagedBytes(bytes: Buffer, take: (line: object) => void): number {
  const whole = unseal(bytes);
  if (whole !== undefined) {
    take(whole);
    return 0;
  }
  let damaged = bytes.length;
  for (let from = 0, end = 0; from < bytes.length; from = end) {
    const next = bytes.indexOf(OPENING, from + 1);
    end = next === -1 ? bytes.length : next;
    const part = bytes.subarray(from, end);
    // Without what was a newline.
    const text = part.subarray(0, part.lastIndexOf('}') + 1);
    const line = unseal(text);
    if (line === undefined) continue;
    take(line);
    damaged -= text.length;
  }
  return damaged;
}
