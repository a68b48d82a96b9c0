import type { ExploreReport } from '../../../shared/contract/emulator/explorations.ts';
import { performance, setInterval, clearInterval } from '../../emulator/timers/timers.ts';
import type { Hangar } from '../client/hangar.ts';
import type { Explored } from './found.ts';
import type { TriedSpace } from './space.ts';

/** Milliseconds between two messages about a search that goes on. */
const PAUSE = 1000;

/** Tells a running Hangar of an exploration, for its window. */
export interface ToldProgress {
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
