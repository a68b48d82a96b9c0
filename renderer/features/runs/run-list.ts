import { useMemo } from 'react';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useHangar } from '../../core/hangar.ts';
import { windowedRuns } from '../../core/run/windowed-runs.ts';
import type { Windowed } from '../../core/windowed.ts';
import { beginningOf, matchesFilters, momentText, type RunFilters } from './run-filters.ts';

/** The live list of runs under some filters. */
export function useRunList(filters: RunFilters): Windowed<RunRow> {
  const hangar = useHangar();
  const { text, status, task, environment, since, until } = filters;
  return useMemo(() => {
    const chosen: RunFilters = { text, status, task, environment, since, until };
    const from = beginningOf(since);
    return windowedRuns(hangar, {
      query: { text, status, task, environment, until: momentText(until) },
      matches: (row) => matchesFilters(row, chosen),
      volatile: status !== '' || text !== '',
      ...(from === undefined ? {} : { since: from }),
    });
  }, [hangar, text, status, task, environment, since, until]);
}
