import { TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import type { Api } from '../../core/data/api.ts';
import type { FirstRequests } from '../../core/data/first-requests.ts';
import { listRuns } from '../../core/run/run-selection.ts';
import { FIRST_PAGE } from '../../core/data/windowed-rows-options.ts';
import { filtersOf, selectionOf } from './run-filters.ts';
import { fetchLogPage } from './log/run-lines.ts';
import { readRun } from '../../core/run/read-run.ts';

/** Requests the run in the URL with its log, and the list. */
export const firstRequests: FirstRequests = ({ api, collections }, { segments: [id], get }) => {
  // The detail page checks that the run's task still exists.
  if (id !== undefined) collections.tasks.start();
  const detail = id === undefined ? [] : [fetchRun(api, id)];
  const filters = filtersOf(get);
  // The query of a time filter changes with the clock, so a prefetched response would not match.
  const hasNoTimes = filters.since === '' && filters.until === '';
  return hasNoTimes ? [...detail, listRuns(api, selectionOf(filters, Date.now), FIRST_PAGE)] : detail;
};

async function fetchRun(api: Api, id: string): Promise<void> {
  const { row } = await readRun(api, id);
  // The log of a running run is loaded after following it has begun.
  if (TERMINAL_RUN_STATUSES.has(row.status)) await fetchLogPage(api, id, 0);
}
