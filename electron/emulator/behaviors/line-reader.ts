/** Limits of one line, in characters. */
interface LineLimits {
  /** Longer lines are given out in parts. */
  readonly part: number;
  /** Longer lines that are needed whole are cut here; their rest is dropped. */
  readonly whole: number;
}

const PART = 1_000_000;
/** Characters of a line's beginning that `isWhole` sees. */
const BEGINNING = 100;

/** Cuts a stream of bytes or text into lines as they come: characters may straddle chunks, the last line needs no end. */
export class LineReader {
  readonly #onLine: (line: string) => void;
  readonly #isWhole: (start: string) => boolean;
  readonly #limits: LineLimits;
  readonly #decoder = new TextDecoder();
  /** The line so far. Joined at its end, since joining at each chunk copies the whole each time. */
  #parts: string[] = [];
  #length = 0;

  /** @param isWhole tells from its beginning whether a line is needed in one piece. @param whole longest such line, in characters */
  constructor(onLine: (line: string) => void, isWhole: (start: string) => boolean = () => false, whole = PART) {
    this.#onLine = onLine;
    this.#isWhole = isWhole;
    this.#limits = { part: PART, whole };
  }

  push(chunk: Uint8Array | string): void {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#add(text.slice(from, end));
      this.#give();
      from = end + 1;
    }
    if (from < text.length) this.#add(text.slice(from));
    if (this.#length > this.#limits.part && !this.#isWhole(this.#beginning())) this.#giveBeginning();
  }

  /** Gives out what has no line end. */
  end(): void {
    this.#add(this.#decoder.decode());
    if (this.#length > 0) this.#give();
  }

  #add(text: string): void {
    if (text === '' || this.#length > this.#limits.whole) return;
    this.#parts.push(text);
    this.#length += text.length;
  }

  #take(): string {
    const line = this.#parts.length === 1 ? (this.#parts[0] ?? '') : this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  #give(): void {
    const line = this.#take();
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  #beginning(): string {
    let beginning = '';
    for (const part of this.#parts) if (beginning.length < BEGINNING) beginning += part.slice(0, BEGINNING);
    return beginning;
  }

  /** Up to a space where there is one, so that a secret in the line stays in one piece and can be masked. */
  #giveBeginning(): void {
    const line = this.#take();
    const space = line.lastIndexOf(' ');
    const end = space > 0 ? space : line.length;
    this.#add(line.slice(end));
    this.#onLine(line.slice(0, end));
  }
}
