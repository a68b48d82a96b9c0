import type { TaskSlots } from '../context/engine-context.ts';

/** Number of queued runs of a task whose places are told: the first ones. */
const PLACES = 10;

/** A run in the queue of its task. */
interface QueuedRun {
  /** It may not start before this time. */
  readonly notBefore: number;
  /** True when it waits for a `concurrencyKey`, too. */
  readonly isKeyed: boolean;
}

/** The queued runs of one task, in order, and the runs that hold a slot. */
export class TaskQueue {
  readonly #waiting = new Map<string, QueuedRun>();
  readonly #active = new Set<string>();

  /** Adds a run to the end of the queue. */
  add(runID: string, run: QueuedRun): void {
    this.#waiting.set(runID, run);
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

  /** The first queued runs, as many as have a place. */
  get firstOnes(): readonly string[] {
    const first: string[] = [];
    for (const id of this.#waiting.keys()) if (first.push(id) === PLACES) break;
    return first;
  }

  /** The place of a queued run, from 1; `undefined` when it is not among the first, or may start before one that is ahead of it. */
  placeOf(runID: string, now: number): number | undefined {
    let place = 0;
    for (const [id, { notBefore, isKeyed }] of this.#waiting) {
      place += 1;
      if (place > PLACES || notBefore > now || isKeyed) return undefined;
      if (id === runID) return place;
    }
    return undefined;
  }

  /** The runs that hold a slot, oldest first. */
  get active(): readonly string[] {
    return [...this.#active];
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#active.size === 0;
  }
}

/** The queue that a run shares with others of the same `concurrencyKey`. */
export interface RunKey {
  /** The rendered key, in its environment. */
  readonly text: string;
  /** Maximum number of Active runs with this key. */
  readonly limit: number;
}

interface WaitingRun {
  readonly limit: number;
  readonly notBefore: number;
}

interface KeyedQueue {
  readonly waiting: Map<string, WaitingRun>;
  readonly active: Set<string>;
}

/** Runs with the same `concurrencyKey`, across tasks, in order. Runs without one are in none of the queues. */
export class KeyedQueues {
  readonly #queues = new Map<string, KeyedQueue>();
  readonly #keys = new Map<string, string>();

  /** Adds a run to the end of the queue of its key. */
  add(runID: string, { text, limit }: RunKey, notBefore: number): void {
    this.#queue(runID, text).waiting.set(runID, { limit, notBefore });
  }

  /** Counts a run that was Active before a restart. */
  occupy(runID: string, { text }: RunKey): void {
    this.#queue(runID, text).active.add(runID);
  }

  /** True when a run has no key, or is the first that may start and its key is free. @param now reads the clock */
  mayStart(runID: string, now: () => number): boolean {
    const queue = this.#queueOf(runID);
    if (queue === undefined) return true;
    for (const [id, { limit, notBefore }] of queue.waiting) {
      if (notBefore !== 0 && notBefore > now()) continue;
      return id === runID && queue.active.size < limit;
    }
    return false;
  }

  /** The slots of a waiting run's key; `undefined` for a run without one. */
  slotsOf(runID: string): TaskSlots | undefined {
    const queue = this.#queueOf(runID);
    const waiting = queue?.waiting.get(runID);
    if (queue === undefined || waiting === undefined) return undefined;
    // Without the ID of its environment.
    const key = this.#keys.get(runID)?.replace(/^\S+ /, '');
    return { runIDs: [...queue.active], total: waiting.limit, key };
  }

  /** True for a run with a key. */
  has(runID: string): boolean {
    return this.#keys.has(runID);
  }

  /** Marks a run as Active. */
  start(runID: string): void {
    const queue = this.#queueOf(runID);
    if (queue?.waiting.delete(runID) === true) queue.active.add(runID);
  }

  /** The first waiting run of a run's key. */
  nextTo(runID: string): string | undefined {
    return this.#queueOf(runID)?.waiting.keys().next().value;
  }

  /** Removes a run that has ended. Returns the next one of its key. */
  remove(runID: string): string | undefined {
    const queue = this.#queueOf(runID);
    if (queue === undefined) return undefined;
    const key = this.#keys.get(runID) ?? '';
    this.#keys.delete(runID);
    queue.waiting.delete(runID);
    queue.active.delete(runID);
    if (queue.waiting.size === 0 && queue.active.size === 0) this.#queues.delete(key);
    return queue.waiting.keys().next().value;
  }

  clear(): void {
    this.#queues.clear();
    this.#keys.clear();
  }

  #queueOf(runID: string): KeyedQueue | undefined {
    const key = this.#keys.get(runID);
    return key === undefined ? undefined : this.#queues.get(key);
  }

  #queue(runID: string, key: string): KeyedQueue {
    const queue = this.#queues.get(key) ?? { waiting: new Map<string, WaitingRun>(), active: new Set<string>() };
    this.#queues.set(key, queue);
    this.#keys.set(runID, key);
    return queue;
  }
}
