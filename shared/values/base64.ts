/** The digits of Base64. */
export const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a text in UTF-8; half a surrogate pair is U+FFFD, as everywhere. */
export function utf8Of(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const read = character.codePointAt(0) ?? 0;
    const code = read >= 0xd800 && read <= 0xdfff ? 0xfffd : read;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return bytes;
}

/** Encodes the bytes of a text in UTF-8. */
export function encodeBase64(text: string): string {
  const bytes = utf8Of(text);
  let digits = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.slice(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const four = [18, 12, 6, 0].map((shift) => BASE64_DIGITS.charAt((bits >> shift) & 63)).join('');
    digits += third === undefined ? four.slice(0, second === undefined ? 2 : 3).padEnd(4, '=') : four;
  }
  return digits;
}

/** Decodes Base64 to text, one character for each byte; "" when it has other characters. */
export function decodeBase64(text: string): string {
  const digits = text.replace(/={1,2}$/, '');
  if (!/^[\w+/-]*$/.test(digits)) return '';
  let decoded = '';
  let [bits, count] = [0, 0];
  for (const digit of digits.replaceAll('-', '+').replaceAll('_', '/')) {
    bits = ((bits << 6) | BASE64_DIGITS.indexOf(digit)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    decoded += String.fromCharCode((bits >> count) & 0xff);
  }
  return decoded;
}

/** Values of the digits of both alphabets, by character; 255 for others. */
const VALUES = new Uint8Array(128).fill(255);
for (let value = 0; value < 64; value++) VALUES[BASE64_DIGITS.charCodeAt(value)] = value;
VALUES[0x2d] = 62;
VALUES[0x5f] = 63;

/** Bytes that become text at once. */
const CHUNK = 8192;

/** Decodes digits of Base64 to text, one character for each byte; `undefined` when there is a control character, as in most binary data. */
export function printableInBase64(digits: string): string | undefined {
  const parts: string[] = [];
  let bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (let index = 0; index < digits.length; index++) {
    bits = ((bits << 6) | (VALUES[digits.charCodeAt(index)] ?? 0)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const byte = (bits >> count) & 0xff;
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return undefined;
    bytes.push(byte);
    if (bytes.length < CHUNK) continue;
    parts.push(String.fromCharCode(...bytes));
    bytes = [];
  }
  return parts.join('') + String.fromCharCode(...bytes);
}
