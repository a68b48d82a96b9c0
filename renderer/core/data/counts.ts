import { useQueries } from '@tanstack/react-query';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import type { Api } from './api.ts';
import { useHangar } from './hangar.ts';
import { liveOptions } from './queries.ts';
import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';

/** Lists that the server counts. */
export type CountedKind = 'run' | 'session' | 'request';

interface CountedList {
  /** The types of the events that change it. */
  readonly events: readonly EmulatorEvent['type'][];
  readonly count: (api: Api, q: string) => Promise<{ readonly total: number }>;
}

const LISTS: Readonly<Record<CountedKind, CountedList>> = {
  run: { events: ['run'], count: (api, q) => api.runs.list({ query: { q, limit: '0' } }) },
  session: { events: ['session'], count: (api, q) => api.sessions.list({ query: { q, limit: '0' } }) },
  request: {
    events: ['traffic', 'trafficCleared'],
    count: (api, q) => api.traffic.list({ query: { q, limit: '0' } }),
  },
};

/** Minimum time between two counts after events, in milliseconds: that of the rows that they count. */
const INTERVAL = 400;

/** The numbers of rows that match filters, by their texts, live; without those that are not loaded. */
export function useCounts(kind: CountedKind, filters: readonly string[]): ReadonlyMap<string, number> {
  const { api, live, queries } = useHangar();
  const { events, count } = LISTS[kind];
  const results = useQueries(
    {
      queries: filters.map((q) =>
        liveOptions(live, {
          key: `number of ${kind}s ${q}`,
          load: () => inTurn(api, async () => (await count(api, q)).total),
          concerns: ({ type }) => events.includes(type),
          interval: INTERVAL,
        }),
      ),
    },
    queries,
  );
  return new Map(filters.flatMap((q, index) => pairOf(q, results[index]?.data)));
}

function pairOf(q: string, count: number | undefined): (readonly [string, number])[] {
  return count === undefined ? [] : [[q, count]];
}

const turns = new WeakMap<Api, Promise<unknown>>();

/** Does work of a client after the work before it: counts must not delay the rows. */
function inTurn<Result>(api: Api, work: () => Promise<Result>): Promise<Result> {
  const result = (turns.get(api) ?? Promise.resolve()).then(work);
  turns.set(
    api,
    result.catch(() => undefined),
  );
  return result;
}

/** Interval between counts while a list changes, in milliseconds. */
export const COUNT_DELAY = 2000;

/** Number of held runs, sessions and requests. */
export function heldNumber({ runs, sessions, requests }: HeldCounts): number {
  return runs + sessions + requests;
}
