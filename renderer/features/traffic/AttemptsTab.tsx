import { CheckIcon, TimerIcon, TriangleAlertIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { useApi, useTraffic } from '../../core/hangar.ts';
import { useQuery } from '../../core/query.ts';
import { QueryView } from '../../core/QueryView.tsx';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { duration } from '../../ui/time.ts';
import { type Attempt, attemptsOf, attemptsText, candidatesOf, isSpoiled, verdictOf } from './attempts.ts';
import classes from './AttemptsTab.module.css';
import { shortID } from '../../core/short-id.ts';
import { clientText, endText, statusTone } from '../../core/traffic/request-look.ts';
import { statusShape } from './traffic-look.ts';
import { withoutDirections } from '../../ui/without-directions.ts';

/** The attempts of one call between client and server, with the gaps and a verdict. */
export function AttemptsTab({ row, query }: { row: TrafficRow; query: string }) {
  const api = useApi();
  const { items } = useTraffic();
  const ids = candidatesOf(row, items).map(({ id }) => id);
  const attempts = useQuery(`attempts ${ids.join(' ')}`, async () => {
    const read = await Promise.allSettled(ids.map((id) => api.traffic.get({ params: { id } })));
    // Requests dropped from the log are left out.
    return attemptsOf(
      row.id,
      read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    );
  });
  return (
    <QueryView query={attempts} noun="attempts" isPart>
      {(loaded) => <AttemptList attempts={loaded} row={row} query={query} />}
    </QueryView>
  );
}

interface AttemptListProps {
  readonly attempts: readonly Attempt[];
  readonly row: TrafficRow;
  readonly query: string;
}

function AttemptList({ attempts, row, query }: AttemptListProps) {
  return (
    <>
      <p className={classes['head']}>
        <span className={classes['sides']} aria-hidden>
          <span className="ellipsis">{withoutDirections(clientText(row.client))}</span>
          <span>Hangar</span>
        </span>
        <span>{attemptsText(attempts)}</span>
      </p>
      <ol className={classes['attempts']} aria-label="Attempts">
        {attempts.map((attempt, index) => (
          <AttemptRow
            key={attempt.row.id}
            {...{ attempt, query, place: index + 1 }}
            isOpen={attempt.row.id === row.id}
          />
        ))}
      </ol>
      <VerdictLine attempts={attempts} />
    </>
  );
}

function VerdictLine({ attempts }: Pick<AttemptListProps, 'attempts'>) {
  const verdict = verdictOf(attempts);
  if (verdict === undefined) return null;
  return (
    <p className={classes['verdict']} data-tone={verdict.tone}>
      {verdict.tone === 'ok' ? <CheckIcon size={16} /> : <TriangleAlertIcon size={16} />}
      <span>{verdict.text}</span>
    </p>
  );
}

interface AttemptRowProps {
  readonly attempt: Attempt;
  readonly place: number;
  readonly query: string;
  readonly isOpen: boolean;
}

function AttemptRow({ attempt, place, query, isOpen }: AttemptRowProps) {
  const { row, sinceFirst } = attempt;
  return (
    <li>
      <Gap attempt={attempt} />
      <div className={classes['attempt']}>
        <span className={classes['place']}>
          <b>{place}</b>
          <span>{(sinceFirst / 1000).toFixed(1)} s</span>
        </span>
        <AttemptArrows row={row} />
        <div>
          <p className={classes['end']}>
            <StatusShape shape={statusShape(row)} />
            <Link
              className="ellipsis"
              href={`/traffic/${row.id}/attempts${query}`}
              aria-current={isOpen ? 'true' : undefined}
            >
              {withoutDirections(endOf(attempt))}
            </Link>
          </p>
          <p className={classes['note']}>
            <Note attempt={attempt} />
          </p>
        </div>
      </div>
    </li>
  );
}

function Gap({ attempt: { gap, keptRetryAfter, hasSameKey } }: Pick<AttemptRowProps, 'attempt'>) {
  if (gap === undefined) return null;
  return (
    <div className={classes['gap']}>
      <GapLine />
      <p>
        <TimerIcon size={12} /> <b>{duration(Math.max(0, gap))}</b> later{hasSameKey && ', same key'}
        {keptRetryAfter !== undefined && (
          <span data-tone={keptRetryAfter ? 'ok' : 'bad'}>
            {keptRetryAfter ? ', Retry-After kept' : ', before Retry-After had passed'}
          </span>
        )}
      </p>
    </div>
  );
}

function endOf({ row: { status, replayOf, error, fault } }: Attempt): string {
  if (status === 0) return fault === undefined ? 'The client disconnected' : 'No answer reached the client';
  if (replayOf !== '') return `${status} Replayed`;
  return error === '' ? String(status) : `${status} ${error}`;
}

function Note({ attempt: { row, retryAfter } }: Pick<AttemptRowProps, 'attempt'>) {
  const { fault, runID, replayOf } = row;
  return (
    <>
      {runID !== '' && (
        <>
          {replayOf === '' ? 'Run' : 'Same run'}{' '}
          <Link href={`/runs/${runID}`} title={runID}>
            <code>{shortID(runID)}</code>
          </Link>
          {replayOf !== '' && ', nothing executed again'}
          {fault !== undefined && ', then '}
        </>
      )}
      {fault !== undefined && `${runID === '' ? 'Fault' : 'fault'} ${fault.slug}`}
      {retryAfter !== undefined && `${fault === undefined ? '' : ': '}Retry-After ${retryAfter} s`}
    </>
  );
}

/** A request and its answer as arrows between client (left) and server (right), in addition to the texts. */
function AttemptArrows({ row }: { row: TrafficRow }) {
  const isLost = row.status === 0 || isSpoiled(row);
  return (
    <svg className={classes['arrows']} viewBox="0 0 160 64" width={160} height={64} aria-hidden>
      <path d="M8 0v64M152 0v64" data-part="life" />
      <path d="M8 14L148 22M143 18l6 4-7 3" data-part="request" />
      <text x={78} y={13}>
        request
      </text>
      {isLost ? (
        <g data-tone="wait">
          <path d="M152 40L88 44" data-part="lost" />
          <path d="M80 39l8 9M88 39l-8 9" data-part="answer" />
        </g>
      ) : (
        <g data-tone={statusTone(row.status)}>
          <path d="M152 40L12 48M18 44l-7 4 7 3" data-part="answer" />
          <text x={78} y={60}>
            {endText(row)} · {duration(row.milliseconds)}
          </text>
        </g>
      )}
      <circle cx={8} cy={14} r={3} />
      <circle cx={152} cy={22} r={3} />
    </svg>
  );
}

/** The time between two attempts. */
function GapLine() {
  return (
    <svg className={classes['arrows']} viewBox="0 0 160 28" width={160} height={28} aria-hidden>
      <path d="M8 0v28M152 0v28" data-part="life" strokeDasharray="2 3" />
    </svg>
  );
}
