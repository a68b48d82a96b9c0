import { useMemo } from 'react';
import { type FilterCounts, useQuickFilters } from '../../core/filter/quick-filters.ts';
import { useAllTraffic } from '../../core/hangar.ts';
import { useEachSecond } from '../../ui/RelativeTime.tsx';
import { readFilter, type TrafficFilter } from './traffic-filter.ts';

/** The counts of the filters above the log. A filter that only the server can decide has none. */
export function useRequestCounts(): FilterCounts {
  const { items } = useAllTraffic();
  const texts = useQuickFilters('request')
    .map(({ text }) => text)
    .join('\n');
  const filters = useMemo(() => texts.split('\n').map((text) => [text, readFilter(text)] as const), [texts]);
  const isTimed = filters.some(([, filter]) => filter.isTimed);
  const now = useEachSecond((moment) => (isTimed ? Math.floor(moment / 1000) * 1000 : 0));
  return useMemo(() => {
    const counts = new Map<string, string>();
    for (const [text, filter] of filters) {
      const count = countOf(items, (row) => filter.matches(row, now));
      if (count !== undefined) counts.set(text, String(count));
    }
    return counts;
  }, [filters, items, now]);
}

type Row = Parameters<TrafficFilter['matches']>[0];

/** The number of rows that match; undefined when one is undecided. */
function countOf(rows: readonly Row[], matches: (row: Row) => boolean | undefined): number | undefined {
  let count = 0;
  for (const row of rows) {
    const isMatching = matches(row);
    if (isMatching === undefined) return undefined;
    if (isMatching) count += 1;
  }
  return count;
}
