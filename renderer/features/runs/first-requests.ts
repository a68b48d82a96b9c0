import { TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import type { Api } from '../../core/api.ts';
import type { FirstRequests } from '../../core/first-requests.ts';
import { listRuns } from '../../core/run/run-selection.ts';
import { FIRST_PAGE } from '../../core/windowed-rows-options.ts';
import { filtersOf, selectionOf } from './run-filters.ts';
import { askLines } from './run-lines.ts';

/** The run that the address names with its log, and the list. */
export const firstRequests: FirstRequests = ({ api, collections }, { segments: [id], get }) => {
  // Whether a run's task is still there.
  if (id !== undefined) collections.tasks.start();
  const detail = id === undefined ? [] : [askRun(api, id)];
  const filters = filtersOf(get);
  // A time ago is asked for in its own moment.
  const isTimeless = filters.since === '' && filters.until === '';
  return isTimeless ? [...detail, listRuns(api, selectionOf(filters), FIRST_PAGE)] : detail;
};

async function askRun(api: Api, id: string): Promise<void> {
  const { row } = await api.runs.get({ params: { id } });
  // A log that still grows is followed first.
  if (TERMINAL_RUN_STATUSES.has(row.status)) await askLines(api, id, 0);
}
