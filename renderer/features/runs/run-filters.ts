import { parseTime } from '../../core/filter/TimeFields.tsx';

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

/** Interval at which a list is loaded again whose start moves, in milliseconds. */
export const EVERY = 2000;

/** The query of `/_emulator/runs` for the filters. @param now the service's time in milliseconds since 1970 */
export function queryOf({ since, until, ...others }: RunFilters, now: number): Readonly<Record<string, string>> {
  return { ...others, since: timeOf(since, now), until: timeOf(until, now) };
}

function timeOf(text: string, now: number): string {
  const time = parseTime(text, now);
  return time === undefined ? '' : new Date(time).toISOString();
}
