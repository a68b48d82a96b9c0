import { fnv1a } from '../../../shared/values/fnv.ts';

/** Thrown into a run that `failureRate` makes fail. */
class SimulatedFailure extends Error {
  override readonly name = 'SimulatedFailure';
  constructor(rate: number) {
    super(`simulated failure (failureRate ${rate})`);
  }
}

/**
 * Makes the share of a task's runs fail that its `failureRate` asks for. Which ones depends on the task's slug and the
 * run's number since the start or the last reset, and on nothing else, so that a sequence of runs can be repeated.
 */
export class FailureSimulation {
  readonly #counts = new Map<string, number>();

  /** Counts one more run of the task; throws when it is one that fails. */
  next(taskSlug: string, rate: number): void {
    const number = (this.#counts.get(taskSlug) ?? 0) + 1;
    this.#counts.set(taskSlug, number);
    if (rate > 0 && chance(`${taskSlug} ${number}`) < rate) throw new SimulatedFailure(rate);
  }

  reset(): void {
    this.#counts.clear();
  }
}

/** A number from 0 up to 1 that depends on the text alone, evenly spread: a hash whose bits are mixed once more. */
function chance(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
