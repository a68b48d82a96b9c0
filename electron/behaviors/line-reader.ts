/** What a partial line may grow to before it is given out in parts, in characters. */
const LONGEST = 1_000_000;

/** Cuts a stream of bytes or text into lines as they come: characters may straddle chunks, the last line needs no end. */
export class LineReader {
  readonly #onLine: (line: string) => void;
  readonly #isWhole: (start: string) => boolean;
  readonly #decoder = new TextDecoder();
  #rest = '';

  /** @param isWhole tells from its beginning whether a line is needed whole, however long it is. */
  constructor(onLine: (line: string) => void, isWhole: (start: string) => boolean = () => false) {
    this.#onLine = onLine;
    this.#isWhole = isWhole;
  }

  push(chunk: Uint8Array | string): void {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) this.#give(line);
    this.#rest += last;
    if (this.#rest.length > LONGEST && !this.#isWhole(this.#rest)) this.#giveBeginning();
  }

  /** Gives out what has no line end. */
  end(): void {
    const last = this.#rest + this.#decoder.decode();
    this.#rest = '';
    if (last !== '') this.#onLine(last.replace(/\r$/, ''));
  }

  #give(end: string): void {
    const line = this.#rest + end;
    this.#rest = '';
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  /** Up to a space where there is one, so that a secret in the line stays in one piece and can be masked. */
  #giveBeginning(): void {
    const space = this.#rest.lastIndexOf(' ');
    const end = space > 0 ? space : this.#rest.length;
    const beginning = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end);
    this.#onLine(beginning);
  }
}
