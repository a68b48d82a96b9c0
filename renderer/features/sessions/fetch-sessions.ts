import type { Api } from '../../core/data/api.ts';
import type { RowPage } from '../../core/data/windowed-rows-options.ts';

/** Filters of the list, from the URL; '' for none. */
export interface SessionFilters {
  readonly runbook: string;
  /** Words and terms (docs/filters.md). */
  readonly q: string;
}

/** Requests a page of the selected sessions, newest first. */
export function fetchSessions(api: Api, filters: SessionFilters, { offset, limit }: RowPage) {
  return api.sessions.list({ query: { ...filters, offset: String(offset), limit: String(limit) } });
}
