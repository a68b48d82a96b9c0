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

/**
 * Finds many words in a text in linear time (Aho and Corasick 1975). One map holds the transitions of all states. Most
 * characters begin no word and cost one table look-up.
 */
export class TextMatcher {
  readonly #transitions = new Map<number, number>();
  readonly #begins = new Uint8Array(UNITS);
  readonly #words: readonly Word[];
  /** Failure links and indexes of the longest word that ends at each state, by state; -1 for none. */
  readonly #fallback: number[] = [0];
  readonly #longest: number[] = [-1];

  private constructor(words: readonly Word[]) {
    this.#words = words;
  }

  /**
   * Makes a matcher, and yields often: thousands of words take a second.
   * @param words without empty ones; of equal ones, the first counts
   */
  static *inSteps(words: readonly Word[]): Generator<void, TextMatcher, undefined> {
    const matcher = new TextMatcher(words);
    for (const [index, { text }] of words.entries()) {
      matcher.#add(text, index);
      if (index % STEP === 0) yield;
    }
    yield* matcher.#link();
    return matcher;
  }

  #add(word: string, index: number): void {
    this.#begins[word.charCodeAt(0)] = 1;
    let state = 0;
    for (let i = 0; i < word.length; i++) {
      const key = state * UNITS + word.charCodeAt(i);
      let next = this.#transitions.get(key);
      if (next === undefined) {
        next = this.#longest.push(-1) - 1;
        this.#transitions.set(key, next);
      }
      state = next;
    }
    if (this.#longest[state] === -1) this.#longest[state] = index;
  }

  /** Sets the failure links in breadth-first order: a link always leads to a smaller depth. */
  *#link(): Generator<void, void, undefined> {
    const edges = yield* this.#edges();
    let level = [0];
    while (level.length > 0) {
      const next: number[] = [];
      for (const [index, state] of level.entries()) {
        if (index % STEP === 0) yield;
        for (const [unit, target] of edges.get(state) ?? []) {
          const fallback = state === 0 ? 0 : this.#step(this.#fallback[state] ?? 0, unit);
          this.#fallback[target] = fallback;
          // A word that ends here is longer than its suffixes.
          if (this.#longest[target] === -1) this.#longest[target] = this.#longest[fallback] ?? -1;
          next.push(target);
        }
      }
      level = next;
    }
  }

  *#edges(): Generator<void, Map<number, [number, number][]>, undefined> {
    const edges = new Map<number, [number, number][]>();
    for (const [key, target] of this.#transitions) {
      const state = Math.floor(key / UNITS);
      if (state % STEP === 0) yield;
      const edge: [number, number] = [key % UNITS, target];
      const known = edges.get(state);
      if (known === undefined) edges.set(state, [edge]);
      else known.push(edge);
    }
    return edges;
  }

  #step(from: number, unit: number): number {
    for (let state = from; ; state = this.#fallback[state] ?? 0) {
      const next = this.#transitions.get(state * UNITS + unit);
      if (next !== undefined) return next;
      if (state === 0) return 0;
    }
  }

  /** Spans of the matched words. Overlapping words are one span, so that no part of one remains visible. */
  find(text: string): readonly Span[] {
    const spans: Span[] = [];
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (state === 0 && this.#begins[unit] === 0) continue;
      state = this.#step(state, unit);
      const word = this.#longest[state] ?? -1;
      if (word >= 0) addSpan(spans, this.#spanOf(word, i + 1));
    }
    return spans;
  }

  #spanOf(word: number, end: number): Span {
    const { text, length } = this.#words[word] ?? NO_WORD;
    const from = end - text.length;
    return { from, to: from + length, word };
  }
}

const NO_WORD: Word = { text: '', length: 0 };

/** Words or states between two pauses. */
const STEP = 100;
/** UTF-16 units. */
const UNITS = 65_536;

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
