import { fnvStep } from '../../../../shared/values/fnv.ts';

/** Short ASCII texts in one buffer: a text takes its characters and four bytes, and no object. */
export class PackedTexts {
  readonly #bytes: Buffer;
  /** Offset of the end of each text. */
  readonly ends: Uint32Array;

  constructor(characters: string, ends: Uint32Array) {
    this.#bytes = Buffer.from(characters, 'latin1');
    this.ends = ends;
  }

  static of(texts: readonly string[]): PackedTexts {
    let end = 0;
    return new PackedTexts(
      texts.join(''),
      Uint32Array.from(texts, ({ length }) => (end += length)),
    );
  }

  get length(): number {
    return this.ends.length;
  }

  /** All texts, one after the other. */
  get characters(): string {
    return this.#bytes.toString('latin1');
  }

  at(index: number): string {
    return this.#bytes.toString('latin1', this.#start(index), this.ends[index]);
  }

  lengthAt(index: number): number {
    return (this.ends[index] ?? 0) - this.#start(index);
  }

  /** Compares a text without making a string of it. */
  isAt(index: number, text: string): boolean {
    return this.lengthAt(index) === text.length && this.hasStart(index, text);
  }

  /** True when a text that is not shorter begins with another one. */
  hasStart(index: number, text: string): boolean {
    const start = this.#start(index);
    for (let i = 0; i < text.length; i++) if (this.#bytes[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** The `fnv1a` of a text, from the same start. */
  hashAt(index: number, start: number): number {
    const end = this.ends[index] ?? 0;
    let hash = start;
    for (let i = this.#start(index); i < end; i++) hash = fnvStep(hash, this.#bytes[i] ?? 0);
    return hash >>> 0;
  }

  #start(index: number): number {
    return index === 0 ? 0 : (this.ends[index - 1] ?? 0);
  }
}
