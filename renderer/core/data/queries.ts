import { QueryClient, type Query as CachedQuery, queryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import { isNotFound, messageOf } from './action.ts';
import type { LiveEvents } from './live-events.ts';

/** The effects of events on data of the server. */
interface LiveEffects<Data> extends Record<string, unknown> {
  /** The data after events; the same object when none changes them. */
  patch?(data: Data, events: readonly EmulatorEvent[]): Data;
  /** True for an event after which the data are loaded again. */
  readonly concerns?: ((event: EmulatorEvent) => boolean) | undefined;
  /** Minimum time between two loads after events, in milliseconds. */
  readonly interval?: number | undefined;
}

/** Data of the server, which are loaded on first use and on every reconnection, and follow events. */
export interface LiveSource<Data> extends LiveEffects<Data> {
  /** The name of the data, unique in a window. */
  readonly key: string;
  readonly load: () => Promise<Data>;
  /** Interval in milliseconds at which the data are loaded again in any case. */
  readonly every?: number | undefined;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: LiveEffects<unknown>;
  }
}

const INTERVAL = 120;
/** Loads after events take at most one part in this number of the time. */
const SHARE = 10;

/** Makes the cache of a window, which follows the events. */
export function createQueries(live: LiveEvents): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false } },
  });
  const refresh = refresher(queries);
  live.onReload(() => void queries.invalidateQueries());
  live.onEvents((events) => {
    for (const query of queries.getQueryCache().getAll()) {
      const { data } = query.state;
      const changed = data === undefined ? undefined : query.meta?.patch?.(data, events);
      if (changed !== undefined && changed !== data) query.setData(changed, { manual: true });
      if (events.some((event) => query.meta?.concerns?.(event) === true)) void refresh(query);
    }
  });
  return queries;
}

/** Returns a function that loads a query again: at once, then after a pause when it was called meanwhile. */
function refresher(queries: QueryClient): (query: CachedQuery) => Promise<void> {
  const isDue = new Map<string, boolean>();
  return async (query) => {
    const { queryHash, queryKey, meta } = query;
    const isBusy = isDue.has(queryHash);
    isDue.set(queryHash, true);
    if (isBusy) return;
    while (isDue.get(queryHash) === true) {
      // A load that has begun before the event may lack its effect.
      await query.promise?.catch(() => undefined);
      isDue.set(queryHash, false);
      const began = performance.now();
      await queries.invalidateQueries({ queryKey, exact: true });
      const pause = Math.max(meta?.interval ?? INTERVAL, (performance.now() - began) * SHARE);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    isDue.delete(queryHash);
  };
}

/** The options of a query, for hooks and for the cache. */
export function liveOptions<Data>(live: LiveEvents, source: LiveSource<Data>) {
  const { key, load: _, every = false, ...effects } = source;
  return queryOptions({
    queryKey: [key],
    queryFn: () => loadDuringEvents(live, source),
    meta: effects,
    refetchInterval: every,
    // Data that no event updates are loaded again on each use.
    staleTime: effects.patch === undefined && effects.concerns === undefined ? 0 : Infinity,
  });
}

/** Loads data once the event stream is open, and applies events that arrive meanwhile to the result. */
async function loadDuringEvents<Data>(live: LiveEvents, source: LiveSource<Data>): Promise<Data> {
  await live.whenTried();
  const missed: EmulatorEvent[] = [];
  const stop = live.onEvents((events) => missed.push(...events));
  try {
    const data = await source.load();
    return source.patch?.(data, missed) ?? data;
  } finally {
    stop();
  }
}

/** The state of data of the server. Data with an error are stale, because the last reload failed. */
export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: string;
  readonly notFound: boolean;
  readonly reload: () => void;
}

/** The state of a query. */
export function stateOf<Data>({ data, error, refetch }: UseQueryResult<Data>): Query<Data> {
  const notFound = isNotFound(error);
  return {
    data: notFound ? undefined : data,
    error: error === null ? '' : messageOf(error),
    notFound,
    reload: () => void refetch(),
  };
}
