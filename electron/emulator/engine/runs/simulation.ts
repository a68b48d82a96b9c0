import { fnv1a } from '../../../../shared/values/fnv.ts';

/** Fails a run because of `failureRate`. */
class SimulatedFailure extends Error {
  override readonly name = 'SimulatedFailure';
  constructor(rate: number) {
    super(`simulated failure (failureRate ${rate})`);
  }
}

/**
 * Fails the share of a task's runs that its `failureRate` sets. The choice depends only on the task's slug and the number
 * of its runs since the start or the last reset, so that a sequence of runs is repeatable.
 */
export class FailureSimulation {
  readonly #counts = new Map<string, number>();

  /** Counts a run of a task. Throws when the run has to fail. */
  next(taskSlug: string, rate: number): void {
    const number = (this.#counts.get(taskSlug) ?? 0) + 1;
    this.#counts.set(taskSlug, number);
    if (rate > 0 && chance(`${taskSlug} ${number}`) < rate) throw new SimulatedFailure(rate);
  }

  reset(): void {
    this.#counts.clear();
  }
}

/** A pseudo-random number from 0 to 1 (exclusive), derived from a text. */
export function chance(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
