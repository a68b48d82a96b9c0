import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useHangar } from '../../core/hangar.ts';
import { windowedRuns } from '../../core/run/windowed-runs.ts';
import type { Windowed, WindowedState } from '../../core/windowed.ts';
import { matchesFilters, momentOf, type RunFilters } from './run-filters.ts';

/** The live list of runs under some filters. */
export function useRunList(filters: RunFilters): { list: Windowed<RunRow>; state: WindowedState } {
  const hangar = useHangar();
  const { text, status, task, environment, since, until } = filters;
  const list = useMemo(() => {
    const chosen: RunFilters = { text, status, task, environment, since, until };
    return windowedRuns(hangar, {
      query: () => ({ ...chosen, since: momentOf(since, Date.now()), until: momentOf(until, Date.now()) }),
      matches: (row) => matchesFilters(row, chosen),
      volatile: [status, text, since, until].some((filter) => filter !== ''),
    });
  }, [hangar, text, status, task, environment, since, until]);
  useEffect(() => list.start(), [list]);
  return { list, state: useStore(list.store) };
}
