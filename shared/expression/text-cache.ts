/** Capacity of a cache, in characters of its keys and in texts; it holds up to twice as many. */
const CHARACTERS_KEPT = 1_000_000;
const TEXTS_KEPT = 1_000;

/** A cache of values by text that keeps the recently used ones, without bookkeeping on a hit. */
export class TextCache<Value> {
  private young = new Map<string, Value>();
  private old: ReadonlyMap<string, Value> = new Map<string, Value>();
  private characters = 0;
  private readonly make: (text: string) => Value;
  private readonly textsKept: number;

  constructor(make: (text: string) => Value, textsKept = TEXTS_KEPT) {
    this.make = make;
    this.textsKept = textsKept;
  }

  has(text: string): boolean {
    return this.young.has(text) || this.old.has(text);
  }

  get(text: string): Value {
    return this.young.get(text) ?? this.renew(text);
  }

  private renew(text: string): Value {
    const made = this.old.get(text) ?? this.make(text);
    if (this.young.size >= this.textsKept || this.characters + text.length > CHARACTERS_KEPT) {
      this.old = this.young;
      this.young = new Map<string, Value>();
      this.characters = 0;
    }
    this.characters += text.length;
    this.young.set(text, made);
    return made;
  }
}
