import { TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import { unfinishedRunsText } from '../../authoring/checks/unfinished-runs.ts';
import { type RunbookItem, useApi } from '../../core/hangar.ts';

/** The most sessions that are looked at, the newest. */
const MOST = 1000;

/** Gives what goes on without a runbook when it is deleted: its sessions under way. */
export function useRunbookDeletionImpact() {
  const api = useApi();
  return async ({ id }: RunbookItem): Promise<readonly string[]> => {
    const { sessions } = await api.sessions.list({ query: { runbook: id, limit: String(MOST) } });
    const underWay = sessions.filter(({ session }) => !TERMINAL_SESSION_STATUSES.has(session.status));
    return unfinishedRunsText(underWay.length, 'session');
  };
}
