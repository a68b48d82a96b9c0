/** A range of a text: `from <= index < to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds many words in a text in linear time (Aho and Corasick 1975). One map holds the transitions of all states. Most
 * characters begin no word and cost one table look-up.
 */
export class TextMatcher {
  readonly #transitions = new Map<number, number>();
  readonly #begins = new Uint8Array(UNITS);
  /** Failure links and lengths of the longest word that ends at each state, by state. */
  readonly #fallback: number[] = [0];
  readonly #longest: number[] = [0];

  constructor(words: readonly string[]) {
    for (const word of words) this.#add(word);
    this.#link();
  }

  #add(word: string): void {
    this.#begins[word.charCodeAt(0)] = 1;
    let state = 0;
    for (let i = 0; i < word.length; i++) {
      const key = state * UNITS + word.charCodeAt(i);
      let next = this.#transitions.get(key);
      if (next === undefined) {
        next = this.#longest.push(0) - 1;
        this.#transitions.set(key, next);
      }
      state = next;
    }
    this.#longest[state] = word.length;
  }

  /** Sets the failure links in breadth-first order: a link always leads to a smaller depth. */
  #link(): void {
    const edges = this.#edges();
    let level = [0];
    while (level.length > 0) {
      const next: number[] = [];
      for (const state of level) {
        for (const [unit, target] of edges.get(state) ?? []) {
          const fallback = state === 0 ? 0 : this.#step(this.#fallback[state] ?? 0, unit);
          this.#fallback[target] = fallback;
          this.#longest[target] = Math.max(this.#longest[target] ?? 0, this.#longest[fallback] ?? 0);
          next.push(target);
        }
      }
      level = next;
    }
  }

  #edges(): Map<number, [number, number][]> {
    const edges = new Map<number, [number, number][]>();
    for (const [key, target] of this.#transitions) {
      const state = Math.floor(key / UNITS);
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
      const length = this.#longest[state] ?? 0;
      if (length > 0) addSpan(spans, i + 1 - length, i + 1);
    }
    return spans;
  }
}

/** UTF-16 units. */
const UNITS = 65_536;

function addSpan(spans: Span[], start: number, to: number): void {
  let from = start;
  for (let last = spans.at(-1); last !== undefined && from < last.to; last = spans.at(-1)) {
    from = Math.min(from, last.from);
    spans.pop();
  }
  spans.push({ from, to });
}
