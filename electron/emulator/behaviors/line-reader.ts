/** Limits of one line, in characters. */
interface LineLimits {
  /** Longer lines are emitted in parts. */
  readonly part: number;
  /** Longer lines that must not be split are truncated. */
  readonly whole: number;
}

const PART = 1_000_000;
/** Length of the start of a line that is passed to `isWhole`, in characters. */
const START = 100;

/** Splits a stream of bytes or text into lines. Characters may span chunks, and the last line needs no line end. */
export class LineReader {
  readonly #onLine: (line: string) => void;
  readonly #isWhole: (start: string) => boolean;
  readonly #limits: LineLimits;
  readonly #decoder = new TextDecoder();
  /** Parts of the current line, joined once at its end. */
  #parts: string[] = [];
  #length = 0;

  /** @param isWhole true for the start of a line that must not be split. @param whole maximum length of such a line, in characters */
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
      this.#emit();
      from = end + 1;
    }
    if (from < text.length) this.#add(text.slice(from));
    if (this.#length > this.#limits.part && !this.#isWhole(this.#start())) this.#emitPart();
  }

  /** Emits the last line when it has no line end. */
  end(): void {
    this.#add(this.#decoder.decode());
    if (this.#length > 0) this.#emit();
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

  #emit(): void {
    const line = this.#take();
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  #start(): string {
    let start = '';
    for (const part of this.#parts) if (start.length < START) start += part.slice(0, START);
    return start;
  }

  /** Emits the line up to its last space, so that a secret is not split and can be masked. */
  #emitPart(): void {
    const line = this.#take();
    const space = line.lastIndexOf(' ');
    const end = space > 0 ? space : line.length;
    this.#add(line.slice(end));
    this.#onLine(line.slice(0, end));
  }
}
