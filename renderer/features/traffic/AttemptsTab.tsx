import { Link } from 'wouter';
import type { TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { useApi, useTraffic } from '../../core/hangar.ts';
import { useQuery } from '../../core/query.ts';
import { QueryView } from '../../core/QueryView.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { duration } from '../../ui/time.ts';
import { type Attempt, attemptsOf, attemptsText, candidatesOf } from './attempts.ts';
import classes from './traffic.module.css';
import { statusTone } from './traffic-look.ts';

/** The retries of one call as a ladder, with the gaps between them. */
export function AttemptsTab({ row, query }: { row: TrafficRow; query: string }) {
  const api = useApi();
  const { items } = useTraffic();
  const ids = candidatesOf(row, items).map(({ id }) => id);
  const attempts = useQuery(`attempts ${ids.join(' ')}`, async () => {
    const read = await Promise.allSettled(ids.map((id) => api.traffic.get({ params: { id } })));
    // A request that is gone meanwhile is no longer part of the ladder.
    return attemptsOf(
      row.id,
      read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    );
  });
  return (
    <QueryView query={attempts} noun="attempts">
      {(loaded) => (
        <>
          <p className="quiet">{attemptsText(loaded)}</p>
          <ol className={classes['ladder']} aria-label="Attempts">
            {loaded.map((attempt, index) => (
              <Rung key={attempt.row.id} {...{ attempt, query, place: index + 1 }} isOpen={attempt.row.id === row.id} />
            ))}
          </ol>
        </>
      )}
    </QueryView>
  );
}

interface RungProps {
  readonly attempt: Attempt;
  readonly place: number;
  readonly query: string;
  readonly isOpen: boolean;
}

function Rung({ attempt, place, query, isOpen }: RungProps) {
  const { row, gap, keptRetryAfter, retryAfter } = attempt;
  const { status, fault, replayOf, runID, idempotencyKey, milliseconds } = row;
  return (
    <li>
      {gap !== undefined && (
        <p className={classes['gap']}>
          {duration(Math.max(0, gap))} later
          {idempotencyKey !== '' && ', same key'}
          {keptRetryAfter !== undefined && (keptRetryAfter ? ', Retry-After kept' : ', before Retry-After had passed')}
        </p>
      )}
      <p>
        <b>{place}</b>{' '}
        <ToneBadge tone={statusTone(status)}>{status === 0 ? 'No answer reached the client' : status}</ToneBadge>{' '}
        <Link href={`/traffic/${row.id}/attempts${query}`} aria-current={isOpen ? 'true' : undefined}>
          {duration(milliseconds)}
        </Link>
        {fault !== undefined && <> · fault {fault.slug}</>}
        {retryAfter !== undefined && <> · Retry-After {retryAfter} s</>}
        {replayOf !== '' && <> · repeats an earlier answer, nothing executed again</>}
        {runID !== '' && (
          <>
            {' · '}
            <Link href={`/runs/${runID}`}>{runID}</Link>
          </>
        )}
      </p>
    </li>
  );
}
