import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { LogViewer } from '../../ui/LogViewer.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { useRunLogs } from './use-run-logs.ts';

/** The log of a run, live until the run ends. */
export function RunLogs({ row }: { row: RunRow }) {
  const isLive = !TERMINAL_RUN_STATUSES.has(row.status);
  const { lines, loaded, error } = useRunLogs(row.id, isLive);
  if (loaded) return <LogViewer lines={lines} live={isLive} empty={<NoLines isLive={isLive} />} />;
  return error === '' ? <LoadingState label="Loading the log…" /> : <ErrorState message={error} />;
}

function NoLines({ isLive }: { isLive: boolean }) {
  if (isLive) return <EmptyState title="No log lines yet">New lines appear here.</EmptyState>;
  return (
    <EmptyState title="No log lines">
      <DocsLink href="/docs/behaviors.html">Log</DocsLink> with a log step, log.info(…) in a script, or the output of a
      command.
    </EmptyState>
  );
}
