import { useElementSize } from '@mantine/hooks';
import type { Counterexample } from '../../../shared/contract/emulator/explorations.ts';
import type { AnsweredCall } from '../../../shared/contract/emulator/schedule.ts';
import { shortID } from '../../core/run/short-id.ts';
import { statusTone } from '../../core/traffic/request-look.ts';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { scaleOf, ticksOf } from '../../ui/lists/time-scale.ts';
import { counted } from '../../ui/text/counted.ts';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';
import { isLost, labelledCalls, ladderRuns, type LadderRun } from './ladder-data.ts';
import classes from './Ladder.module.css';

/** Places of the two lines, in pixels from the top. */
const CLIENT = 14;
const HANGAR = CLIENT + 124;
const LANE = 28;
/** Least width of a call with its answer, so that both are seen as arrows. */
const LEAST = 12;
/** Pixels for a label. */
const LABEL = 96;

interface LadderProps {
  readonly found: Counterexample;
  readonly label: string;
}

/** A trial on one axis of time: calls between client and Hangar, the runs below, and the invariant that they broke. */
export function Ladder({ found, label }: LadderProps) {
  const { calls } = found;
  const { ref, width } = useElementSize();
  const end = Math.max(1, ...calls.map(({ endedAt }) => endedAt));
  // Room for the label of the last call.
  const scale = scaleOf(0, end * 1.12, []);
  const left = (time: number) => `${(100 * scale.position(time)).toFixed(2)}%`;
  const pixels = (time: number) => width * scale.position(time);
  const runs = ladderRuns(found);
  const labelled = labelledCalls(calls, ({ startedAt }) => pixels(startedAt), LABEL);
  return (
    <section className={classes['ladder']} aria-label={label}>
      <div className={classes['row']} aria-hidden>
        <span />
        <div className={classes['axis']}>
          {ticksOf(scale, 0, { from: 0, to: end }, Math.max(2, width / 80)).map(({ position, text }) => (
            <span key={text} style={{ left: `${100 * position}%` }}>
              {text}
            </span>
          ))}
        </div>
        <span />
      </div>
      <div className={classes['row']}>
        <div className={classes['sides']}>
          <span>Client</span>
          <span>Hangar · {counted(calls.length, 'call')}</span>
        </div>
        <div ref={ref} className={classes['calls']} aria-hidden>
          <svg width="100%" height={HANGAR + 8}>
            <path d={`M0 ${CLIENT}H${width}M0 ${HANGAR}H${width}`} data-part="life" />
            {calls.map((call, index) => (
              <svg key={call.requestID} x={left(call.startedAt)} overflow="visible">
                <CallArrows
                  call={call}
                  place={index + 1}
                  width={Math.max(LEAST, pixels(call.endedAt) - pixels(call.startedAt))}
                  isLabelled={labelled.has(index)}
                />
              </svg>
            ))}
          </svg>
        </div>
        <span />
      </div>
      {runs.map((run, index) => (
        <RunLane key={run.id} run={run} left={left} above={index} below={runs.length - index} />
      ))}
      <InvariantLane {...{ found, runs, left }} />
    </section>
  );
}

interface CallProps {
  readonly call: AnsweredCall;
  readonly place: number;
  readonly width: number;
  readonly isLabelled: boolean;
}

/** A call as an arrow down and its answer as an arrow up; a lost answer stops at the mark of its fault. */
function CallArrows({ call, place, width, isLabelled }: CallProps) {
  const { status, fault, call: of } = call;
  const lost = isLost(call);
  const [middle, mark] = [width / 2, CLIENT + 48];
  return (
    <g data-tone={fault === '' ? statusTone(status) : 'wait'}>
      <path d={`M0 ${CLIENT}L${middle} ${HANGAR}`} data-part="request" />
      <path d={`M${middle} ${HANGAR}L${width} ${lost ? mark : CLIENT}`} data-part={lost ? 'lost' : 'answer'} />
      {lost && <path d={`M${width - 4} ${mark - 4}l8 8m0 -8l-8 8`} data-part="answer" />}
      <circle cx={middle} cy={HANGAR} r={3} data-part="end" />
      <circle cx={0} cy={CLIENT} r={8} />
      <text x={0} y={CLIENT + 4} textAnchor="middle" data-part="place">
        {place}
      </text>
      {isLabelled && (
        <>
          <text x={14} y={CLIENT + 20} data-part="name">
            {stripBidiControls(of.task ?? of.operation).slice(0, 16)}
          </text>
          <text x={width + 8} y={mark + 18}>
            {lost ? (fault === '' ? 'no answer' : fault) : status}
          </text>
        </>
      )}
    </g>
  );
}

interface LaneProps {
  readonly run: LadderRun;
  readonly left: (time: number) => string;
  /** Number of lanes between the run and Hangar. */
  readonly above: number;
  /** Number of lanes from the run to the invariant. */
  readonly below: number;
}

function RunLane({ run: { id, task, from, to, isBreaking }, left, above, below }: LaneProps) {
  return (
    <div className={classes['row']}>
      <span className={classes['name']}>{stripBidiControls(task)}</span>
      <div className={classes['track']} aria-hidden>
        <i className={classes['tie']} style={{ left: left(from), top: -LANE * above - 8, height: LANE * above + 22 }} />
        <i className={classes['bar']} style={{ left: left(from), width: `calc(${left(to)} - ${left(from)})` }} />
        {isBreaking && <i className={classes['broke']} style={{ left: left(to), height: LANE * below }} />}
      </div>
      <span className={classes['end']} title={id}>
        <code>{shortID(id)}</code>
      </span>
    </div>
  );
}

interface InvariantProps extends Pick<LaneProps, 'left'>, Pick<LadderProps, 'found'> {
  readonly runs: readonly LadderRun[];
}

function InvariantLane({ found: { invariant, reason }, runs, left }: InvariantProps) {
  const breaking = runs.filter(({ isBreaking }) => isBreaking);
  // Of several values, the reason names the runs of all.
  const isOnce = invariant.startsWith('once ') && !reason.includes('; ');
  const times = breaking.map(({ to }) => to);
  const [first, last] = [left(Math.min(...times)), left(Math.max(...times))];
  return (
    <div className={classes['row']} data-broken>
      <span className={classes['name']} title={stripBidiControls(invariant)}>
        {stripBidiControls(invariant)}
      </span>
      <div className={classes['track']} aria-hidden>
        {breaking.length > 0 && (
          <>
            <i className={classes['span']} style={{ left: first, width: `calc(${last} - ${first})` }} />
            <span className={classes['mark']} style={{ left: last }}>
              <StatusShape shape="bad" />
            </span>
          </>
        )}
      </div>
      <span className={classes['end']}>{isOnce && breaking.length > 1 && `${breaking.length}, at most 1`}</span>
    </div>
  );
}
