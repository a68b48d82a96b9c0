import { CheckIcon, TimerIcon, TriangleAlertIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { CallAttempt, TrafficCall, TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { useApi, useLiveQuery } from '../data/hangar.ts';
import { QueryView } from '../data/QueryView.tsx';
import { Ladder } from '../ladder/Ladder.tsx';
import type { LadderData } from '../ladder/ladder.ts';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { duration } from '../../ui/text/time.tsx';
import classes from './Attempts.module.css';
import { shortID } from '../run/run-display.ts';
import { clientText, statusShape } from './request-words.ts';
import { ladderCall } from './ladder-parts.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** The attempts of one call as a ladder, then in words, with the gaps and a verdict. */
export function Attempts({ row, query }: { row: TrafficRow; query: string }) {
  const api = useApi();
  const read = useLiveQuery(
    `attempts ${row.id}`,
    () => api.traffic.get({ params: { id: row.id } }),
    (event) => event.type === 'traffic' && event.row.method === row.method && event.row.path === row.path,
  );
  return (
    <QueryView query={read} noun="attempts" isPart>
      {({ call }) => <AttemptList call={call} row={row} query={query} />}
    </QueryView>
  );
}

function AttemptList({ call, row, query }: { call: TrafficCall; row: TrafficRow; query: string }) {
  const { attempts, summary, verdict } = call;
  return (
    <>
      <p className="quiet small">{summary}</p>
      <div className={classes['ladder']}>
        <Ladder
          label="Ladder"
          client={stripBidiControls(clientText(row.client)) || 'Client'}
          data={ladderOf(attempts)}
        />
      </div>
      <ol className={classes['attempts']} aria-label="Attempts">
        {attempts.map((attempt, index) => (
          <AttemptRow
            key={attempt.row.id}
            {...{ attempt, query, place: index + 1 }}
            isOpen={attempt.row.id === row.id}
          />
        ))}
      </ol>
      {verdict !== null && <VerdictLine verdict={verdict} />}
    </>
  );
}

const TONES = { fine: 'ok', warning: 'wait', error: 'bad' } as const;

function VerdictLine({ verdict: { level, text } }: { verdict: NonNullable<TrafficCall['verdict']> }) {
  return (
    <p className={classes['verdict']} data-tone={TONES[level]}>
      {level === 'fine' ? <CheckIcon size={16} /> : <TriangleAlertIcon size={16} />}
      <span>{text}</span>
    </p>
  );
}

interface AttemptRowProps {
  readonly attempt: CallAttempt;
  readonly place: number;
  readonly query: string;
  readonly isOpen: boolean;
}

function AttemptRow({ attempt, place, query, isOpen }: AttemptRowProps) {
  const { row, sinceFirstMilliseconds } = attempt;
  return (
    <li>
      <Gap attempt={attempt} />
      <div className={classes['attempt']}>
        <span className={classes['place']}>
          <b>{place}</b>
          <span>{(sinceFirstMilliseconds / 1000).toFixed(1)} s</span>
        </span>
        <div>
          <p className={classes['end']}>
            <StatusShape shape={statusShape(row)} />
            <Link
              className="ellipsis"
              href={`/traffic/${row.id}/attempts${query}`}
              aria-current={isOpen ? 'true' : undefined}
            >
              {stripBidiControls(endOf(attempt))}
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

function Gap({ attempt: { pauseMilliseconds: gap, keptRetryAfter, hasSameKey } }: Pick<AttemptRowProps, 'attempt'>) {
  if (gap === null) return null;
  return (
    <div className={classes['gap']}>
      <p>
        <TimerIcon size={12} /> <b>{duration(gap)}</b> later{hasSameKey && ', same key'}
        {keptRetryAfter !== null && (
          <span data-tone={keptRetryAfter ? 'ok' : 'bad'}>
            {keptRetryAfter ? ', Retry-After kept' : ', before Retry-After had passed'}
          </span>
        )}
      </p>
    </div>
  );
}

function endOf({ row: { status, replayOf, error, fault } }: CallAttempt): string {
  if (status === 0) return fault === undefined ? 'The client disconnected' : 'No answer reached the client';
  if (replayOf !== '') return `${status} Replayed`;
  return error === '' ? String(status) : `${status} ${error}`;
}

function Note({ attempt: { row, retryAfterSeconds } }: Pick<AttemptRowProps, 'attempt'>) {
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
      {retryAfterSeconds !== null && `${fault === undefined ? '' : ': '}Retry-After ${retryAfterSeconds} s`}
    </>
  );
}

/** The attempts as a ladder, in addition to the texts. */
function ladderOf(attempts: readonly CallAttempt[]): LadderData {
  const calls = attempts.map(({ row, sinceFirstMilliseconds, hasSameKey }, index) => ({
    ...ladderCall(row, sinceFirstMilliseconds),
    isNoteNew: index > 0 && !hasSameKey,
  }));
  return { calls, lanes: [] };
}
