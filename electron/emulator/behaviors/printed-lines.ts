import { LineReader } from './line-reader.ts';
import { MESSAGE_CHARACTERS } from './limits.ts';
import { isOutputLine } from './output-lines.ts';
import type { ProgramOutput } from './program-output.ts';

/** Splits the text that a script prints into lines for its log and output. */
export class PrintedLines {
  readonly #output: ProgramOutput;
  readonly #reader = new LineReader((line) => void this.#lines.push(line), isOutputLine, MESSAGE_CHARACTERS);
  #lines: string[] = [];

  constructor(output: ProgramOutput) {
    this.#output = output;
  }

  /** Takes the next part of the text. Throws when a line exceeds a limit. Returns the milliseconds to wait before more is read. */
  add(text: string): number {
    this.#reader.push(text);
    return this.#take();
  }

  /** Takes a last line without a line end, and notes lines that are not complete. */
  end(): void {
    this.#reader.end();
    this.#take();
    this.#output.end();
  }

  #take(): number {
    const lines = this.#lines;
    this.#lines = [];
    return this.#output.take(lines);
  }
}
