import type { StatusShapeName } from '../../ui/icons/StatusShape.tsx';
import type { Tone } from '../../ui/text/status.ts';

/** A request and its answer. Times are milliseconds on any one clock. */
export interface LadderCall {
  readonly key: string;
  readonly from: number;
  /** The end of its answer; null while it has none. */
  readonly to: number | null;
  /** Its subject, at the client's line. */
  readonly name: string;
  /** A second line below the name; '' for none. */
  readonly note: string;
  /** True when the note is what went wrong. */
  readonly isNoteNew?: boolean;
  /** Its answer in a word: `200`, `answer lost`. */
  readonly end: string;
  readonly tone: Tone;
  /** True when it came to Hangar; false when its fault stopped it on the way. */
  readonly isArrived: boolean;
  readonly answer: 'whole' | 'lost' | 'held';
  /** True when a fault met it. */
  readonly isFaulted: boolean;
  /** True for a call of the client below. */
  readonly isBelow?: boolean;
}

/** A run, or anything else that lasts, below the calls. */
export interface LadderLane {
  readonly key: string;
  readonly name: string;
  readonly shape: StatusShapeName;
  readonly tone: Tone;
  /** The moment at which its call made it. */
  readonly made: number;
  readonly from: number;
  /** null while it lasts. */
  readonly to: number | null;
  /** Words behind its bar; '' for none. */
  readonly note: string;
  /** At the right: its ID. */
  readonly end: string;
  /** True for a run that breaks the invariant. */
  readonly isBreaking: boolean;
}

/** The invariant as the last lane, and the moment at which it broke. */
export interface LadderVerdict {
  readonly name: string;
  /** null when it did not break at one moment. */
  readonly at: number | null;
  /** Words at that moment; '' for none. */
  readonly note: string;
  /** At the right: `2, at most 1`. */
  readonly end: string;
}

/** All that a ladder shows. */
export interface LadderData {
  readonly calls: readonly LadderCall[];
  readonly lanes: readonly LadderLane[];
  readonly verdict?: LadderVerdict | undefined;
  /** The end of the axis, for what goes on; absent when all has ended. */
  readonly now?: number;
}

/** A period of the axis. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Number of calls up to which each may have a label; of more only the important ones. */
export const FEW = 12;
/** Number of calls up to which the axis shows all; of more only the important ones. */
const MANY = 40;

/** The calls that matter: those that met a fault, and the next call like each, which is its retry. */
function importantCalls(calls: readonly LadderCall[]): ReadonlySet<number> {
  const found = calls.flatMap((call, index) => {
    if (!call.isFaulted) return [];
    const retry = calls.findIndex((other, at) => at > index && other.name === call.name);
    return retry < 0 ? [index] : [index, retry];
  });
  return new Set(found);
}

/** The period that a ladder shows: all of it, or of many calls that of the important ones. */
export function shownPeriod(data: LadderData, isWhole = false): Period {
  const { calls, lanes, verdict, now } = data;
  const marks = verdict?.at ?? undefined;
  const whole = periodOf([
    ...calls.flatMap(({ from, to }) => [from, to ?? now ?? from]),
    ...lanes.flatMap(({ from, to }) => [from, to ?? now ?? from]),
    ...[marks, now].filter((time) => time !== undefined),
  ]);
  const important = importantCalls(calls);
  if (isWhole || calls.length <= MANY || important.size === 0) return whole;
  const near = periodOf([
    ...[...important].flatMap((index) => [calls[index]?.from ?? 0, calls[index]?.to ?? 0]),
    ...lanes.filter(({ isBreaking }) => isBreaking).flatMap(({ from, to }) => [from, to ?? whole.to]),
    ...(marks === undefined ? [] : [marks]),
  ]);
  const margin = Math.max(1, (near.to - near.from) * 0.1);
  return { from: Math.max(whole.from, near.from - margin), to: Math.min(whole.to, near.to + margin) };
}

/** True when the period of a ladder leaves out some of its calls. */
export function isZoomed({ calls }: LadderData): boolean {
  return calls.length > MANY && importantCalls(calls).size > 0;
}

function periodOf(times: readonly number[]): Period {
  // Not spread into Math.min, which takes a limited number of arguments.
  const [from, to] = times.reduce(
    ([low, high], time) => [Math.min(low, time), Math.max(high, time)],
    [Infinity, -Infinity],
  );
  return from > to ? { from: 0, to: 1 } : { from, to: Math.max(to, from + 1) };
}

/** Indexes of the calls that have a label where there is room: each of a few, of more only the important ones. */
export function labelledCalls(calls: readonly LadderCall[]): ReadonlySet<number> {
  return calls.length > FEW ? importantCalls(calls) : new Set(calls.keys());
}
