import type { TurnShare } from '../../../shared/expression/budget.ts';
import type { MonotonicMilliseconds } from '../../../shared/values/timestamp.ts';
import type { Clock } from './ports.ts';

/** How long expressions may keep one turn of the event loop. */
const SHARE_MILLISECONDS = 10;
/** The same in operations, which take at most about 100 ns each. */
const SHARE_OPERATIONS = 100_000;

/**
 * Shares the turns of the event loop among runs that evaluate much: all together use a part of each turn, and what needs
 * more waits in line for a turn of its own, between which requests are served.
 */
export class TurnScheduler implements TurnShare {
  readonly #clock: Pick<Clock, 'nextTurn'>;
  readonly #waiting: (() => void)[] = [];
  #startedAt: MonotonicMilliseconds | undefined;
  #operations = 0;
  #isScheduled = false;

  constructor(clock: Pick<Clock, 'nextTurn'>) {
    this.#clock = clock;
  }

  isUsed(operations: number, now: MonotonicMilliseconds): boolean {
    this.#startedAt ??= now;
    this.#operations += operations;
    this.#schedule();
    return now - this.#startedAt > SHARE_MILLISECONDS || this.#operations > SHARE_OPERATIONS;
  }

  /** Resolves in a later turn, which nobody else gets from here. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.nextTurn(() => this.#begin());
  }

  #begin(): void {
    this.#isScheduled = false;
    this.#startedAt = undefined;
    this.#operations = 0;
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) this.#schedule();
  }
}
