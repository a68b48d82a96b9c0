import { useMemo, useState } from 'react';
import { useAction } from '../../core/data/action.ts';
import { type TrafficItem, useAllTraffic, useApi, useHangar } from '../../core/data/hangar.ts';
import { useQuery } from '../../core/data/query.ts';
import { useQueryState } from '../../core/page/url.ts';
import { useEachSecond } from '../../ui/text/RelativeTime.tsx';
import { readFilter, type TrafficFilter } from './traffic-filter.ts';
import { useBodySearch } from './use-body-search.ts';

/** The filtered traffic log and its controls. */
export type TrafficLog = ReturnType<typeof useTrafficLog>;

/** Filters the live log; keeps its rows while paused. */
export function useTrafficLog(filter: string) {
  const hangar = useHangar();
  const { items, ...state } = useAllTraffic();
  const [frozen, setFrozen] = useState<readonly TrafficItem[]>();
  const parsed = useMemo(() => (filter.trim() === '' ? undefined : readFilter(filter)), [filter]);
  const now = useEachSecond((moment) => (parsed?.isTimed === true ? Math.floor(moment / 1000) * 1000 : 0));
  const unjudged = useMemo(
    () => items.filter((row) => parsed?.matches(row, now) === undefined && parsed !== undefined),
    [items, parsed, now],
  );
  const judged = useBodySearch(filter, unjudged);
  const live = useMemo(() => select(items, parsed, { now, judged }), [items, parsed, now, judged]);
  const shown = useMemo(
    () => (frozen === undefined ? live : select(frozen, parsed, { now, judged })),
    [frozen, live, parsed, now, judged],
  );
  const [cleared, setCleared] = useState(0);
  const { set } = useQueryState();
  const clear = useAction(async () => {
    await hangar.api.traffic.clear();
    setFrozen(undefined);
    setCleared((count) => count + 1);
  });
  const newest = shown[0]?.id;
  const newer = live.findIndex(({ id }) => id === newest);
  return {
    /** Matching requests, newest first. */
    rows: shown,
    /** Number of all logged requests. */
    total: items.length,
    ...state,
    filter,
    /** The problem of an invalid filter; "" for a valid one. */
    filterProblem: parsed?.problem ?? '',
    setFilter: (q: string) => set({ q }),
    /** Number of requests that the server dropped. */
    dropped: useDropped(),
    paused: frozen !== undefined,
    /** Number of matching requests since the pause. */
    missed: frozen === undefined ? 0 : newer < 0 ? live.length : newer,
    togglePause: () => setFrozen(frozen === undefined ? items : undefined),
    clear: () => void clear.run(),
    /** Changes with the filter and when the log is cleared. */
    epoch: `${filter}\n${cleared}`,
  };
}

interface SelectContext {
  readonly now: number;
  /** The results of the server, by ID. */
  readonly judged: ReadonlyMap<string, boolean>;
}

function select(rows: readonly TrafficItem[], parsed: TrafficFilter | undefined, { now, judged }: SelectContext) {
  return parsed === undefined ? rows : rows.filter((row) => parsed.matches(row, now) ?? judged.get(row.id) === true);
}

/** Interval between queries during a burst of requests, in milliseconds. */
const DROPPED_DELAY = 700;

/** Number of requests that the server dropped. The list reports errors. */
function useDropped(): number {
  const api = useApi();
  const { data } = useQuery(
    'dropped requests',
    () => api.traffic.list({ query: { limit: '0' } }),
    ({ type }) => type === 'traffic' || type === 'trafficCleared',
    DROPPED_DELAY,
  );
  return data?.dropped ?? 0;
}
