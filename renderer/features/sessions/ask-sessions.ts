import type { Api } from '../../core/api.ts';

/** Which sessions are asked for, counted from the newest. */
interface SessionPage {
  readonly offset: number;
  readonly limit: number;
}

/** Asks for some of the sessions, newest first; of one runbook, or of all for ''. */
export function askSessions(api: Api, runbook: string, { offset, limit }: SessionPage) {
  return api.sessions.list({ query: { runbook, offset: String(offset), limit: String(limit) } });
}
