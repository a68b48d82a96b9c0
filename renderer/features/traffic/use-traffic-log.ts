import { useState } from 'react';
import { filterProblem } from '../../../shared/model/read-filter.ts';
import { useAction } from '../../core/data/action.ts';
import type { Api } from '../../core/data/api.ts';
import { type Hangar, type TrafficItem, useApi, useLiveQuery } from '../../core/data/hangar.ts';
import { loadAhead, type LongListSource, useLongList } from '../../core/data/long-list.ts';
import { useUndoable } from '../../core/undo/undo.tsx';
import { useQueryState } from '../../core/page/page.ts';

/** The filtered traffic log and its controls. */
export type TrafficLog = ReturnType<typeof useTrafficLog>;

/** Interval at which a filter by time is applied again, in milliseconds. */
const EVERY = 1000;
/** Interval between counts during a burst of requests, in milliseconds. */
const COUNT_INTERVAL = 700;

/** The numbers of all logged and of all dropped requests; undefined until they are known. */
export function useTrafficCount(): { readonly total: number; readonly dropped: number } | undefined {
  const api = useApi();
  const count = useLiveQuery(
    'number of requests',
    () => api.traffic.list({ query: { limit: '0' } }),
    ({ type }) => type === 'traffic' || type === 'trafficCleared',
    COUNT_INTERVAL,
  );
  return count.data;
}

function trafficList(api: Api, q: string): LongListSource<TrafficItem> {
  return {
    key: `traffic ${q}`,
    load: async ({ offset, limit }) => {
      const query = { q, offset: String(offset), limit: String(limit) };
      const { entries, total } = await api.traffic.list({ query });
      return { rows: entries, total };
    },
    keyOf: ({ id }) => id,
    rowOf: (event) => (event.type === 'traffic' ? event.row : undefined),
  };
}

/** Loads the rows of the page without a filter. */
export function loadTraffic(hangar: Hangar): void {
  loadAhead(hangar, trafficList(hangar.api, ''));
}

/** The live log of the requests that match a filter; it stands still while it is paused. */
export function useTrafficLog(filter: string) {
  const api = useApi();
  const undoable = useUndoable();
  const { set } = useQueryState();
  const [paused, setPaused] = useState(false);
  const all = useTrafficCount();
  const q = filterProblem('request', filter) === '' ? filter : '';
  const list = useLongList({
    ...trafficList(api, q),
    isPaused: paused,
    ...(/(?:since|until):/.test(q) ? { every: EVERY } : {}),
  });
  const clear = useAction(async () => {
    await undoable('Traffic cleared', () => api.traffic.clear());
    setPaused(false);
  });
  return {
    /** The requests that match, newest first. */
    list,
    /** Number of all logged requests; undefined until it is known. */
    total: all?.total,
    /** Number of requests that the server dropped. */
    dropped: all?.dropped ?? 0,
    filter,
    isFiltered: filter.trim() !== '',
    setFilter: (next: string) => set({ q: next }),
    paused,
    togglePause: () => setPaused(!paused),
    clear: () => void clear.run(),
  };
}
