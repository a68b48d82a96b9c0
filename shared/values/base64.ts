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
