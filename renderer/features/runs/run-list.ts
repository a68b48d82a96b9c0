import { useMemo } from 'react';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useHangar } from '../../core/hangar.ts';
import { windowedRuns } from '../../core/run/windowed-runs.ts';
import type { WindowedRows } from '../../core/windowed-rows.ts';
import { type RunFilters, selectionOf } from './run-filters.ts';

/** The live list of runs under some filters. */
export function useRunList(filters: RunFilters): WindowedRows<RunRow> {
  const hangar = useHangar();
  const { text, status, task, environment, since, until } = filters;
  return useMemo(
    () => windowedRuns(hangar, selectionOf({ text, status, task, environment, since, until })),
    [hangar, text, status, task, environment, since, until],
  );
}
