import type { RunStatus } from '../../../shared/model/status.ts';
import { useStatusCounts } from '../../core/use-status-counts.ts';
import { NoneSelected } from '../../ui/NoneSelected.tsx';

/** Shown beside the list while no run is selected: the runs by status. */
export function NoRunSelected() {
  const links = useStatusCounts<RunStatus>({
    type: 'run',
    statuses: ['Failed', 'Active', 'Queued'],
    countOf: (api, status) => api.runs.list({ query: { status, limit: '0' } }),
    hrefOf: (status) => `/runs?status=${status}`,
  });
  return (
    <NoneSelected noun="run" shows="its timeline, output, logs and prompts" label="Runs by status" links={links} />
  );
}
