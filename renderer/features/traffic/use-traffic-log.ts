import { useEffect, useMemo, useRef, useState } from 'react';
import { useAction } from '../../core/action.ts';
import { useAllTraffic } from '../../core/data.ts';
import { type TrafficItem, useHangar } from '../../core/hangar.ts';
import { useQueryState } from '../../core/url.ts';
import { useEachSecond } from '../../ui/RelativeTime.tsx';
import { readFilter, type TrafficFilter } from './traffic-filter.ts';

/** The live log under a filter. */
export interface TrafficLog {
  /** Newest first, those that match. */
  readonly rows: readonly TrafficItem[];
  /** All kept requests. */
  readonly total: number;
  readonly loaded: boolean;
  readonly error: string;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  /** How many requests are no longer kept. */
  readonly dropped: number;
  readonly paused: boolean;
  /** How many matching requests came since it was paused. */
  readonly missed: number;
  readonly togglePause: () => void;
  readonly clear: () => void;
  /** Changes whenever the rows are others altogether: by another filter, by clearing. */
  readonly epoch: string;
}

/** The log as the page shows it: filtered, maybe paused. */
export function useTrafficLog(filter: string): TrafficLog {
  const hangar = useHangar();
  const { items, loaded, error } = useAllTraffic();
  const [frozen, setFrozen] = useState<readonly TrafficItem[]>();
  const wanted = useMemo(() => (filter.trim() === '' ? undefined : readFilter(filter)), [filter]);
  const now = useEachSecond((moment) => (wanted?.isTimed === true ? Math.floor(moment / 1000) * 1000 : 0));
  const live = useMemo(() => select(items, wanted, now), [items, wanted, now]);
  const shown = useMemo(() => (frozen === undefined ? live : select(frozen, wanted, now)), [frozen, live, wanted, now]);
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
    rows: shown,
    total: items.length,
    loaded,
    error,
    filter,
    setFilter: (q) => set({ q }),
    dropped: useDropped(),
    paused: frozen !== undefined,
    missed: frozen === undefined ? 0 : newer < 0 ? live.length : newer,
    togglePause: () => setFrozen(frozen === undefined ? items : undefined),
    clear: () => void clear.run(),
    epoch: `${filter}\n${cleared}`,
  };
}

function select(rows: readonly TrafficItem[], wanted: TrafficFilter | undefined, now: number) {
  return wanted === undefined ? rows : rows.filter((row) => wanted.matches(row, now));
}

const ASK_EVERY = 700;

/** How many requests the server has dropped; asked anew soon after requests came, however many they were. */
function useDropped(): number {
  const { api, live } = useHangar();
  const [dropped, setDropped] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const ask = async () => {
      // Loading the list itself tells of failures.
      const answer = await api.traffic.list({ query: { limit: '0' } }).catch(() => undefined);
      timer.current = undefined;
      if (answer !== undefined) setDropped(answer.dropped);
    };
    const endings = [
      live.onReload(() => void ask()),
      live.onEvents((events) => {
        if (events.some(({ type }) => type === 'traffic' || type === 'trafficCleared'))
          timer.current ??= setTimeout(() => void ask(), ASK_EVERY);
      }),
    ];
    void ask();
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      endings.forEach((end) => end());
    };
  }, [api, live]);
  return dropped;
}
