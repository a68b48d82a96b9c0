import {
  elementKey,
  scheduleKey,
  subjectKey,
  type Schedule,
  type ScheduleElement,
} from '../../../shared/model/schedule.ts';
import { elementsOf, type Dimensions } from './catalogue.ts';
import type { Trial } from './trial.ts';

/** A schedule of the walk. */
export interface Step {
  readonly schedule: Schedule;
  /** Position of its first element among those of the baseline, which decides its shard. */
  readonly first: number;
  /** Position of its latest element among those of the baseline: only later ones are added to it. */
  readonly latest: number;
  /** True when it has an element about a call that the baseline did not make. */
  readonly isNew: boolean;
}

/** A part of a walk: the schedules whose first element is dealt to it. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** A schedule that was tried, with what came of it. */
export interface Tried {
  readonly step: Step;
  readonly trial: Trial;
}

/** The order in which schedules are tried. Pure; depends on what trials showed, never on when they ended. */
export class Walk {
  /** The elements of the baseline. */
  readonly elements: readonly ScheduleElement[];
  readonly #baseline: Trial;
  readonly #dimensions: Dimensions;
  readonly #shard: Shard;
  readonly #seen = new Set<string>();

  constructor(baseline: Trial, dimensions: Dimensions, shard: Shard) {
    this.#baseline = baseline;
    this.#dimensions = dimensions;
    this.#shard = shard;
    this.elements = elementsOf(baseline, dimensions);
  }

  /** The schedules of one element. */
  singles(): Step[] {
    return this.elements.flatMap((element, position) =>
      this.#isOwn(position) ? this.#step([element], position, position, false) : [],
    );
  }

  /** The schedules with one element more than those of a level: first about new calls, then about calls of the baseline. */
  extend(level: readonly Tried[]): Step[] {
    const whole = level.filter(({ trial }) => trial.unmet.length === 0);
    return [
      ...whole.flatMap(({ step, trial }) => this.#withNewCalls(step, trial)),
      ...whole.flatMap(({ step }) => this.#withLaterElements(step)),
    ];
  }

  /** Number of the pairs of the baseline's elements that belong to this part. */
  get pairs(): number {
    const subjects = this.elements.map(subjectKey);
    const later = new Map<string, number>();
    let count = 0;
    for (let position = subjects.length - 1; position >= 0; position--) {
      const subject = subjects[position] ?? '';
      const same = later.get(subject) ?? 0;
      if (this.#isOwn(position)) count += subjects.length - 1 - position - same;
      later.set(subject, same + 1);
    }
    return count;
  }

  /** Notes a schedule that does not come from the walk; false when it was tried already. */
  note(schedule: Schedule): boolean {
    const key = scheduleKey(schedule);
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  /** True when schedules that begin with the element at this position belong to this part. */
  #isOwn(position: number): boolean {
    return position % this.#shard.of === this.#shard.index - 1;
  }

  /** True for a position whose schedules belong to this part. */
  owns(position: number): boolean {
    return this.#isOwn(position);
  }

  #withNewCalls({ schedule, first, latest }: Step, trial: Trial): Step[] {
    // The elements of the baseline are added in their own order.
    const added = elementsOf(trial, this.#dimensions, this.#baseline);
    return added.flatMap((element) => this.#step([...schedule, element], first, latest, true));
  }

  #withLaterElements({ schedule, first, latest, isNew }: Step): Step[] {
    return this.elements.flatMap((element, position) =>
      position > latest ? this.#step([...schedule, element], first, position, isNew) : [],
    );
  }

  #step(schedule: Schedule, first: number, latest: number, isNew: boolean): Step[] {
    const subjects = new Set(schedule.map(subjectKey));
    return subjects.size === schedule.length && this.note(schedule) ? [{ schedule, first, latest, isNew }] : [];
  }
}

/** True when each element of a schedule is in another. */
export function isWithin(schedule: Schedule, other: Schedule): boolean {
  const keys = new Set(other.map(elementKey));
  return schedule.every((element) => keys.has(elementKey(element)));
}
