import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Reason } from '../../../../shared/contract/emulator/reason.ts';
import type { RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { useApi, useLiveQuery, useTasks } from '../../../core/data/hangar.ts';
import { ReasonTime, reasonText } from '../../../core/run/reason.tsx';
import { RunDuration } from '../../../core/run/RunRowView.tsx';
import { runStatus, shortID } from '../../../core/run/run-display.ts';
import { RowValues } from '../../../ui/lists/Row.tsx';
import { StatusIcon } from '../../../ui/text/StatusBadge.tsx';
import classes from './RunWhy.module.css';

interface RunWhyProps {
  readonly row: RunRow;
  /** True beside a list, where no form of a prompt follows. */
  readonly isPeek?: boolean;
  /** The failure. */
  readonly children: ReactNode;
}

/** The region about the reason that a run or a session waits, or did not succeed, with what ends that. Renders nothing for others. */
export function RunWhy({ row, isPeek = false, children }: RunWhyProps) {
  const { reason } = row;
  if (row.failure !== '') return <section aria-label="Why">{children}</section>;
  // A notice with its button stands above what is held.
  if (reason === null || reason.kind === 'held') return null;
  return <Why row={row} reason={reason} asks={isPeek && reason.kind === 'prompt'} />;
}

interface WhyProps {
  readonly row: RunRow;
  readonly reason: Reason;
}

function Why({ row, reason, asks }: WhyProps & { asks: boolean }) {
  const others = useRunsOf(reason).filter(({ id }) => id !== row.id);
  return (
    <section aria-label="Why" className={classes['why']}>
      <h2>{titleOf(row, reason)}</h2>
      <p>
        <b>{reasonText(reason)}</b>
        <ReasonTime reason={reason} />. {END[reason.kind]}
      </p>
      <div className="row">
        {asks && <AnswerButton text="Answer prompt" href={`/runs/${reason.runIDs.at(-1) ?? row.id}#prompt`} />}
        <SlotActions row={row} reason={reason} asking={others.filter(({ waiting }) => waiting).length} />
      </div>
      {reason.kind === 'slots' && others.length > 0 && <h2>Who has the slots</h2>}
      {others.length > 0 && <Others row={row} others={others} />}
    </section>
  );
}

function AnswerButton({ text, href }: { text: string; href: string }) {
  return (
    <Button component={Link} href={href} size="compact-sm" variant="filled">
      {text}
    </Button>
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
  slots: 'It starts when one is free.',
  prompt: 'It goes on when the prompt is answered.',
  child: 'It goes on when that run ends.',
};

/** Buttons that end a wait for a slot: an answer to those that have one and ask, or a higher limit; after a timeout, more time. */
function SlotActions({ row, reason: { kind, text }, asking }: WhyProps & { asking: number }) {
  const hasTask = useHasTask(row.taskID);
  const isQueued = kind === 'slots' && row.status === 'Queued';
  const isLimit = kind === 'timeout' || (isQueued && !text.includes('concurrency key'));
  const prompts = asking === 1 ? 'Answer the prompt' : `Answer the ${asking} prompts`;
  return (
    <>
      {isQueued && asking > 0 && <AnswerButton text={prompts} href={`/prompts?q=task:${row.taskSlug}`} />}
      {isLimit && hasTask && (
        <Button component={Link} href={`/tasks/${row.taskID}/limits`} size="compact-sm">
          Raise the limit…
        </Button>
      )}
    </>
  );
}

/** The runs that a reason is about, live: those with the slots, the awaited one, or the one that ended it. */
function useRunsOf({ runIDs }: Reason): readonly RunRow[] {
  const api = useApi();
  const { data } = useLiveQuery(
    `runs of the reason ${runIDs.join(' ')}`,
    () => Promise.all(runIDs.map(async (id) => (await api.runs.get({ params: { id } })).row)),
    (event) => event.type === 'run' && runIDs.includes(event.row.id),
    INTERVAL,
  );
  return data ?? [];
}

function Others({ row, others }: { row: RunRow; others: readonly RunRow[] }) {
  return (
    <ul aria-label="Runs that it is about" className={classes['runs']}>
      {others.slice(0, MOST).map((other) => (
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
      {others.length > MOST && (
        <li>
          <Link href={`/runs?status=active&task=${row.taskSlug}`}>{others.length - MOST} more</Link>
        </li>
      )}
    </ul>
  );
}

/** Number of runs that are shown. */
const MOST = 5;
/** Interval between loads of them, in milliseconds. */
const INTERVAL = 700;

/** Returns true when the task of a run still exists, or is not loaded yet. */
export function useHasTask(taskID: string): boolean {
  const { items, loaded } = useTasks();
  return taskID !== '' && (!loaded || items.some(({ id }) => id === taskID));
}
