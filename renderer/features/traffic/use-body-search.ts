import { useEffect, useRef, useState } from 'react';
import { type TrafficItem, useApi } from '../../core/data/hangar.ts';

/** Minimum time between two searches, in milliseconds. */
const INTERVAL = 500;

/** The results of a filter by ID of the request. */
type Results = ReadonlyMap<string, boolean>;
const NONE: Results = new Map();

/**
 * Searches on the server for requests that match a filter that their rows cannot decide. Each request is searched once; later searches cover newer ones.
 *
 * @param unjudged requests that only the server can decide
 */
export function useBodySearch(filter: string, unjudged: readonly TrafficItem[]): Results {
  const api = useApi();
  const [known, setKnown] = useState<{ readonly filter: string; readonly results: Results }>();
  const results = known?.filter === filter ? known.results : NONE;
  const waiting = unjudged.filter(({ id }) => !results.has(id));
  const isWaiting = waiting.length > 0;
  const state = useRef({ waiting, searchedAt: 0 });
  state.current.waiting = waiting;
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isCurrent = true;
    const search = async () => {
      const asked = state.current.waiting;
      if (asked.length === 0) return;
      const { entries } = await api.traffic.list({ query: { q: filter, limit: '100000', after: before(asked) } });
      if (!isCurrent) return;
      const found = new Set(entries.map(({ id }) => id));
      setKnown((last) => ({
        filter,
        results: new Map([
          ...(last?.filter === filter ? last.results : NONE),
          ...asked.map(({ id }) => [id, found.has(id)] as const),
        ]),
      }));
    };
    const wait = Math.max(0, state.current.searchedAt + INTERVAL - performance.now());
    const timer = setTimeout(() => {
      state.current.searchedAt = performance.now();
      // A lost connection is shown elsewhere; the search continues when it is back.
      search()
        .catch(() => undefined)
        .finally(() => isCurrent && setTurn((count) => count + 1));
    }, wait);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, filter, isWaiting, turn]);
  return results;
}

/** The ID before the first of these requests; '' when some are from earlier starts of the server. */
function before(requests: readonly TrafficItem[]): string {
  const split = requests.map(({ id }) => ({ prefix: id.slice(0, id.lastIndexOf('z') + 1), id }));
  const prefix = split[0]?.prefix ?? '';
  if (split.some((one) => one.prefix !== prefix)) return '';
  const first = split.reduce((least, { id }) => Math.min(least, Number(id.slice(prefix.length))), Infinity);
  return `${prefix}${first - 1}`;
}
