import type { Busy } from '../../../../shared/contract/emulator/clock.ts';
import type { MonotonicMilliseconds } from '../../../../shared/values/timestamp.ts';
import type { ClockMover } from './clock-mover.ts';

/** Work of a run, for the clock. */
export interface ActiveWork {
  readonly busy: Busy;
  /** Starts the check whether the run's code is idle; it counts as busy until then. */
  readonly check: () => void;
}

/** A request that may be in progress. */
interface ActiveRequest {
  readonly runID: string;
  /** Index among the requests in progress; -1 for one that is not in progress. */
  activeIndex: number;
}

/** Work in progress: Active runs that do not wait, and requests. */
export class Activity {
  readonly #works = new Set<ActiveWork>();
  /** In no order. An array costs each request less than a set of objects does. */
  readonly #requests: ActiveRequest[] = [];
  /** Waiting runs whose code may do other work meanwhile. */
  readonly #unchecked = new Set<ActiveWork>();
  readonly #listeners = new Set<() => void>();
  /** Time of the machine at which the latest request arrived. */
  lastRequestAt: MonotonicMilliseconds = -Infinity;

  get isIdle(): boolean {
    return this.#works.size === 0 && this.#requests.length === 0;
  }

  /** Work in progress that does not wait on the clock. */
  busy(): Busy[] {
    const requests = this.#requests.map(({ runID }): Busy => ({ kind: 'request', runID }));
    return [...[...this.#works].map(({ busy }) => busy), ...requests];
  }

  begin(work: ActiveWork): void {
    this.#works.add(work);
  }

  end(work: ActiveWork): void {
    if (this.#works.delete(work)) this.#notify();
  }

  /** Marks a waiting run whose code may do other work meanwhile. */
  doubt(work: ActiveWork): void {
    this.#unchecked.add(work);
  }

  forget(work: ActiveWork): void {
    this.#unchecked.delete(work);
    this.end(work);
  }

  /** Checks every doubtful run. */
  check(): void {
    for (const work of this.#unchecked) {
      this.#unchecked.delete(work);
      work.check();
    }
  }

  beginRequest(request: ActiveRequest): void {
    request.activeIndex = this.#requests.push(request) - 1;
  }

  endRequest(request: ActiveRequest): void {
    const index = request.activeIndex;
    if (index === -1) return;
    request.activeIndex = -1;
    const last = this.#requests.pop();
    if (last !== undefined && last !== request) {
      this.#requests[index] = last;
      last.activeIndex = index;
    }
    this.#notify();
  }

  /** Calls the listener whenever all work has become idle; returns a function that unsubscribes. */
  onIdle(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    if (this.#listeners.size === 0 || !this.isIdle) return;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Calls listeners once all work waits. Costs nothing without listeners. */
export class SettledWatch {
  readonly #mover: Pick<ClockMover, 'isSettled'>;
  readonly #activity: Pick<Activity, 'onIdle'>;
  readonly #listeners = new Set<() => void>();
  #stopListening: (() => void) | undefined;
  #isLooking = false;
  /** True when something happened since the last check began. */
  #isStale = false;

  constructor(mover: Pick<ClockMover, 'isSettled'>, activity: Pick<Activity, 'onIdle'>) {
    this.#mover = mover;
    this.#activity = activity;
  }

  /** Calls the listener once all work waits, in a later turn. Returns a function that stops it. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#stopListening ??= this.#activity.onIdle(() => this.look());
    this.look();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopListening?.();
      this.#stopListening = undefined;
    };
  }

  /** Checks again, after a change that makes no work idle. */
  look(): void {
    this.#isStale = true;
    if (!this.#isLooking) void this.#lookWhileStale();
  }

  async #lookWhileStale(): Promise<void> {
    this.#isLooking = true;
    try {
      while (this.#isStale && this.#listeners.size > 0) {
        this.#isStale = false;
        if (await this.#mover.isSettled()) for (const listener of [...this.#listeners]) listener();
      }
    } finally {
      // In the same microtask as the last check, so that no change is missed in between.
      this.#isLooking = false;
    }
  }
}
