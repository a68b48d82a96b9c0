/** A text to find. */
export interface Word {
  readonly text: string;
  /** Length of the span from the start of the text, in characters; at least that of the text. */
  readonly length: number;
}

/** A range of a text: `from <= index < to`; it may end behind the text. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Index of the longest word in it. */
  readonly word: number;
}

/** Characters that are read as others, by code, below 128. */
export type Fold = Uint8Array;

/** Makes a fold. @param pairs characters with the one that they are read as, such as `-+` */
export function foldOf(...pairs: readonly string[]): Fold {
  const fold = Uint8Array.from({ length: 128 }, (_, unit) => unit);
  for (const pair of pairs) fold[pair.charCodeAt(0)] = pair.charCodeAt(1);
  return fold;
}

/**
 * Finds many words in a text in linear time (Aho and Corasick 1975). One hash table of numbers holds the transitions of all states.
 * A character at which no word begins, by a hash of the next four characters, costs one look-up in a short table.
 */
export class TextMatcher {
  readonly #words: readonly Word[];
  readonly #fold: Fold;
  /** 1 for the hash of each start of a word. */
  readonly #starts = new Uint8Array(HASHES + 1);
  /** Transitions: states and characters as one number, -1 for a free slot, and the states that they lead to. */
  readonly #keys: Float64Array;
  readonly #targets: Int32Array;
  /** By state: failure link, index of the longest word that ends here (-1 for none), depth, and the word that it belongs to. */
  readonly #fallback: Int32Array;
  readonly #longest: Int32Array;
  readonly #depth: Int32Array;
  readonly #owner: Int32Array;
  #states = 1;

  private constructor(words: readonly Word[], fold: Fold) {
    this.#words = words;
    this.#fold = fold;
    const most = words.reduce((sum, { text }) => sum + text.length, 1);
    const slots = 2 ** Math.ceil(Math.log2(2 * most));
    this.#keys = new Float64Array(slots).fill(-1);
    this.#targets = new Int32Array(slots);
    this.#fallback = new Int32Array(most);
    this.#longest = new Int32Array(most).fill(-1);
    this.#depth = new Int32Array(most);
    this.#owner = new Int32Array(most);
  }

  /**
   * Makes a matcher: a million characters take half a second.
   * @param words of at least four characters; of equal ones, the longest counts
   */
  static of(words: readonly Word[], fold: Fold = foldOf()): TextMatcher {
    const matcher = new TextMatcher(words, fold);
    const parents = new Int32Array(matcher.#fallback.length);
    const units = new Uint16Array(matcher.#fallback.length);
    for (const index of words.keys()) matcher.#add(index, parents, units);
    matcher.#link(parents, units);
    return matcher;
  }

  #add(index: number, parents: Int32Array, units: Uint16Array): void {
    const { text, length } = this.#words[index] ?? NO_WORD;
    let [state, hash] = [0, 0];
    for (let i = 0; i < text.length; i++) {
      const unit = this.#unitAt(text, i);
      if (i < START) hash = ((hash << SHIFT) ^ unit) & HASHES;
      const slot = this.#slotOf(state, unit);
      if (this.#keys[slot] === -1) {
        const next = this.#states++;
        this.#keys[slot] = state * UNITS + unit;
        this.#targets[slot] = next;
        this.#depth[next] = i + 1;
        this.#owner[next] = index;
        parents[next] = state;
        units[next] = unit;
      }
      state = this.#targets[slot] ?? 0;
    }
    this.#starts[hash] = 1;
    const known = this.#words[this.#longest[state] ?? -1];
    if (known === undefined || known.length < length) this.#longest[state] = index;
  }

  /** Sets the failure links in the order of depth: a link always leads to a smaller one. */
  #link(parents: Int32Array, units: Uint16Array): void {
    for (const state of this.#byDepth()) {
      const [parent, unit] = [parents[state] ?? 0, units[state] ?? 0];
      const fallback = parent === 0 ? 0 : this.#step(this.#fallback[parent] ?? 0, unit);
      this.#fallback[state] = fallback;
      // A word that ends here is longer than its suffixes.
      if (this.#longest[state] === -1) this.#longest[state] = this.#longest[fallback] ?? -1;
    }
  }

  /** All states but the first, the least deep ones first (a counting sort). */
  #byDepth(): Int32Array {
    const depths = this.#depth.subarray(1, this.#states);
    let deepest = 0;
    for (const depth of depths) deepest = Math.max(deepest, depth);
    const ends = new Int32Array(deepest + 2);
    for (const depth of depths) ends[depth + 1] = (ends[depth + 1] ?? 0) + 1;
    for (let depth = 1; depth < ends.length; depth++) ends[depth] = (ends[depth] ?? 0) + (ends[depth - 1] ?? 0);
    const ordered = new Int32Array(depths.length);
    for (const [index, depth] of depths.entries()) {
      const at = ends[depth] ?? 0;
      ordered[at] = index + 1;
      ends[depth] = at + 1;
    }
    return ordered;
  }

  #unitAt(text: string, index: number): number {
    const unit = text.charCodeAt(index);
    return unit < 128 ? (this.#fold[unit] ?? unit) : unit;
  }

  /** The slot of a transition, or the free one where it belongs. */
  #slotOf(state: number, unit: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    const key = state * UNITS + unit;
    let hash = Math.imul(state, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const held = keys[slot];
      if (held === key || held === -1) return slot;
    }
  }

  #step(from: number, unit: number): number {
    for (let state = from; ; state = this.#fallback[state] ?? 0) {
      const slot = this.#slotOf(state, unit);
      if (this.#keys[slot] !== -1) return this.#targets[slot] ?? 0;
      if (state === 0) return 0;
    }
  }

  /**
   * Spans of the matched words. Overlapping words are one span, so that no part of one remains visible. The beginning of a word that an
   * ellipsis cuts off is one too.
   * @param isCut true for a text whose end is missing: it may end within a word
   */
  find(text: string, isCut = false): readonly Span[] {
    const spans: Span[] = [];
    const tail = isCut ? text.length - LONGEST_ESCAPE : text.length;
    let state = 0;
    for (let i = this.#candidate(text, 0, tail); i < text.length; i++) {
      const unit = this.#unitAt(text, i);
      if (state > 0 && mayTear(unit)) {
        const end = tornAt(text, i, isCut);
        if (end >= 0)
          this.#addBeginning(spans, state, { end: i, to: end, least: end === text.length ? TORN : CUT_OFF });
      }
      state = this.#step(state, unit);
      const word = this.#longest[state] ?? -1;
      if (word >= 0) addSpan(spans, this.#spanOf(word, i + 1));
      else if (state === 0) i = this.#candidate(text, i + 1, tail) - 1;
    }
    if (isCut) this.#addBeginning(spans, state, { end: text.length, to: text.length, least: TORN });
    return spans;
  }

  /** The next place where a word may begin: not before `from`, and where the tail begins at the latest. */
  #candidate(text: string, from: number, tail: number): number {
    const [starts, fold] = [this.#starts, this.#fold];
    let hash = 0;
    for (let i = from; i < tail; i++) {
      const unit = text.charCodeAt(i);
      hash = ((hash << SHIFT) ^ (unit < 128 ? (fold[unit] ?? 0) : unit)) & HASHES;
      if (starts[hash] === 1 && i - from >= START - 1) return i - START + 1;
    }
    return tail === text.length ? tail : Math.max(from, tail - START + 1);
  }

  /** Adds the span of the first characters of a word, unless they are too few. */
  #addBeginning(spans: Span[], state: number, { end, to, least }: { end: number; to: number; least: number }): void {
    const depth = this.#depth[state] ?? 0;
    if (depth >= least) addSpan(spans, { from: end - depth, to, word: this.#owner[state] ?? 0 });
  }

  #spanOf(word: number, end: number): Span {
    const { text, length } = this.#words[word] ?? NO_WORD;
    const from = end - text.length;
    return { from, to: from + length, word };
  }
}

const NO_WORD: Word = { text: '', length: 0 };

/** Characters that the start of a word has, and bits by which its hash moves with each, so that none is left of those before. */
const START = 4;
const SHIFT = 4;
const HASHES = 0xffff;
/** UTF-16 units. */
const UNITS = 65_536;
/** Minimum length of a beginning of a word before an ellipsis, and at the end of a cut text. */
const CUT_OFF = 4;
const TORN = 2;
/** Maximum length of an escape that the end of a text cuts off. */
const LONGEST_ESCAPE = 24;

/** True for an ellipsis, and for a character with which an escape begins, or a torn one. */
function mayTear(unit: number): boolean {
  return unit === 0x2e || unit === 0x5c || unit === 0x25 || unit === 0x26 || unit > 0x7f;
}

/** The rest of an escape, and the ellipsis at which it was cut. */
const TORN_ESCAPE = /(?:[\\%&\u0080-\uffff][\\%&#{\w\u0080-\uffff]{0,15})?(\u2026|\.\.\.|$)/y;

/** The end of the rest of an escape, when a text is cut off there: at an ellipsis, or at its end; -1 when it is not. */
function tornAt(text: string, at: number, isCut: boolean): number {
  TORN_ESCAPE.lastIndex = at;
  const found = TORN_ESCAPE.exec(text);
  if (found === null) return -1;
  const [{ length }, mark = ''] = found;
  return mark !== '' || isCut ? at + length - mark.length : -1;
}

function addSpan(spans: Span[], added: Span): void {
  let { from, to, word } = added;
  let longest = to - from;
  for (let last = spans.at(-1); last !== undefined && from < last.to; last = spans.at(-1)) {
    // A span of several words has its whole length.
    if (last.to - last.from >= longest) [word, longest] = [last.word, last.to - last.from];
    [from, to] = [Math.min(from, last.from), Math.max(to, last.to)];
    spans.pop();
  }
  spans.push({ from, to, word });
}
