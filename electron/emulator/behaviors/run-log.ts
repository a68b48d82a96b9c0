import { createMasker, type Masker } from '../../../shared/model/masking.ts';
import type { LogLevel } from '../../../shared/model/log-level.ts';
import type { RunContext } from '../engine/context/behavior-port.ts';
import { LOG_LIMITS } from './limits.ts';

/** Maximum rate of log lines of one run. Faster code is throttled. */
const LINES_PER_MILLISECOND = 20;
/** Number of lines at once that cause no delay. */
const FREE_LINES = 50;

const LINE_END = /\r\n|[\r\n]/g;

const cutOff = (): string =>
  `The log is cut off here: a run may log ${LOG_LIMITS.lines.toLocaleString('en')} lines and ${LOG_LIMITS.characters / 1_000_000} MB. Further lines are dropped.`;

/** The log of a run's code. Splits long lines, and cuts the log off with a message at `LOG_LIMITS`. */
export class RunLog {
  readonly #context: Pick<RunContext, 'log'>;
  readonly #mask: Masker;
  #linesLeft: number = LOG_LIMITS.lines;
  #charactersLeft: number = LOG_LIMITS.characters;

  constructor(context: Pick<RunContext, 'log' | 'secrets'>) {
    this.#context = context;
    this.#mask = createMasker(context.secrets);
  }

  /** True after the log was cut off. */
  get closed(): boolean {
    return this.#linesLeft < 0;
  }

  /** Writes each line of a text. Returns the milliseconds to wait before more is read. */
  write(level: LogLevel, text: string): number {
    if (this.closed) return 0;
    const most = this.#charactersLeft + 1;
    const lines = this.#split(text.length > most ? this.#mask(text.slice(0, most), 'cut') : text);
    const kept = lines.slice(0, this.#linesLeft);
    this.#linesLeft -= lines.length;
    this.#charactersLeft -= text.length;
    if (kept.length > 0) this.#context.log(level, kept.join('\n'));
    if (this.#linesLeft < 0 || this.#charactersLeft < 0) {
      this.#linesLeft = -1;
      this.#context.log('warning', cutOff());
    }
    return kept.length < FREE_LINES ? 0 : Math.ceil(kept.length / LINES_PER_MILLISECOND);
  }

  /** Splits a text into lines, at most one more than the log accepts. */
  #split(text: string): string[] {
    const lines: string[] = [];
    const add = (line: string): void => {
      // Masked before it is split, so that no part of a secret remains.
      if (line.length <= LOG_LIMITS.lineCharacters) lines.push(line);
      else lines.push(...inPieces(this.#mask(line), LOG_LIMITS.lineCharacters));
    };
    const whole = text.replace(/\r?\n$/, '');
    let from = 0;
    for (const { index, 0: end } of whole.matchAll(LINE_END)) {
      if (lines.length > this.#linesLeft) return lines;
      add(whole.slice(from, index));
      from = index + end.length;
    }
    add(whole.slice(from));
    return lines;
  }
}

/** Splits a text into parts of at most `size` characters, never within a surrogate pair. */
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
