import type { ExploreReport } from '../../../shared/contract/emulator/explorations.ts';
import { performance, setInterval, clearInterval } from '../../emulator/timers/timers.ts';
import type { Hangar } from '../client/hangar.ts';
import type { Explored } from './found.ts';

/** Milliseconds between two messages about a search that goes on. */
const PAUSE = 1000;

/** Tells a running Hangar of an exploration, for its window. */
export interface ToldProgress {
  readonly show: (explored: Explored) => void;
  readonly end: (report: ExploreReport | undefined, isInterrupted: boolean) => Promise<void>;
}

/** Begins to tell a Hangar of an exploration. What it does not take does not disturb the search. */
export async function toldProgress(
  { api }: Hangar,
  { command, invariants }: { readonly command: string; readonly invariants: readonly string[] },
): Promise<ToldProgress> {
  const { id } = await api.explorations.create({ body: { command, invariants: [...invariants] } });
  const params = { id };
  let latest: Explored | undefined;
  let last = performance.now();
  const tell = (): void => {
    last = performance.now();
    const explored = latest === undefined ? {} : { explored: latest };
    api.explorations.update({ params, body: { state: 'running', ...explored } }).catch(() => undefined);
  };
  const timer = setInterval(tell, 20 * PAUSE);
  return {
    show: (explored) => {
      latest = structuredClone(explored);
      if (performance.now() - last >= PAUSE) tell();
    },
    end: async (report, isInterrupted) => {
      clearInterval(timer);
      const body = { state: isInterrupted ? ('interrupted' as const) : ('ended' as const), ...(report && { report }) };
      await api.explorations.update({ params, body }).catch(() => undefined);
    },
  };
}
