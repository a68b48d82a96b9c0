/** Codes of the characters that structure a JSON text: UTF-16 units and UTF-8 bytes alike. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;

/** True for the code of `[` and `{`, which differ in one bit. */
export function isOpening(code: number): boolean {
  return (code | 0x20) === 0x7b;
}

/** True for the code of `]` and `}`, which differ in one bit. */
export function isClosing(code: number): boolean {
  return (code | 0x20) === 0x7d;
}

/** True for the code of a JSON white-space character. */
export function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The position of the quote that ends the string starting at `start`; the text's length when it does not end. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** The mark that some editors write at the start of a UTF-8 file. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Removes a leading byte order mark. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
