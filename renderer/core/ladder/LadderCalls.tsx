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
/** Pixels for the words between two calls, and for a letter. */
const PAUSE = 128;
const LETTER = 5.9;
/** Least distance of two numbers in pixels. */
const TIGHT = 17;
/** Pixels free of arrows before the axis. */
const GUTTER = 120;
/** Length of a label in characters, and of what is left of one without room. */
const LONGEST = 32;
const SHORTEST = 5;

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
  const labelled = labelledCalls(calls);
  const height = (hasBelow ? BELOW : HANGAR) + CLIENT;
  let before = -Infinity;
  const drawn = shown.map(({ call, index }): DrawnCall => {
    const x = place(call.from);
    const isTight = x - before < TIGHT && !call.isFaulted;
    if (!isTight) before = x;
    const length = Math.max(LEAST, place(call.to ?? now ?? call.from) - x);
    return { call, x, length, edge: width, number: index + 1, isTight };
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
      {drawn.map((each) => labelled.has(each.number - 1) && <Labels key={each.call.key} own={each} all={drawn} />)}
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
  /** True for a call too close to another for its number. */
  readonly isTight: boolean;
}

/** The points of a call, from where it began: its client, Hangar, and the mark of its fault. */
function pointsOf({ call: { isArrived, answer, isBelow = false } }: DrawnCall) {
  const side = isBelow ? BELOW : CLIENT;
  const middle = LEAST / 2;
  // Half of the way, on the side of the client.
  const half = (side + HANGAR) / 2 + (isBelow ? 6 : -6);
  const isStopped = !isArrived && answer !== 'held';
  const mark = isArrived || isStopped ? { x: isArrived ? LEAST : middle / 2, y: half } : { x: middle, y: HANGAR };
  const arrival = isStopped ? mark : { x: middle, y: HANGAR };
  return { side, half, mark, arrival, isStopped };
}

/** A call as an arrow to Hangar, which takes the least width, and its answer as an arrow back. What is lost or held stops at the mark of its fault. */
function CallArrows(props: DrawnCall) {
  const { call, x, length, edge, number, isTight } = props;
  const { isArrived, answer, isFaulted } = call;
  const { side, mark, arrival, isStopped } = pointsOf(props);
  const isWhole = answer === 'whole';
  const back = isWhole ? { x: length, y: side } : mark;
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

/** The places at which the arrows of a call cross a height: its request, and its answer. */
function crossingsOf(drawn: DrawnCall, y: number): readonly [request: number, answer: number] {
  const { side, mark } = pointsOf(drawn);
  const share = Math.abs(y - side) / (HANGAR - CLIENT);
  const end = drawn.call.answer === 'whole' ? drawn.length : mark.x;
  const middle = LEAST / 2;
  return [drawn.x + middle * share, drawn.x + middle + (end - middle) * (1 - share)];
}

/** The place of words at some heights, and the number of letters that fit there up to the next arrow. */
function roomBeside(own: DrawnCall, heights: readonly number[], all: readonly DrawnCall[]) {
  const beside = all.filter(({ call }) => call.isBelow === own.call.isBelow);
  const lines = beside.flatMap((each) => heights.flatMap((y) => crossingsOf(each, y)));
  const roomAt = (x: number) => {
    const next = Math.min(own.edge, ...lines.filter((line) => line > x - 4));
    return { x, letters: Math.floor((next - 3 - x) / LETTER) };
  };
  const request = roomAt(own.x + 14);
  const answer = roomAt(Math.max(...heights.map((y) => crossingsOf(own, y)[1])) + 7);
  const before = Math.max(-GUTTER, ...lines.filter((line) => line < own.x));
  return {
    ...(answer.letters > request.letters ? answer : request),
    lettersBefore: Math.floor((own.x - 9 - before) / LETTER),
  };
}

/** The words of a call where there is room: its subject at its client, and what came of it at its answer; at the mark of its fault always. */
function Labels({ own, all }: { own: DrawnCall; all: readonly DrawnCall[] }) {
  const { call, x } = own;
  const { name, note, isNoteNew = false, end, isFaulted, isBelow = false } = call;
  const { side, half, mark } = pointsOf(own);
  const [nameY, noteY] = isBelow ? [side - 26, side - 11] : [side + 22, side + 37];
  const room = roomBeside(own, note === '' ? [nameY - 4] : [nameY - 4, noteY - 4], all);
  // The line of what is held goes on behind its mark; the words stand beside it, on the side of their client at Hangar.
  const beside = call.isArrived === isBelow ? -12 : call.isArrived ? 20 : 24;
  const answer = roomBeside(own, [half], all);
  const fits = answer.letters >= end.length;
  const isBefore = !fits && call.answer !== 'held' && answer.lettersBefore >= end.length;
  return (
    <g>
      {room.letters >= Math.min(SHORTEST, name.length) && (
        <text x={room.x} y={nameY} data-part="name">
          {cut(name, room.letters)}
        </text>
      )}
      {room.letters >= note.length && (
        <text x={room.x} y={noteY} data-part="name" data-tone={isNoteNew ? 'wait' : 'off'}>
          {cut(note)}
        </text>
      )}
      {isFaulted ? (
        <text
          x={isBefore ? x - 6 : x + mark.x + 16}
          y={mark.y + (call.answer === 'held' ? beside : 4)}
          textAnchor={isBefore ? 'end' : 'start'}
          data-part="fault"
        >
          {cut(end)}
        </text>
      ) : (
        fits && (
          <text x={answer.x} y={half + 4} data-part="name">
            {cut(end)}
          </text>
        )
      )}
    </g>
  );
}

function cut(text: string, letters = LONGEST): string {
  const shown = stripBidiControls(text);
  const most = Math.min(LONGEST, letters);
  return shown.length > most ? `${shown.slice(0, most - 1)}…` : shown;
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
