import { createMasker } from '../../shared/model/masking.ts';
import type { LogLevel } from '../../shared/model/log-level.ts';
import type { RunContext } from '../engine/behavior-port.ts';

/** What one run's code may write to its log. Characters are JavaScript's. */
const LOG_LIMITS = { lines: 100_000, characters: 16_000_000, lineCharacters: 64_000 };

/** Lines a second that one run's code gets through to the log; beyond it the code is slowed down. */
const LINES_PER_MILLISECOND = 20;
/** So many lines at once cost no pause. */
const FREE_LINES = 50;

const CUT_OFF = `The log is cut off here: a run's code may write ${LOG_LIMITS.lines.toLocaleString('en')} lines and ${LOG_LIMITS.characters / 1_000_000} MB, and what it writes from here on is dropped.`;

/** The log as a run's code writes it: split into lines of bearable length, and cut off with a message at `LOG_LIMITS`. */
export class RunLog {
  readonly #context: Pick<RunContext, 'log'>;
  readonly #mask: (text: string) => string;
  #linesLeft = LOG_LIMITS.lines;
  #charactersLeft = LOG_LIMITS.characters;

  constructor(context: Pick<RunContext, 'log' | 'secrets'>) {
    this.#context = context;
    this.#mask = createMasker(context.secrets);
  }

  /** True from the message on that says where the log was cut off. */
  get closed(): boolean {
    return this.#linesLeft < 0;
  }

  /** Writes one line for each line of the text. Gives the milliseconds to wait before more is taken. */
  write(level: LogLevel, text: string): number {
    if (this.closed) return 0;
    const lines = this.#split(text.slice(0, this.#charactersLeft + 1));
    const kept = lines.slice(0, this.#linesLeft);
    this.#linesLeft -= lines.length;
    this.#charactersLeft -= text.length;
    if (kept.length > 0) this.#context.log(level, kept.join('\n'));
    if (this.#linesLeft < 0 || this.#charactersLeft < 0) {
      this.#linesLeft = -1;
      this.#context.log('warning', CUT_OFF);
    }
    return kept.length < FREE_LINES ? 0 : Math.ceil(kept.length / LINES_PER_MILLISECOND);
  }

  #split(text: string): string[] {
    const lines = text.replace(/\r?\n$/, '').split(/\r\n|[\r\n]/);
    // Masked before it is cut, so that no half of a secret stands at the end of a piece.
    return lines.flatMap((line) =>
      line.length <= LOG_LIMITS.lineCharacters ? [line] : inPieces(this.#mask(line), LOG_LIMITS.lineCharacters),
    );
  }
}

/** Cuts a text into pieces of at most so many characters, never within a surrogate pair. */
function inPieces(text: string, size: number): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = from + size;
    const to = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}
