import { MAX_ELEMENTS, subjectKey, type ScheduleElement } from '../../../shared/model/schedule.ts';
import { chance } from '../../emulator/emulator.ts';
import type { Step, Walk } from './walk.ts';

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
