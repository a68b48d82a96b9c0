import { BASE64_DIGITS } from '../values/base64.ts';
import type { Word } from '../values/text-matcher.ts';

/**
 * A way in which bytes are written as digits: lists the digits that are found in whatever holds the bytes. They may be the first ones
 * only; the length is that of all.
 */
export type Encoding = (bytes: readonly number[], most: number) => readonly Word[];

/** All encodings. */
export const ENCODINGS: readonly Encoding[] = [
  (bytes, most) => [0, 1, 2].map((before) => inBase64(bytes, before, most)),
  (bytes, most) => [inHex(bytes, most)],
];

function inHex(bytes: readonly number[], most: number): Word {
  const digits = bytes.slice(0, most / 2).map((byte) => byte.toString(16).padStart(2, '0'));
  return { text: digits.join(''), length: bytes.length * 2 };
}

/** The Base64 digits that depend on the bytes alone. @param before number of preceding bytes, modulo 3 */
function inBase64(bytes: readonly number[], before: number, most: number): Word {
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor(((before + bytes.length) * 8) / 6);
  let text = '';
  for (let digit = from; digit < Math.min(to, from + most); digit++) {
    const bit = digit * 6 - before * 8;
    const pair = ((bytes[Math.floor(bit / 8)] ?? 0) << 8) | (bytes[Math.floor(bit / 8) + 1] ?? 0);
    text += BASE64_DIGITS.charAt((pair >> (10 - (bit % 8))) & 63);
  }
  return { text, length: to - from };
}
