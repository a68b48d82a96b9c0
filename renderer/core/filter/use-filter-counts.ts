import { useEffect, useMemo } from 'react';
import { numberText } from '../../ui/text/counted.ts';
import type { Api } from '../data/api.ts';
import { COUNT, COUNT_DELAY, type CountedKind } from '../data/counts.ts';
import { useApi } from '../data/hangar.ts';
import { useQuery } from '../data/query.ts';
import { useQuickFilters } from './quick-filters.ts';
import { type FilterCounts, ThrottledCounts } from './throttled-counts.ts';

const NONE: FilterCounts = new Map();

/** The counts of the filters above a list, kept up to date. */
export function useFilterCounts(kind: CountedKind): FilterCounts {
  const api = useApi();
  const texts = useQuickFilters(kind).map(({ text }) => text);
  const counter = useMemo(() => counterOf(api, kind), [api, kind]);
  const { data, reload } = useQuery(
    `counts of ${kind} ${texts.join('\n')}`,
    () => counter.count(texts),
    ({ type }) => {
      if (type === 'reset') counter.forget();
      return type === kind || type === 'reset';
    },
    COUNT_DELAY,
  );
  useEffect(() => {
    if (data?.dueIn === undefined) return undefined;
    const timer = setTimeout(reload, data.dueIn);
    return () => clearTimeout(timer);
    // `reload` is a new function after each render, and does the same.
  }, [data]);
  return data?.counts ?? NONE;
}

function counterOf(api: Api, kind: CountedKind): ThrottledCounts {
  return new ThrottledCounts(
    async (q) => numberText((await COUNT[kind](api, { q })).total),
    () => performance.now(),
  );
}
