import type { Explored } from '../../../shared/contract/emulator/explorations.ts';
import type { Call } from '../../../shared/model/call.ts';
import { elementKey, subjectKey, type Schedule, type ScheduleElement } from '../../../shared/model/schedule.ts';
import type { Violation } from './judge.ts';
import type { Trial } from './trial.ts';
import { isWithin } from './walk.ts';

export type { Explored };

/** A smallest schedule under which an invariant does not hold. */
export interface Broken {
  readonly violation: Violation;
  readonly schedule: Schedule;
  /** Other kinds of its faults that break it, too. */
  readonly also: readonly ScheduleElement[];
  /** Number of the repetitions: five, unless the search was stopped. */
  readonly repetitions: number;
  /** Number of the repetitions in which it broke. */
  readonly reproduced: number;
  /** Number of the trial that found it; 0 for a repeated schedule. */
  readonly number: number;
  /** The latest trial under the schedule, one in which it broke if there is any. */
  readonly trial: Trial;
}

/** The findings of a search. */
export interface Found {
  readonly baseline: Trial;
  /** Calls that differ between the two trials of the baseline. */
  readonly unsteady: readonly Call[];
  /** Invariants that fail without any fault; nothing else was tried then. */
  readonly failing: readonly Violation[];
  readonly explored: Explored;
  readonly broken: readonly Broken[];
  /** True when everything up to `faultsAtOnce` was tried. */
  readonly isComplete: boolean;
  /** True when somebody ended the search. */
  readonly isStopped: boolean;
}

/** The extent of a search that has not begun. @param calls number of the baseline's */
export function emptyExplored(calls: number): Explored {
  const none = () => ({ tried: 0, total: 0 });
  return {
    ...{ schedules: 0, calls, singles: none(), newCalls: none(), pairs: none() },
    ...{ people: none(), orders: none(), unmet: 0, seconds: 0 },
  };
}

/** True when a schedule has all elements of a counterexample, or only other kinds of its faults. */
export function explains({ schedule: smallest, also }: Broken, schedule: Schedule): boolean {
  const keys = new Set(also.map(elementKey));
  const replaced = smallest.filter((element) => !schedule.some((each) => elementKey(each) === elementKey(element)));
  return (
    isWithin(smallest, schedule) ||
    replaced.every((element) =>
      schedule.some((each) => subjectKey(each) === subjectKey(element) && keys.has(elementKey(each))),
    )
  );
}

/** True when two schedules differ only in the kinds of their faults. */
export function isSameButKinds(one: Schedule, other: Schedule): boolean {
  const text = (schedule: Schedule): string => schedule.map(subjectKey).sort().join('\n');
  return text(one) === text(other);
}
