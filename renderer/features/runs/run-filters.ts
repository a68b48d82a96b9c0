import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { millisecondsOf } from '../../ui/time.ts';

/** The filters of the list, as they stand in the URL; '' for none. */
export interface RunFilters {
  readonly text: string;
  /** Statuses with commas. */
  readonly status: string;
  /** Slug or ID. */
  readonly task: string;
  readonly environment: string;
  /** A local time as `datetime-local` writes it, or a preset such as `1h`. */
  readonly since: string;
  readonly until: string;
}

/** The names of the filters in the URL. */
export const FILTER_NAMES = ['text', 'status', 'task', 'environment', 'since', 'until'] as const;

/** Times ago that can be chosen. */
export const SINCE_PRESETS: Readonly<Record<string, { label: string; milliseconds: number }>> = {
  '15m': { label: 'Last 15 minutes', milliseconds: 900_000 },
  '1h': { label: 'Last hour', milliseconds: 3_600_000 },
  '24h': { label: 'Last 24 hours', milliseconds: 86_400_000 },
  '7d': { label: 'Last 7 days', milliseconds: 604_800_000 },
};

/** A filter's moment in RFC 3339, '' for none or for a text that is no time. */
export function momentOf(filter: string): string {
  const at = Date.parse(filter);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

/** Gives the moment that a filter begins with, which moves on for a preset; undefined for none or for no time. */
export function beginningOf(since: string): (() => number) | undefined {
  const preset = Object.hasOwn(SINCE_PRESETS, since) ? SINCE_PRESETS[since] : undefined;
  if (preset !== undefined) return () => Date.now() - preset.milliseconds;
  const at = Date.parse(since);
  return Number.isNaN(at) ? undefined : () => at;
}

/** True when a row belongs into the list by all filters but `since`; the same rules as the server's. */
export function matchesFilters(row: RunRow, filters: RunFilters): boolean {
  const { text, status, task, environment, until } = filters;
  if (status !== '' && !status.split(',').includes(row.status)) return false;
  if (task !== '' && row.taskID !== task && row.taskSlug !== task) return false;
  if (environment !== '' && row.environment !== environment) return false;
  if (until !== '' && millisecondsOf(row.createdAt) >= Date.parse(until)) return false;
  const fields = [row.id, row.name, row.taskSlug, row.failure, row.origin.kind, row.origin.webhook];
  return text === '' || fields.some((field) => field.toLowerCase().includes(text.toLowerCase()));
}
