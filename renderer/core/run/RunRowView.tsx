import { memo } from 'react';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row } from '../../ui/Row.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';
import { originText, runStatus } from './run-display.ts';

/** A run as a row of a list. Rendered only when the run changes. */
export const RunRowView = memo(function RunRowView({ run }: { run: RunRow }) {
  return (
    <Row
      icon={<StatusIcon status={runStatus(run)} />}
      title={run.name === '' ? run.taskSlug : run.name}
      aside={<RelativeTime at={run.createdAt} />}
      note={`${run.id} · ${run.status === 'Cancelled' ? 'cancelled' : originText(run.origin)}`}
    />
  );
});
