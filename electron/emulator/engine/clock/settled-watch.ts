import type { Activity } from './activity.ts';
import type { ClockMover } from './clock-mover.ts';

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
