import type { RunStatus } from '../../../shared/model/status.ts';
import { useApi } from '../../core/hangar.ts';
import { useQuery } from '../../core/query.ts';
import { CountLinks } from '../../ui/CountLinks.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { STATUS_DISPLAY } from '../../ui/status.ts';

/** Statuses that people look for first. */
const STATUSES = ['Failed', 'Active', 'Queued'] as const satisfies readonly RunStatus[];
/** Interval between counts while runs change, in milliseconds. */
const COUNT_DELAY = 2000;

/** Shown beside the list while no run is selected: the runs by status. */
export function NoRunSelected() {
  const api = useApi();
  const { data } = useQuery(
    'runs by status',
    () => Promise.all(STATUSES.map(async (status) => (await api.runs.list({ query: { status, limit: '0' } })).total)),
    ({ type }) => type === 'run' || type === 'reset',
    COUNT_DELAY,
  );
  const links = STATUSES.map((status, index) => {
    return { text: STATUS_DISPLAY[status].text, count: data?.[index], href: `/runs?status=${status}` };
  });
  return (
    <EmptyState title="Select a run" action={<CountLinks label="Runs by status" links={links} />}>
      Shows its timeline, output, logs and prompts. J and K move in the list, Enter opens.
    </EmptyState>
  );
}
