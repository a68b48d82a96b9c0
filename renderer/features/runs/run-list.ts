import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useHangar } from '../../core/hangar.ts';
import { windowedRuns } from '../../core/run/windowed-runs.ts';
import type { Windowed } from '../../core/windowed.ts';
import type { WindowedState } from '../../core/windowed-options.ts';
import { beginningOf, matchesFilters, momentText, type RunFilters } from './run-filters.ts';

/** The live list of runs under some filters. */
export function useRunList(filters: RunFilters): { list: Windowed<RunRow>; state: WindowedState } {
  const hangar = useHangar();
  const { text, status, task, environment, since, until } = filters;
  const list = useMemo(() => {
    const chosen: RunFilters = { text, status, task, environment, since, until };
    const from = beginningOf(since);
    return windowedRuns(hangar, {
      query: { text, status, task, environment, until: momentText(until) },
      matches: (row) => matchesFilters(row, chosen),
      volatile: status !== '' || text !== '',
      ...(from === undefined ? {} : { since: from }),
    });
  }, [hangar, text, status, task, environment, since, until]);
  useEffect(() => list.start(), [list]);
  return { list, state: useStore(list.store) };
}
