import {
  elementKey,
  subjectKey,
  type Schedule,
  type ScheduleElement,
  MAX_ELEMENTS,
} from '../../../shared/model/schedule.ts';
import { elementsFor, ordersOf, subjectsOf, type Dimensions, type Subjects } from './catalogue.ts';
import type { Trial } from './trial.ts';
import { chance } from '../../emulator/emulator.ts';

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

/** A schedule that was tried and met as a whole. Little is kept of its trial, since there may be many. */
export interface Tried {
  readonly step: Step;
  /** Calls, runs and questions that the baseline had not. */
  readonly added: Subjects;
}

/** The order in which schedules are tried. Pure; depends on what trials showed, never on when they ended. */
export class Walk {
  /** The elements of the baseline. */
  readonly elements: readonly ScheduleElement[];
  readonly #baseline: Trial;
  readonly #dimensions: Dimensions;
  readonly #shard: Shard;
  readonly #seen = new Set<string>();
  /** Numbers of elements by their keys. A schedule is known by its numbers, since there may be very many. */
  readonly #numbers = new Map<string, number>();
  readonly #numbered = new WeakMap<ScheduleElement, number>();

  /** @param trials the baseline, and others that show which of its calls overlap */
  constructor([baseline, ...others]: readonly [Trial, ...Trial[]], dimensions: Dimensions, shard: Shard) {
    this.#baseline = baseline;
    this.#dimensions = dimensions;
    this.#shard = shard;
    this.elements = [
      ...elementsFor(subjectsOf(baseline), dimensions),
      ...(dimensions.order ? ordersOf(baseline.calls, [baseline, ...others], dimensions.holdSeconds) : []),
    ];
  }

  /** The schedules of one element. */
  singles(): Step[] {
    return this.elements.flatMap((element, position) =>
      this.owns(position) ? this.#step([element], position, position, false) : [],
    );
  }

  /** The schedules with one element more than those of a level: first about new calls, then about calls of the baseline. */
  extend(level: readonly Tried[]): Step[] {
    return [
      ...level.flatMap((tried) => this.#withNewCalls(tried)),
      ...level.flatMap(({ step }) => this.#withLaterElements(step)),
    ];
  }

  /** The tried schedule to extend; none when nothing met an element of it. */
  tried(step: Step, trial: Trial): Tried[] {
    return trial.unmet.length > 0 ? [] : [{ step, added: subjectsOf(trial, this.#baseline) }];
  }

  /** Number of the pairs of the baseline's elements that belong to this part. */
  get pairs(): number {
    const subjects = this.elements.map(subjectKey);
    const later = new Map<string, number>();
    let count = 0;
    for (let position = subjects.length - 1; position >= 0; position--) {
      const subject = subjects[position] ?? '';
      const same = later.get(subject) ?? 0;
      if (this.owns(position)) count += subjects.length - 1 - position - same;
      later.set(subject, same + 1);
    }
    return count;
  }

  /** Notes a schedule that does not come from the walk; false when it was tried already. */
  note(schedule: Schedule): boolean {
    const key = schedule
      .map((element) => this.#number(element))
      .sort()
      .join();
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  /** True when schedules that begin with the element at this position belong to this part. */
  owns(position: number): boolean {
    return position % this.#shard.of === this.#shard.index - 1;
  }

  #withNewCalls({ step: { schedule, first, latest }, added }: Tried): Step[] {
    // The elements of the baseline are added in their own order.
    return elementsFor(added, this.#dimensions).flatMap((element) =>
      this.#step([...schedule, element], first, latest, true),
    );
  }

  #withLaterElements({ schedule, first, latest, isNew }: Step): Step[] {
    return this.elements.flatMap((element, position) =>
      position > latest ? this.#step([...schedule, element], first, position, isNew) : [],
    );
  }

  #number(element: ScheduleElement): number {
    const known = this.#numbered.get(element);
    if (known !== undefined) return known;
    const key = elementKey(element);
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    this.#numbered.set(element, number);
    return number;
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

/** Number of draws without a new schedule after which there are no more. */
const MOST_DRAWS = 2000;

/** Schedules with more elements than the walk has, drawn from a seed. */
export class RandomSchedules {
  readonly #walk: Walk;
  readonly #seed: number;
  readonly #fewest: number;
  #draws = 0;

  constructor(walk: Walk, { seed, fewest }: { readonly seed: number; readonly fewest: number }) {
    this.#walk = walk;
    this.#seed = seed;
    this.#fewest = fewest;
  }

  /** The next schedules; none when there seem to be no more. */
  next(count: number): Step[] {
    const steps: Step[] = [];
    for (let failed = 0; steps.length < count && failed < MOST_DRAWS;) {
      const step = this.#drawn();
      if (step === undefined) failed += 1;
      else {
        steps.push(step);
        failed = 0;
      }
    }
    return steps;
  }

  #drawn(): Step | undefined {
    const draw = `${this.#seed} ${this.#draws++}`;
    const { elements } = this.#walk;
    const most = MAX_ELEMENTS - this.#fewest + 1;
    if (most < 1 || elements.length < this.#fewest) return undefined;
    const size = this.#fewest + Math.floor(chance(`${draw} size`) * most);
    const positions = Array.from({ length: size }, (_, index) =>
      Math.floor(chance(`${draw} ${index}`) * elements.length),
    ).sort((one, other) => one - other);
    const schedule = positions.flatMap((position): ScheduleElement[] => {
      const element = elements[position];
      return element === undefined ? [] : [element];
    });
    const [first = 0] = positions;
    if (new Set(schedule.map(subjectKey)).size < size || !this.#walk.owns(first)) return undefined;
    return this.#walk.note(schedule) ? { schedule, first, latest: positions.at(-1) ?? first, isNew: false } : undefined;
  }
}
