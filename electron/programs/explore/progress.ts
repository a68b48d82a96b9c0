import { performance } from '../../emulator/timers/timers.ts';
import type { Explored } from './found.ts';

/** A place for the lines of a search in progress. */
interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** The state of a search. */
export interface SearchState {
  readonly explored: Explored;
  /** Number of schedules left at this depth. */
  readonly left: number;
  /** Number of counterexamples. */
  readonly found: number;
  /** True while a schedule that broke an invariant is made smaller and repeated. */
  readonly isShrinking: boolean;
}

/** Prints the state of a search. */
export interface ProgressPrinter {
  readonly show: (state: SearchState) => void;
  /** Removes the line from a terminal. */
  readonly end: () => void;
}

/** Milliseconds between two lines: on a terminal, where one replaces the other, and elsewhere. */
const PAUSES = { terminal: 100, file: 10_000 };

/** Prints one line that is replaced on a terminal, and a line every ten seconds elsewhere. */
export function progressPrinter(output: ProgressOutput): ProgressPrinter {
  const isTerminal = output.isTTY === true;
  const pause = isTerminal ? PAUSES.terminal : PAUSES.file;
  let last = isTerminal ? -Infinity : performance.now();
  let isShown = false;
  return {
    show: ({ explored: { schedules }, left, found, isShrinking }) => {
      if (performance.now() - last < pause) return;
      last = performance.now();
      const counterexamples = found === 1 ? '1 counterexample' : `${found} counterexamples`;
      const line = `${schedules} ${schedules === 1 ? 'schedule' : 'schedules'} tried, ${left} left at this depth, ${counterexamples}${isShrinking ? '; shrinks one more' : ''}`;
      output.write(isTerminal ? `\r\u001b[2K${line}` : `${line}\n`);
      isShown = isTerminal;
    },
    end: () => {
      if (isShown) output.write('\r\u001b[2K');
      isShown = false;
    },
  };
}
