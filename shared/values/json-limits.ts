import { COLON, endOfString, isClosing, isOpening, QUOTE } from './json-text.ts';

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
