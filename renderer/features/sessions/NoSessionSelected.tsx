import type { SessionStatus } from '../../../shared/model/status.ts';
import { useStatusCounts } from '../../core/use-status-counts.ts';
import { NoneSelected } from '../../ui/NoneSelected.tsx';

/** Shown beside the list while no session is selected: the sessions by status. */
export function NoSessionSelected() {
  const links = useStatusCounts<SessionStatus>({
    type: 'session',
    statuses: ['Failed', 'Waiting', 'Active'],
    countOf: (api, status) => api.sessions.list({ query: { q: filterOf(status), limit: '0' } }),
    hrefOf: (status) => `/sessions?q=${encodeURIComponent(filterOf(status))}`,
  });
  return <NoneSelected noun="session" shows="its blocks, runs and prompts" label="Sessions by status" links={links} />;
}

function filterOf(status: SessionStatus): string {
  return `status:${status.toLowerCase()}`;
}
