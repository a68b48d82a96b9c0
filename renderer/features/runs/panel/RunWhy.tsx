import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Reason } from '../../../../shared/contract/emulator/reason.ts';
import type { RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { useApi, useLiveQuery } from '../../../core/data/hangar.ts';
import { ReasonTime, reasonText } from '../../../core/run/reason.tsx';
import { RunDuration } from '../../../core/run/RunRowView.tsx';
import { runStatus, shortID } from '../../../core/run/run-display.ts';
import { RowValues } from '../../../ui/lists/Row.tsx';
import { StatusIcon } from '../../../ui/text/StatusBadge.tsx';
import classes from './RunWhy.module.css';
import { useHasTask } from './use-has-task.ts';

interface RunWhyProps {
  readonly row: RunRow;
  /** The failure. */
  readonly children: ReactNode;
}

/** The region about the reason that a run or a session waits, or did not succeed, with what ends that. Renders nothing for others. */
export function RunWhy({ row, children }: RunWhyProps) {
  const { reason } = row;
  if (row.failure !== '') return <section aria-label="Why">{children}</section>;
  // A notice with its button stands above what is held.
  if (reason === null || reason.kind === 'held') return null;
  return (
    <section aria-label="Why" className={classes['why']}>
      <h2>{titleOf(row, reason)}</h2>
      <p>
        <b>{reasonText(reason)}</b>
        <ReasonTime reason={reason} />. {END[reason.kind]}
      </p>
      <Actions row={row} reason={reason} />
      {reason.runIDs.length > 0 && <Others row={row} reason={reason} />}
    </section>
  );
}

function titleOf({ status }: RunRow, { kind }: Reason): string {
  if (kind === 'timeout') return 'Why it timed out';
  if (status === 'Cancelled' || kind === 'cancelled') return 'Why it was cancelled';
  if (status === 'Failed') return 'Why it failed';
  return status === 'Queued' ? 'Why it is queued' : 'Why it waits';
}

/** The end of each wait, as a sentence. */
const END: Partial<Record<Reason['kind'], string>> = {
  slots: 'It starts when one of them ends.',
  prompt: 'It goes on when the prompt is answered.',
  child: 'It goes on when that run ends.',
};

function Actions({ row, reason: { kind, text } }: { row: RunRow; reason: Reason }) {
  const hasTask = useHasTask(row.taskID);
  const isLimit =
    kind === 'timeout' || (kind === 'slots' && row.status === 'Queued' && !text.includes('concurrency key'));
  if (!isLimit || !hasTask) return null;
  return (
    <Button component={Link} href={`/tasks/${row.taskID}/limits`} size="compact-sm">
      Raise the limit…
    </Button>
  );
}

/** The runs that a reason is about: those with the slots, the awaited one, or the one that ended it. */
function Others({ row, reason: { runIDs } }: { row: RunRow; reason: Reason }) {
  const api = useApi();
  const { data } = useLiveQuery(
    `runs of the reason ${runIDs.join(' ')}`,
    () => Promise.all(runIDs.map(async (id) => (await api.runs.get({ params: { id } })).row)),
    (event) => event.type === 'run' && runIDs.includes(event.row.id),
    INTERVAL,
  );
  const rows = data?.filter(({ id }) => id !== row.id) ?? [];
  return (
    <ul aria-label="Runs that it is about" className={classes['runs']}>
      {rows.slice(0, MOST).map((other) => (
        <li key={other.id}>
          <StatusIcon status={runStatus(other)} />
          <Link href={`/runs/${other.id}`} title={other.id} className="mono">
            {shortID(other.id)}
          </Link>
          <span className="ellipsis grow">
            <RowValues values={other.values} />
          </span>
          <span className="quiet small">
            <RunDuration run={other} />
          </span>
        </li>
      ))}
      {rows.length > MOST && (
        <li>
          <Link href={`/runs?status=active&task=${row.taskSlug}`}>{rows.length - MOST} more</Link>
        </li>
      )}
    </ul>
  );
}

/** Number of runs that are shown. */
const MOST = 5;
/** Interval between loads of them, in milliseconds. */
const INTERVAL = 700;
