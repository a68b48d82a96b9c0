import type { Clock } from '../../electron/engine/ports.ts';

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that stands still until a test moves it; starts at 2026-11-20 16:00:00 UTC. */
export class FakeClock implements Clock {
  #now = Date.UTC(2026, 10, 20, 16) * 1000;
  #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now / 1000;
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.#now + milliseconds * 1000, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves on, calling every timer at its moment, and lets what it started finish. */
  async advance(seconds: number): Promise<void> {
    const end = this.#now + seconds * 1_000_000;
    await settled();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
      await settled();
    }
    this.#now = end;
    await settled();
  }

  /** Sets the clock, backwards too, without calling anything. */
  jump(seconds: number): void {
    this.#now += seconds * 1_000_000;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Resolves when everything that follows from what was done has been done, timers aside. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
