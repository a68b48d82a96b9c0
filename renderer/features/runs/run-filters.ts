import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { RunSelection } from '../../core/run/run-selection.ts';
import { parseTime } from '../../core/filter/time-filter.ts';
import { millisecondsOf } from '../../ui/text/time.ts';

/** Names of the filters in the URL. */
const FILTER_NAMES = ['q', 'status', 'task', 'environment', 'since', 'until'] as const;

/**
 * Filters of the list, from the URL; '' for none. `q` is a filter of words and terms (docs/filters.md), `status` is a
 * comma-separated list, `task` a slug or ID, `since` and `until` a local time in the format of `datetime-local`, or a time ago
 * such as `1h`.
 */
export type RunFilters = Readonly<Record<(typeof FILTER_NAMES)[number], string>>;

/** True when a filter hides runs. */
export function isAnySet(filters: RunFilters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== '');
}

/** No filter, as a change of the query. */
export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, '']));

/** Reads the filters from a query. */
export function filtersOf(get: (name: string) => string): RunFilters {
  return {
    q: get('q'),
    status: get('status'),
    task: get('task'),
    environment: get('environment'),
    since: get('since'),
    until: get('until'),
  };
}

/** The selection of runs that matches the filters. @param now gives the service's time in milliseconds since 1970 */
export function selectionOf(filters: RunFilters, now: () => number): RunSelection {
  const { q, status, task, environment, since, until } = filters;
  const first = parseTime(since, now());
  const end = parseTime(until, now());
  return {
    query: { q, status, task, environment, until: end === undefined ? '' : new Date(end).toISOString() },
    matches: (row) => matchesFilters(row, filters, now),
    volatile: status !== '' || q !== '',
    // The start moves for a time ago.
    ...(first === undefined ? {} : { since: () => parseTime(since, now()) ?? first }),
  };
}

/**
 * Returns true when a run matches all filters except `since`, by the rules of the server; `undefined` when only the server
 * knows, since it searches values, outputs and logs too.
 */
function matchesFilters(row: RunRow, filters: RunFilters, now: () => number): boolean | undefined {
  const { q, status, task, environment, until } = filters;
  if (status !== '' && !status.split(',').includes(row.status)) return false;
  if (task !== '' && row.taskID !== task && row.taskSlug !== task) return false;
  if (environment !== '' && row.environment !== environment) return false;
  const end = parseTime(until, now());
  if (end !== undefined && millisecondsOf(row.createdAt) >= end) return false;
  return q.trim() === '' || undefined;
}
