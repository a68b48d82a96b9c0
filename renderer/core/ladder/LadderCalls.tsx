import { CirclePauseIcon, UnplugIcon, ZapIcon } from 'lucide-react';
import type { Scale } from '../../ui/lists/time-scale.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { duration } from '../../ui/text/time.tsx';
import { FEW, labelledCalls, type LadderCall, type Period } from './ladder.ts';

/** Places of the lines of client, Hangar and a second client, in pixels from the top. */
const CLIENT = 14;
const HANGAR = CLIENT + 124;
const BELOW = HANGAR + 124;
/** Least width in pixels of a call with its answer, so that both are seen as arrows. */
const LEAST = 12;
/** Pixels for a label, and for the words between two calls. */
const LABEL = 96;
const PAUSE = 128;
/** Least distance of two numbers in pixels. */
const TIGHT = 17;
/** Maximum length of a label in characters. */
const LONGEST = 32;

interface CallsProps {
  readonly calls: readonly LadderCall[];
  readonly scale: Scale;
  readonly period: Period;
  readonly width: number;
  readonly hasBelow: boolean;
  /** The end of the axis while something goes on. */
  readonly now: number | undefined;
}

/** The lines of client and Hangar, and the calls between them as arrows. A table beside it says the same. */
export function LadderCalls({ calls, scale, period, width, hasBelow, now }: CallsProps) {
  const place = (time: number) => width * scale.position(time);
  const shown = calls.map((call, index) => ({ call, index })).filter(({ call }) => isWithin(call, period));
  const labelled = labelledCalls(calls, ({ from }) => place(from), LABEL);
  const height = (hasBelow ? BELOW : HANGAR) + CLIENT;
  let before = -Infinity;
  const drawn = shown.map(({ call, index }): DrawnCall => {
    const x = place(call.from);
    const isLabelled = labelled.has(index);
    const isTight = x - before < TIGHT && !call.isFaulted;
    if (!isTight) before = x;
    const length = Math.max(LEAST, place(call.to ?? now ?? call.from) - x);
    return { call, x, length, edge: width, number: index + 1, isLabelled, isTight };
  });
  return (
    <svg width="100%" height={height}>
      <path
        d={`M0 ${CLIENT}H${width}M0 ${HANGAR}H${width}${hasBelow ? `M0 ${BELOW}H${width}` : ''}`}
        data-part="life"
      />
      {calls.length <= FEW && <Pauses calls={calls} place={place} />}
      {drawn.map((each) => (
        <CallArrows key={each.call.key} {...each} />
      ))}
      {/* Above the arrows of later calls. */}
      {drawn.map((each) => each.isLabelled && <Labels key={each.call.key} {...each} />)}
      {now !== undefined && (
        <text x={width} y={height - 2} textAnchor="end" data-part="now">
          now
        </text>
      )}
    </svg>
  );
}

function isWithin({ from, to }: LadderCall, period: Period): boolean {
  return from <= period.to && (to ?? period.to) >= period.from;
}

/** The time that the client waits between two calls, in words, where there is room. */
function Pauses({ calls, place }: { calls: readonly LadderCall[]; place: (time: number) => number }) {
  const own = calls.filter(({ isBelow }) => isBelow !== true);
  return own.map((call, index) => {
    const next = own[index + 1];
    const from = call.to ?? call.from;
    if (next === undefined || place(next.from) - place(from) < PAUSE) return null;
    return (
      <text
        key={call.key}
        x={(place(from) + place(next.from)) / 2}
        y={CLIENT + 4}
        textAnchor="middle"
        data-part="pause"
      >
        waits {duration(next.from - from)}
      </text>
    );
  });
}

/** A call with its place in pixels. */
interface DrawnCall {
  readonly call: LadderCall;
  readonly x: number;
  /** From its request to its answer. */
  readonly length: number;
  /** The end of the axis. */
  readonly edge: number;
  /** From 1. */
  readonly number: number;
  readonly isLabelled: boolean;
  /** True for a call too close to another for its number. */
  readonly isTight: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The points of a call, from where it began: its client, Hangar, and the mark of its fault. */
function pointsOf({ call: { isArrived, answer, isBelow = false } }: DrawnCall) {
  const side = isBelow ? BELOW : CLIENT;
  const middle = LEAST / 2;
  // Half of the way, on the side of the client.
  const half = (side + HANGAR) / 2 + (isBelow ? 6 : -6);
  const isStopped = !isArrived && answer !== 'held';
  const stopped = { x: middle / 2, y: half };
  const mark: Point = isArrived ? { x: LEAST, y: half } : isStopped ? stopped : { x: middle, y: HANGAR };
  const arrival: Point = isStopped ? mark : { x: middle, y: HANGAR };
  return { side, half, mark, arrival, isStopped };
}

/** A call as an arrow to Hangar, which takes the least width, and its answer as an arrow back. What is lost or held stops at the mark of its fault. */
function CallArrows(props: DrawnCall) {
  const { call, x, length, edge, number, isTight } = props;
  const { isArrived, answer, isFaulted } = call;
  const { side, mark, arrival, isStopped } = pointsOf(props);
  const isWhole = answer === 'whole';
  const back: Point = isWhole ? { x: length, y: side } : mark;
  return (
    <g transform={`translate(${x} 0)`} data-tone={isFaulted ? 'wait' : call.tone}>
      <path d={`M0 ${side}L${arrival.x} ${arrival.y}`} data-part="request" />
      {!isStopped && <circle cx={arrival.x} cy={arrival.y} r={3} data-part="end" />}
      {(isArrived || isWhole) && (
        <path
          d={`M${arrival.x} ${arrival.y}L${back.x} ${back.y}`}
          data-part={isWhole ? 'answer' : 'lost'}
          data-tone={isWhole ? call.tone : 'wait'}
        />
      )}
      {isWhole && <circle cx={length} cy={side} r={3} data-part="end" data-tone={call.tone} />}
      {answer === 'held' && <path d={`M${mark.x} ${mark.y}H${edge - x}`} data-part="held" />}
      {isFaulted && <Mark {...mark} answer={answer} />}
      {!isTight && (
        <>
          <circle cx={0} cy={side} r={8} data-part="place" />
          <text x={0} y={side + 4} textAnchor="middle" data-part="number">
            {number}
          </text>
        </>
      )}
    </g>
  );
}

/** The words of a call: its subject at its client, and what came of it at the mark of its fault, or at its answer. */
function Labels(props: DrawnCall) {
  const { call, x, length } = props;
  const { name, note, isNoteNew = false, end, isFaulted, isBelow = false } = call;
  const { side, half, mark, isStopped } = pointsOf(props);
  const at = isStopped || call.answer !== 'whole' ? mark : { x: length, y: half };
  // The line of what is held goes on behind its mark; the words stand beside it, on the side of their client at Hangar.
  const beside = call.isArrived === isBelow ? -12 : call.isArrived ? 20 : 24;
  const below = call.answer === 'held' ? beside : 4;
  return (
    <g transform={`translate(${x} 0)`}>
      <text x={14} y={side + (isBelow ? -26 : 22)} data-part="name">
        {cut(name)}
      </text>
      {note !== '' && (
        <text x={14} y={side + (isBelow ? -11 : 37)} data-part="name" data-tone={isNoteNew ? 'wait' : 'off'}>
          {cut(note)}
        </text>
      )}
      <text x={at.x + (isFaulted ? 16 : 8)} y={at.y + below} data-part={isFaulted ? 'fault' : 'name'}>
        {cut(end)}
      </text>
    </g>
  );
}

function cut(text: string): string {
  const shown = stripBidiControls(text);
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1)}…` : shown;
}

function Mark({ x, y, answer }: { x: number; y: number; answer: LadderCall['answer'] }) {
  const Icon = answer === 'held' ? CirclePauseIcon : answer === 'lost' ? UnplugIcon : ZapIcon;
  return (
    <>
      <rect x={x - 9} y={y - 9} width={18} height={18} rx={4} data-part="mark" />
      <Icon x={x - 6} y={y - 6} size={12} />
    </>
  );
}
