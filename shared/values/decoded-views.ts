import { printableInBase64 } from './base64.ts';
import { DECODINGS, type Decoding } from './decodings.ts';

/** A text as it reads once its escapes are decoded, and the places where its characters stand in the original. */
export interface View {
  readonly text: string;
  /** The range of the original that a range of this text stands for. */
  readonly originOf: (from: number, to: number) => { readonly from: number; readonly to: number };
}

/** Maximum number of encodings around each other. */
const ROUNDS = 5;

/** The view of a text as it is. */
export function plainView(text: string): View {
  return { text, originOf: (from, to) => ({ from, to }) };
}

/**
 * The views of a view: itself; with all escapes decoded, as often as there are any; and, where it has several kinds of escapes, with
 * one kind decoded, since the characters before a secret may look like an escape of another kind.
 */
export function viewsOf(itself: View): readonly View[] {
  const views = [itself];
  for (const decoding of DECODINGS) {
    const view = decodedAgain(itself, [decoding]);
    if (view !== itself) views.push(view);
  }
  const [, first] = views;
  if (first === undefined) return views;
  const all = decodedAgain(views.length === 2 ? first : itself, DECODINGS);
  return all === first ? views : [...views, all];
}

function decodedAgain(view: View, decodings: readonly Decoding[]): View {
  let current = view;
  for (let round = 0; round < ROUNDS; round++) {
    const next = decodedOnce(current, decodings);
    if (next === current) break;
    current = next;
  }
  return current;
}

/** The same view when nothing is to be decoded. */
function decodedOnce(view: View, all: readonly Decoding[]): View {
  const { text } = view;
  const decodings = all.filter(({ sign }) => text.includes(sign));
  if (decodings.length === 0) return view;
  const builder = new ViewBuilder(view);
  const signs = new RegExp(`[${decodings.map(({ sign }) => `\\${sign}`).join('')}]`, 'g');
  for (let count = 1; signs.test(text); count++) {
    const from = signs.lastIndex - 1;
    const sign = text.charAt(from);
    const decoded = decodings.find((each) => each.sign === sign)?.decode(text, from);
    if (decoded !== undefined) {
      signs.lastIndex = from + decoded.length;
      builder.replace(from, signs.lastIndex, decoded.text);
    }
  }
  return builder.view();
}

const LINE_END = /[\r\n]+[ \t]*/g;
const DIGIT = /[\w+/-]/;
/** Follows a line end within digits; an ellipsis cuts them off. */
const FOLLOWING = /[\w+/.\u2026-]/;

/** The view without the line ends within digits, and without the blanks that indent the next line; the same one without any. */
export function withoutLineEnds(view: View): View {
  const { text } = view;
  if (!text.includes('\n') && !text.includes('\r')) return view;
  const builder = new ViewBuilder(view);
  for (const { 0: end, index } of text.matchAll(LINE_END)) {
    const to = index + end.length;
    const isWithin = to === text.length || FOLLOWING.test(text.charAt(to));
    if (isWithin && DIGIT.test(text.charAt(index - 1))) builder.replace(index, to, '');
  }
  return builder.view();
}

/** Digits that may be a text in Base64. */
const BASE64 = /[\w+/-]{16,}/g;

/** The views of texts that stand in a view in Base64, one character for each byte, such as the raw body of a webhook's request. */
export function* base64Views({ text, originOf }: View): Generator<View, void, undefined> {
  for (const { 0: digits, index } of text.matchAll(BASE64)) {
    const decoded = printableInBase64(digits);
    if (decoded === undefined) continue;
    yield {
      text: decoded,
      originOf: (from, to) => originOf(index + Math.floor((from * 4) / 3), index + Math.ceil((to * 4) / 3)),
    };
  }
}

/** Makes a view of a view by replacing parts of its text, in their order. */
class ViewBuilder {
  readonly #of: View;
  readonly #parts: string[] = [];
  #at = 0;
  #length = 0;
  /** By replacement: its start and length in the new text, and its start and end in the old one. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #froms: number[] = [];
  readonly #tos: number[] = [];

  constructor(of: View) {
    this.#of = of;
  }

  replace(from: number, to: number, by: string): void {
    if (from > this.#at) this.#parts.push(this.#of.text.slice(this.#at, from));
    this.#parts.push(by);
    this.#length += from - this.#at;
    this.#starts.push(this.#length);
    this.#lengths.push(by.length);
    this.#froms.push(from);
    this.#tos.push(to);
    this.#length += by.length;
    this.#at = to;
  }

  /** The new view; the old one when nothing was replaced. */
  view(): View {
    if (this.#starts.length === 0) return this.#of;
    const text = this.#parts.join('') + this.#of.text.slice(this.#at);
    return {
      text,
      originOf: (from, to) => {
        const start = this.#placeOf(from).from;
        return this.#of.originOf(start, Math.max(start, this.#placeOf(Math.min(to, text.length) - 1).to));
      },
    };
  }

  /** The part of the old text that a character of the new one stands for. */
  #placeOf(index: number): { readonly from: number; readonly to: number } {
    const last = this.#lastAt(index);
    if (last < 0) return { from: index, to: index + 1 };
    const behind = index - (this.#starts[last] ?? 0) - (this.#lengths[last] ?? 0);
    const to = this.#tos[last] ?? 0;
    return behind < 0 ? { from: this.#froms[last] ?? 0, to } : { from: to + behind, to: to + behind + 1 };
  }

  /** Index of the last replacement that begins at a character or before it; -1 for none. */
  #lastAt(index: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
