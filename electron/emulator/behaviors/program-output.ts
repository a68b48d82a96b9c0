import { tooLarge } from './json-shape.ts';
import { MESSAGE_CHARACTERS } from './limits.ts';
import { OutputLines, type OutputChange, isOutputLine } from './output-lines.ts';
import { OutputPlaceError } from './output-path.ts';
import type { RunLog } from './run-log.ts';
import type { RunOutput } from './run-output.ts';
import { quoteForMessage } from '../../../shared/values/messages.ts';
import { LineReader } from './line-reader.ts';
import type { RunContext } from '../engine/context/behavior-port.ts';

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

/** Errors of SDKs that find nothing of their run in the environment; the last one has the name of a variable. */
const LOST =
  /\bexpected an api host\b|\bresources version unsupported\b|\b([A-Z][A-Z0-9]{0,29})_(?:API_HOST|RESOURCES_VERSION)\b/;
/** The package in the stack of such an error. */
const PACKAGE = /\bnode_modules[/\\]@?([a-z][a-z0-9]{0,29})[/\\]/;
/** Maximum length of a text that is searched, in characters. */
const SEARCHED = 10_000;

/** Names the setting `sdk` in the log of a run, once, when its program speaks an SDK and the setting is not set. */
export class SdkHint {
  readonly #context: Pick<RunContext, 'log' | 'metadata'>;
  #isDone = false;

  constructor(context: Pick<RunContext, 'log' | 'metadata'>) {
    this.#context = context;
  }

  /** Notes that the program printed a line of an SDK. @param word the vendor's, as in `acme_output_set` */
  printed(word: string): void {
    if (word !== 'hangar') this.#write(word, 'prints lines of an SDK');
  }

  /** Notes a text of the program's errors. */
  failed(text: string): void {
    if (this.#isDone) return;
    const part = text.slice(0, SEARCHED);
    const found = LOST.exec(part);
    if (found === null) return;
    const word = found[1]?.toLowerCase() ?? PACKAGE.exec(part)?.[1];
    this.#write(word, 'uses an SDK that does not find its run');
  }

  #write(word: string | undefined, what: string): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (this.#context.metadata.sdk !== undefined) return;
    const value = word === undefined ? 'the word of the SDK, such as "acme"' : `"${word}"`;
    const names =
      word === undefined
        ? 'ACME_API_HOST, ACME_TOKEN'
        : ['API_HOST', 'TOKEN'].map((name) => `${word.toUpperCase()}_${name}`).join(', ');
    this.#context.log(
      'warning',
      `The program ${what}, and settings.sdk is not set. Set it to ${value}, so that programs find ${names} and the rest.`,
    );
  }
}
