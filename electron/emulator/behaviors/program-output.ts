import { tooLarge } from './json-shape.ts';
import { MESSAGE_CHARACTERS } from './limits.ts';
import { OutputLines, type OutputChange, isOutputLine } from './output-lines.ts';
import { OutputPlaceError } from './output-path.ts';
import type { RunLog } from './run-log.ts';
import type { RunOutput } from './run-output.ts';
import type { SdkHint } from './sdk-hint.ts';
import { quoteForMessage } from '../../../shared/values/messages.ts';
import { LineReader } from './line-reader.ts';

/** Maximum length of a line in a message about it, in characters. */
const QUOTED = 200;

/** Applies the lines that a program writes to its standard output to the log and the output of its run. */
export class ProgramOutput {
  readonly #log: RunLog;
  readonly #output: RunOutput;
  readonly #sdk: SdkHint;
  readonly #lines = new OutputLines();

  constructor(log: RunLog, output: RunOutput, sdk: SdkHint) {
    [this.#log, this.#output, this.#sdk] = [log, output, sdk];
  }

  /** Takes whole lines. Throws when one exceeds a limit. Returns the milliseconds to wait before more is read. */
  take(lines: readonly string[]): number {
    let delay = 0;
    /** Lines for the log: written together, which is faster. */
    let logged: string[] = [];
    const log = (): void => {
      if (logged.length > 0) delay += this.#log.write('info', logged.join('\n'));
      logged = [];
    };
    for (const line of lines) {
      if (line.length > MESSAGE_CHARACTERS) throw new Error(tooLarge(line.length));
      const { change, problem, isLogged } = this.#lines.read(line);
      if (isLogged) logged.push(line);
      if (change === undefined && problem === undefined) continue;
      log();
      if (change !== undefined) this.#sdk.printed(change.word);
      delay += change === undefined ? this.#ignore(line, problem ?? '') : this.#change(line, change);
    }
    log();
    return delay;
  }

  /** Notes lines that are not complete at the program's end. */
  end(): void {
    for (const problem of this.#lines.end()) this.#log.write('warning', problem);
  }

  #change(line: string, { do: change, path, json }: OutputChange): number {
    try {
      return this.#output[change](path, json);
    } catch (error) {
      if (error instanceof OutputPlaceError) return this.#ignore(line, error.message);
      if (!(error instanceof SyntaxError)) throw error;
      return this.#ignore(line, `its value is not JSON (${error.message})`);
    }
  }

  #ignore(line: string, problem: string): number {
    return this.#log.write('warning', `Ignored the line "${quoteForMessage(line, QUOTED)}": ${problem}.`);
  }
}

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
