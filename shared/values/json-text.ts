import { messageOf } from './messages.ts';

/** Codes of the characters that structure a JSON text: UTF-16 units and UTF-8 bytes alike. */
export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
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

/** Limits of a JSON text. */
export interface JsonLimits {
  readonly levels: number;
  /** Total number of fields, lists and objects. */
  readonly parts: number;
  /** Number of fields of one object. */
  readonly fields: number;
}

/**
 * The end of a sentence about the first limit that a JSON text exceeds, such as `has more than 100 levels of nesting (at position 7)`;
 * `undefined` for none. Checked before parsing: the values of a hostile text take much more memory than the text, and walking a deep one
 * later would overflow the stack.
 */
export function exceededLimit(text: string, { levels, parts, fields }: JsonLimits): string | undefined {
  // The number of fields of each open object.
  const open: number[] = [];
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (isOpening(code)) {
      if (open.push(0) > levels) return `has more than ${levels} levels of nesting (at position ${i})`;
      count += 1;
    } else if (isClosing(code)) open.pop();
    else if (code === COLON) {
      count += 1;
      const last = open.length - 1;
      open[last] = (open[last] ?? 0) + 1;
      if ((open[last] ?? 0) > fields) return `has an object of more than ${fields} fields`;
    }
    if (count > parts) return `has more than ${parts} fields, lists and objects`;
  }
  return undefined;
}

/** Returns JavaScript's message about a text that is not JSON; `otherwise` for valid JSON. */
export function jsonSyntaxError(text: string, otherwise: string): string {
  try {
    JSON.parse(text);
    return otherwise;
  } catch (error) {
    return messageOf(error);
  }
}
