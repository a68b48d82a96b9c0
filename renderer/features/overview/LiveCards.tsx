import { useEffect } from 'react';
import { Link } from 'wouter';
import { numberText, stripBidiControls } from '../../ui/text/shown-text.tsx';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useStillRows } from '../../core/data/frozen-rows.tsx';
import { useInbox } from '../../core/data/inbox.ts';
import { CollectionView } from '../../core/data/QueryView.tsx';
import { TimesOut } from '../../core/prompt/TimesOut.tsx';
import { RunRowView } from '../../core/run/RunRowView.tsx';
import type { LongList } from '../../core/data/long-list.ts';
import { RelativeTime } from '../../ui/text/time.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { ErrorState, LoadingState } from '../../ui/text/states.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { LiveCard, PlacedRow } from './LiveCard.tsx';
import classes from './Overview.module.css';

const MAX_PROMPTS = 3;

interface LatestRunsProps {
  readonly list: LongList<RunRow>;
  readonly isStill: boolean;
  /** Number of visible runs. */
  readonly room: number;
}

/** The latest runs, live. */
export function LatestRuns({ list, isStill, room }: LatestRunsProps) {
  const { loaded, error, total, count, pending } = list;
  // `setFrozen` is a new function after each render; only `isStill` matters.
  useEffect(() => list.setFrozen(isStill), [isStill]);
  const rows = Array.from({ length: Math.min(room, count) }, (_, index) => list.at(index));
  return (
    <LiveCard
      title="Latest runs"
      pending={pending}
      more={total > 0 && <Link href="/runs">{total === 1 ? 'All runs' : `All ${numberText(total)} runs`}</Link>}
      room={room}
    >
      {!loaded && error === '' && <LoadingState />}
      {!loaded && error !== '' && <ErrorState message={error} onRetry={list.reload} />}
      {loaded && total === 0 && <p className={classes['none']}>No runs yet. Run a task here, or from your program.</p>}
      {rows.map(
        (run, index) =>
          run !== undefined && (
            <PlacedRow key={run.id} href={`/runs/${run.id}`} index={index}>
              <RunRowView run={run} />
            </PlacedRow>
          ),
      )}
    </LiveCard>
  );
}

/** The oldest pending requests and prompts, live. */
export function PendingPrompts({ isStill }: { isStill: boolean }) {
  const inbox = useInbox();
  const { rows, pending } = useStillRows(inbox.items, ({ id }) => id, isStill);
  const hasRequests = rows.some(({ kind }) => kind === 'request');
  return (
    <LiveCard
      title={hasRequests ? 'Pending approvals and prompts' : 'Pending prompts'}
      pending={pending}
      more={
        rows.length > MAX_PROMPTS && (
          <Link href="/prompts">{`All ${numberText(rows.length)}${hasRequests ? '' : ' prompts'}`}</Link>
        )
      }
      room={MAX_PROMPTS}
    >
      <CollectionView
        collection={{ ...inbox, items: rows }}
        empty={<p className={classes['none']}>No pending prompts. Runs that wait for an answer appear here.</p>}
      >
        {(items) =>
          items.slice(0, MAX_PROMPTS).map(({ id, title, name, createdAt, status, reason }, index) => (
            <PlacedRow key={id} href={`/prompts/${id}`} index={index}>
              <Row
                icon={<StatusIcon status={status} />}
                title={title}
                note={
                  <>
                    {stripBidiControls(name)}
                    {Boolean(reason?.until) && ' · '}
                    {Boolean(reason?.until) && <TimesOut reason={reason} />}
                  </>
                }
                age={<RelativeTime at={createdAt} />}
              />
            </PlacedRow>
          ))
        }
      </CollectionView>
    </LiveCard>
  );
}
