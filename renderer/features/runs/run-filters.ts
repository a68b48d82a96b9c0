import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { RunSelection } from '../../core/run/run-selection.ts';
import { parseTime } from '../../core/time-filter.ts';
import { millisecondsOf } from '../../ui/time.ts';

/** The filters of the list, as they stand in the URL; '' for none. */
export interface RunFilters {
  readonly text: string;
  /** Statuses with commas. */
  readonly status: string;
  /** Slug or ID. */
  readonly task: string;
  readonly environment: string;
  /** A local time as `datetime-local` writes it, or a time ago such as `1h`. */
  readonly since: string;
  readonly until: string;
}

/** The names of the filters in the URL. */
export const FILTER_NAMES = ['text', 'status', 'task', 'environment', 'since', 'until'] as const;

/** The filters that stand in a query. */
export function filtersOf(get: (name: string) => string): RunFilters {
  return {
    text: get('text'),
    status: get('status'),
    task: get('task'),
    environment: get('environment'),
    since: get('since'),
    until: get('until'),
  };
}

/** A filter's moment in RFC 3339, '' for none or for a text that is no time. */
export function momentText(filter: string): string {
  const at = parseTime(filter, Date.now());
  return at === undefined ? '' : new Date(at).toISOString();
}

/** Gives the moment that a filter begins with, which moves on for a time ago; undefined for none or for no time. */
export function beginningOf(since: string): (() => number) | undefined {
  const first = parseTime(since, Date.now());
  return first === undefined ? undefined : () => parseTime(since, Date.now()) ?? first;
}

/** The runs that are chosen by filters. */
export function selectionOf(filters: RunFilters): RunSelection {
  const { text, status, task, environment, since, until } = filters;
  const from = beginningOf(since);
  return {
    query: { text, status, task, environment, until: momentText(until) },
    matches: (row) => matchesFilters(row, filters),
    volatile: status !== '' || text !== '',
    ...(from === undefined ? {} : { since: from }),
  };
}

/** True when a row belongs into the list by all filters but `since`; the same rules as the server's. */
export function matchesFilters(row: RunRow, filters: RunFilters): boolean {
  const { text, status, task, environment, until } = filters;
  if (status !== '' && !status.split(',').includes(row.status)) return false;
  if (task !== '' && row.taskID !== task && row.taskSlug !== task) return false;
  if (environment !== '' && row.environment !== environment) return false;
  const end = parseTime(until, Date.now());
  if (end !== undefined && millisecondsOf(row.createdAt) >= end) return false;
  const fields = [row.id, row.name, row.taskSlug, row.failure, row.origin.kind, row.origin.webhook];
  return text === '' || fields.some((field) => field.toLowerCase().includes(text.toLowerCase()));
}
