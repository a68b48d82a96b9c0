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

/** Seals a line of items. @param items each an `Item` as JSON */
export function sealItems(items: readonly string[]): Buffer {
  return sealJson(`{"items":[${items.join(',')}]}`);
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
 * Reads every valid line of a file, including those after damaged ones.
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
  return { torn: rest.length === 0 ? 0 : damagedBytes(rest, take), damaged };
}

/** Passes on a valid line. Returns the number of bytes of a damaged one, otherwise 0. */
function damagedBytes(bytes: Buffer, take: (line: object) => void): number {
  const line = unseal(bytes);
  if (line === undefined) return bytes.length;
  take(line);
  return 0;
}
