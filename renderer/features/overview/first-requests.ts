import type { FirstRequests } from '../../core/data/first-requests.ts';
import { listRuns, ALL_RUNS } from '../../core/run/run-selection.ts';
import { FIRST_PAGE } from '../../core/data/windowed-rows-options.ts';

/** Requests the latest runs, findings and coverage, and the lists of `TryIt`. */
export const firstRequests: FirstRequests = ({ api, collections }) => {
  const { tasks, resources, runbooks, webhooks, traffic, faultItems } = collections;
  for (const { start } of [tasks, resources, runbooks, webhooks, traffic, faultItems]) start();
  return [listRuns(api, ALL_RUNS, FIRST_PAGE), api.coverage.read(), api.findings.list()];
};
