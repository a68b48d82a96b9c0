import type { Api } from '../../core/api.ts';
import type { RowPage } from '../../core/windowed-rows-options.ts';

/** Requests a page of sessions, newest first; of one runbook, or of all for ''. */
export function fetchSessions(api: Api, runbook: string, { offset, limit }: RowPage) {
  return api.sessions.list({ query: { runbook, offset: String(offset), limit: String(limit) } });
}
