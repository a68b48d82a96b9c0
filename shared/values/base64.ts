/** The digits of Base64. */
export const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

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
