/** Runs of one task that wait for a slot, in order, and those that hold one. Pure bookkeeping: who starts is asked, not done. */
export class TaskQueue {
  readonly #waiting = new Map<string, { notBefore: number }>();
  readonly #active = new Set<string>();

  /** Stands last in the queue; may not start before this moment. */
  add(runID: string, notBefore: number): void {
    this.#waiting.set(runID, { notBefore });
  }

  /** Holds a slot without asking, as a run does that was Active before a restart. */
  occupy(runID: string): void {
    this.#active.add(runID);
  }

  /** Leaves the queue, or frees the slot. */
  remove(runID: string): void {
    this.#waiting.delete(runID);
    this.#active.delete(runID);
  }

  /** The first in order that may start now, moved to a slot; `undefined` when none may or no slot is free. */
  next(now: number, slots: number): string | undefined {
    if (this.#active.size >= slots) return undefined;
    for (const [runID, { notBefore }] of this.#waiting) {
      if (notBefore > now) continue;
      this.#waiting.delete(runID);
      this.#active.add(runID);
      return runID;
    }
    return undefined;
  }

  /** The first in order, whether or not it may start. */
  get first(): string | undefined {
    return this.#waiting.keys().next().value;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#active.size === 0;
  }
}
