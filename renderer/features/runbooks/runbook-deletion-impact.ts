import { TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import { unfinishedRunsText } from '../../authoring/checks/unfinished-runs.ts';
import { type RunbookItem, useApi } from '../../core/hangar.ts';

/** Maximum number of sessions to check, newest first. */
const MAX_SESSIONS = 1000;

/** Returns a function that describes the effects of deleting a runbook: its unfinished sessions continue. */
export function useRunbookDeletionImpact() {
  const api = useApi();
  return async ({ id }: RunbookItem): Promise<readonly string[]> => {
    const { sessions } = await api.sessions.list({ query: { runbook: id, limit: String(MAX_SESSIONS) } });
    const unfinished = sessions.filter(({ session }) => !TERMINAL_SESSION_STATUSES.has(session.status));
    return unfinishedRunsText(unfinished.length, 'session');
  };
}
