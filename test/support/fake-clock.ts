import type { MachineClock } from '../../electron/emulator/engine/context/ports.ts';
import type { MachineMicros, MonotonicMilliseconds } from '../../shared/values/timestamp.ts';

interface Timer {
  /** By the time that has passed, in microseconds. */
  readonly at: number;
  readonly call: () => void;
}

/** A clock that advances only when a test moves it; starts at 2026-11-20 16:00:00 UTC. */
export class FakeClock implements MachineClock {
  /** Initial time of the clock. */
  #start = Date.UTC(2026, 10, 20, 16) * 1000;
  #passed = 0;
  #timers = new Set<Timer>();

  now(): MachineMicros {
    return this.#start + this.#passed;
  }

  monotonic(): MonotonicMilliseconds {
    return this.#passed / 1000;
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.#passed + milliseconds * 1000, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  nextTurn(call: () => void): void {
    setImmediate(call);
  }

  /** Moves on, calling every timer at its moment, and lets what it started finish. */
  async advance(seconds: number): Promise<void> {
    const end = this.#passed + seconds * 1_000_000;
    await settled();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#passed = Math.max(this.#passed, next.at);
      next.call();
      await settled();
    }
    this.#passed = end;
    await settled();
  }

  /** Sets the clock, backwards too, without any time passing. */
  jump(seconds: number): void {
    this.#start += seconds * 1_000_000;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Resolves when everything that follows from what was done has been done, timers aside. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
