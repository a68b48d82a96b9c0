import { chance } from './chance.ts';

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
