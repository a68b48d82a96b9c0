import { useMemo } from 'react';
import { useQuickFilters } from '../../core/filter/quick-filters.ts';
import type { FilterCounts } from '../../core/filter/throttled-counts.ts';
import { type TrafficItem, useAllTraffic } from '../../core/data/hangar.ts';
import { useEachSecond } from '../../ui/text/RelativeTime.tsx';
import { runningCount } from './running-count.ts';
import { readFilter } from './traffic-filter.ts';

/** The counts of the filters above the log: none until it is loaded, nor for a filter that only the server can decide. */
export function useRequestCounts(): FilterCounts {
  const { items, loaded } = useAllTraffic();
  const texts = useQuickFilters('request')
    .map(({ text }) => text)
    .join('\n');
  const counters = useMemo(() => texts.split('\n').map((text) => ({ text, ...counterOf(text) })), [texts]);
  const isTimed = counters.some((counter) => counter.isTimed);
  const now = useEachSecond((moment) => (isTimed ? Math.floor(moment / 1000) * 1000 : 0));
  return useMemo(() => {
    const counts = new Map<string, string>();
    for (const { text, count } of loaded ? counters : []) {
      const found = count(items, now);
      if (found !== undefined) counts.set(text, String(found));
    }
    return counts;
  }, [counters, items, loaded, now]);
}

interface Counter {
  /** True when the count depends on the time. */
  readonly isTimed: boolean;
  /** The number of rows that match; undefined when one is undecided. */
  readonly count: (rows: readonly TrafficItem[], now: number) => number | undefined;
}

function counterOf(text: string): Counter {
  const { matches, isTimed } = readFilter(text);
  const countsAt = (now: number) => ({
    matching: runningCount<TrafficItem>((row) => matches(row, now) === true),
    undecided: runningCount<TrafficItem>((row) => matches(row, now) === undefined),
  });
  const steady = countsAt(0);
  return {
    isTimed,
    count: (rows, now) => {
      const { matching, undecided } = isTimed ? countsAt(now) : steady;
      return undecided(rows) > 0 ? undefined : matching(rows);
    },
  };
}
