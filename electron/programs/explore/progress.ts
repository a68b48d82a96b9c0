import { performance, setInterval, clearInterval } from '../../emulator/timers/timers.ts';
import type { Explored } from './found.ts';
import type { ExploreReport } from '../../../shared/contract/emulator/explorations.ts';
import type { Hangar } from '../client/hangar.ts';
import type { TriedSpace } from './space.ts';

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
interface ProgressPrinter {
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

/** Milliseconds between two messages about a search that goes on. */
const PAUSE = 1000;

/** Tells a running Hangar of an exploration, for its window. */
interface ToldProgress {
  readonly show: (explored: Explored) => void;
  readonly end: (report: ExploreReport | undefined, isInterrupted: boolean) => Promise<void>;
}

/** Begins to tell a Hangar of an exploration, until somebody there calls `stop`. What it does not take does not disturb the search. */
export async function toldProgress(
  { api }: Hangar,
  begun: Parameters<Hangar['api']['explorations']['create']>[0]['body'],
  { space, stop }: { readonly space: Pick<TriedSpace, 'view'>; readonly stop: () => void },
): Promise<ToldProgress> {
  const { id } = await api.explorations.create({ body: begun });
  const params = { id };
  let latest: Explored | undefined;
  let last = performance.now();
  const tell = (): void => {
    last = performance.now();
    const explored = latest === undefined ? {} : { explored: latest };
    api.explorations
      .update({ params, body: { state: 'running', ...explored, space: space.view() } })
      .then(({ state }) => state === 'interrupted' && stop())
      .catch(() => undefined);
  };
  const timer = setInterval(tell, 20 * PAUSE);
  return {
    show: (explored) => {
      latest = structuredClone(explored);
      if (performance.now() - last >= PAUSE) tell();
    },
    end: async (report, isInterrupted) => {
      clearInterval(timer);
      const state = isInterrupted ? 'interrupted' : 'ended';
      const body = { state, space: space.view(), ...(report && { report }) } as const;
      await api.explorations.update({ params, body }).catch(() => undefined);
    },
  };
}
