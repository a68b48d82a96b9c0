import type { TurnShare } from '../../../../shared/expression/budget.ts';
import type { MonotonicMilliseconds } from '../../../../shared/values/timestamp.ts';
import type { MachineClock } from './ports.ts';

/** Maximum time of runs in one turn of the event loop. */
const SHARE_MILLISECONDS = 10;
/** The same limit in operations, each of at most about 100 ns. */
const SHARE_OPERATIONS = 100_000;
/** Operations counted for each run that starts: most runs end within 100 µs. */
const OPERATIONS_PER_START = 1000;

/**
 * Shares the turns of the event loop among runs. Starting runs and long expressions together use part of each turn; the rest
 * waits for later turns, in order. Requests are served between turns.
 */
export class TurnScheduler implements TurnShare {
  readonly #clock: Pick<MachineClock, 'nextTurn' | 'monotonic'>;
  /** Runs that wait for a separate turn. */
  readonly #waiting: (() => void)[] = [];
  /** Runs that wait to start. */
  readonly #starting: (() => void)[] = [];
  #startedAt: MonotonicMilliseconds | undefined;
  #operations = 0;
  #isScheduled = false;

  constructor(clock: Pick<MachineClock, 'nextTurn' | 'monotonic'>) {
    this.#clock = clock;
  }

  /** True when no work waits for a later turn. */
  get isIdle(): boolean {
    return this.#waiting.length + this.#starting.length === 0;
  }

  isUsed(operations: number, now: MonotonicMilliseconds): boolean {
    this.#startedAt ??= now;
    this.#operations += operations;
    this.#schedule();
    return now - this.#startedAt > SHARE_MILLISECONDS || this.#operations > SHARE_OPERATIONS;
  }

  /** Resolves in a later turn that no other caller shares. */
  next(): Promise<void> {
    return this.#later(this.#waiting);
  }

  /** Admits a starting run: null when the current turn has room for it, otherwise a promise that resolves in a later turn. */
  start(): Promise<void> | null {
    const hasRoom = this.#starting.length === 0 && !this.#isFull();
    return hasRoom ? null : this.#later(this.#starting);
  }

  /** Counts one starting run. */
  #isFull(): boolean {
    return this.isUsed(OPERATIONS_PER_START, this.#clock.monotonic());
  }

  #later(queue: (() => void)[]): Promise<void> {
    return new Promise((resolve) => {
      queue.push(resolve);
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
    while (this.#starting.length > 0 && !this.#isFull()) this.#starting.shift()?.();
    if (this.#waiting.length + this.#starting.length > 0) this.#schedule();
  }
}
