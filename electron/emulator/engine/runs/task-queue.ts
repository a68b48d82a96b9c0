/** The queued runs of one task, in order, and the runs that hold a slot. */
export class TaskQueue {
  readonly #waiting = new Map<string, { notBefore: number }>();
  readonly #active = new Set<string>();

  /** Adds a run to the end of the queue. It may not start before this time. */
  add(runID: string, notBefore: number): void {
    this.#waiting.set(runID, { notBefore });
  }

  /** Gives a slot to a run that was Active before a restart, even when none is free. */
  occupy(runID: string): void {
    this.#active.add(runID);
  }

  /** Removes a run from the queue, or frees its slot. */
  remove(runID: string): void {
    this.#waiting.delete(runID);
    this.#active.delete(runID);
  }

  /**
   * Gives a slot to the first run that may start now and returns it; `undefined` when there is none or no slot is free.
   * @param now reads the clock; most runs may start at once and need no look at it
   * @param mayStart tells whether something else than the task keeps a run from starting
   */
  next(now: () => number, slots: number, mayStart: (runID: string) => boolean): string | undefined {
    if (this.#active.size >= slots) return undefined;
    for (const [runID, { notBefore }] of this.#waiting) {
      if ((notBefore !== 0 && notBefore > now()) || !mayStart(runID)) continue;
      this.#waiting.delete(runID);
      this.#active.add(runID);
      return runID;
    }
    return undefined;
  }

  /** The first queued run, even if it may not start yet. */
  get first(): string | undefined {
    return this.#waiting.keys().next().value;
  }

  /** The runs that hold a slot, oldest first. */
  get active(): readonly string[] {
    return [...this.#active];
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#active.size === 0;
  }
}
