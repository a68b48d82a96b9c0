import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { TabPanel } from '../../ui/LinkTabs.tsx';
import { LogViewer } from '../../ui/LogViewer.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { useRunLogs } from './use-run-logs.ts';

/** The run's log, followed while it lasts. */
export function RunLogs({ row }: { row: RunRow }) {
  const isOver = TERMINAL_RUN_STATUSES.has(row.status);
  const { lines, loaded, error } = useRunLogs(row.id, !isOver);
  return (
    <TabPanel label="Logs" fill>
      {!loaded && error === '' && <LoadingState label="Loading the log…" />}
      {!loaded && error !== '' && <ErrorState message={error} />}
      {loaded && <LogViewer lines={lines} live={!isOver} empty={<NoLines isOver={isOver} />} />}
    </TabPanel>
  );
}

function NoLines({ isOver }: { isOver: boolean }) {
  if (!isOver) return <EmptyState title="Nothing logged yet">Lines appear here as they are written.</EmptyState>;
  return (
    <EmptyState title="This run has logged nothing">
      A step “log” writes a line, log.info(…) in a script, or whatever a command prints.
    </EmptyState>
  );
}
