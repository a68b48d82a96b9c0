import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';
import { useApi, useLiveQuery } from '../../../core/data/hangar.ts';
import { readRun } from '../../../core/run/run-list.ts';
import { LoadingState } from '../../../ui/text/states.tsx';
import { useRunLogs } from '../log/use-run-logs.ts';
import { RunPanel } from './RunPanel.tsx';
import { useRunRequests } from '../timeline/use-timeline.ts';

interface ChildPanelProps extends Omit<Parameters<typeof RunPanel>[0], 'detail' | 'log' | 'requests'> {
  readonly id: string;
  readonly known: RunDetail | undefined;
}

/** The panel about a run below that of the page. */
export function ChildPanel({ id, known, ...panel }: ChildPanelProps) {
  const api = useApi();
  const query = useLiveQuery(
    `run ${id}`,
    () => readRun(api, id),
    (event) => event.type === 'run' && event.row.id === id,
  );
  const detail = query.data ?? known;
  const log = useRunLogs(id, detail !== undefined && !TERMINAL_RUN_STATUSES.has(detail.row.status));
  const requests = useRunRequests(id);
  if (detail === undefined) return <LoadingState label="Loading the run…" />;
  return <RunPanel detail={detail} log={log} requests={requests} {...panel} />;
}
