import { CheckIcon, TimerIcon, TriangleAlertIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { CallAttempt, TrafficCall, TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { spoilsAnswer } from '../../../shared/model/failed-answer.ts';
import { useApi } from '../../core/data/hangar.ts';
import { useLiveQuery } from '../../core/data/query.ts';
import { QueryView } from '../../core/data/QueryView.tsx';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { duration } from '../../ui/text/time.ts';
import classes from './AttemptsTab.module.css';
import { shortID } from '../../core/run/short-id.ts';
import { clientText, endText, statusTone } from '../../core/traffic/request-look.ts';
import { statusShape } from './traffic-look.ts';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

/** The attempts of one call between client and server, with the gaps and a verdict. */
export function AttemptsTab({ row, query }: { row: TrafficRow; query: string }) {
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

interface AttemptListProps {
  readonly call: TrafficCall;
  readonly row: TrafficRow;
  readonly query: string;
}

function AttemptList({ call: { attempts, summary, verdict }, row, query }: AttemptListProps) {
  return (
    <>
      <p className={classes['head']}>
        <span className={classes['sides']} aria-hidden>
          <span className="ellipsis">{stripBidiControls(clientText(row.client))}</span>
          <span>Hangar</span>
        </span>
        <span>{summary}</span>
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
        <AttemptArrows row={row} />
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
      <GapLine />
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

/** A request and its answer as arrows between client (left) and server (right), in addition to the texts. */
function AttemptArrows({ row }: { row: TrafficRow }) {
  const isLost = row.status === 0 || (row.fault !== undefined && spoilsAnswer(row.fault.kind));
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
