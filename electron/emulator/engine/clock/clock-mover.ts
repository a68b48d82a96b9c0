import { ApiError } from '../../../../shared/http/errors.ts';
import type { Busy } from '../../../../shared/contract/emulator/clock.ts';
import {
  formatTimestamp,
  MICROS_PER_SECOND,
  type Micros,
  type MonotonicMilliseconds,
} from '../../../../shared/values/timestamp.ts';
import type { Activity } from './activity.ts';
import { type SkipRecord, LATEST_NOW } from './clock-records.ts';
import type { DueItem } from './due-heap.ts';
import type { EmulatedClock } from './emulated-clock.ts';
import type { MachineClock } from './machine-clock.ts';
import type { Due } from './schedule.ts';

/** Maximum number of events of one advance. */
const MAX_EVENTS = 10_000;
/** Time without requests before the clock skips, in milliseconds of the machine. */
const QUIET_MILLISECONDS = 20;
/** Maximum number of skips for one run. */
const MAX_SKIPS_OF_RUN = 1000;

/** Dependencies of the mover. */
interface MoverPorts {
  readonly machine: MachineClock;
  readonly time: EmulatedClock;
  readonly activity: Activity;
  /** True while no work is deferred to a later turn of the event loop. */
  readonly isTurnIdle: () => boolean;
  /** Called when the clock stops skipping for a run. */
  readonly onLimit: (runID: string) => void;
}

/** The end of an advance; the soonest upcoming item when absent. */
export type AdvanceTarget = { readonly seconds: number } | { readonly to: Micros } | undefined;

/** The result of an advance. */
export interface Advanced {
  readonly events: readonly (DueItem & { readonly at: Micros })[];
  readonly more: boolean;
  readonly blockedBy: readonly Busy[];
}

/**
 * Throws `ApiError('invalid_request')` for a time that the clock cannot move to. @param field the request's field with the time
 */
export function assertReachable(field: string, at: Micros, present: Micros): void {
  const shown = formatTimestamp(present);
  if (at < present) throw new ApiError('invalid_request', `${field}: must not be before the emulated time, ${shown}.`);
  if (at > LATEST_NOW) throw new ApiError('invalid_request', `${field}: the clock goes no further than 2099-12-31.`);
}

/** Moves the clock forward, one item after the other: by an advance, or by skipping waits. Moves are serialized. */
export class ClockMover {
  readonly #ports: MoverPorts;
  #queue: Promise<unknown> = Promise.resolve();
  #autoSkip = false;
  #isSkipping = false;
  /** True when work has become idle since the last check. */
  #isStale = false;
  readonly #skipsOf = new Map<string, number>();
  #stopListening: (() => void) | undefined;

  constructor(ports: MoverPorts) {
    this.#ports = ports;
  }

  get autoSkip(): boolean {
    return this.#autoSkip;
  }

  set autoSkip(isOn: boolean) {
    this.#autoSkip = isOn;
    this.#stopListening?.();
    this.#stopListening = isOn ? this.#ports.activity.onIdle(() => this.#skipSoon()) : undefined;
    if (isOn) this.#skipSoon();
  }

  /** Restores the counters of unfinished runs from the stored skips. */
  restore(skips: Iterable<SkipRecord>): void {
    this.#skipsOf.clear();
    for (const { runID, count } of skips) this.#skipsOf.set(runID, Math.max(count, this.#skipsOf.get(runID) ?? 0));
  }

  /** Runs work while nothing else moves the clock. */
  exclusively<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Runs due items up to the target, in order, each at its time and after earlier work has settled. */
  advance(target: AdvanceTarget, waitMilliseconds: number): Promise<Advanced> {
    return this.exclusively(async () => {
      const { time } = this.#ports;
      const end = target === undefined ? undefined : this.#endOf(target);
      const release = time.hold();
      try {
        return await this.#advanceTo(end, waitMilliseconds);
      } finally {
        release();
      }
    });
  }

  /** Lets work begin, then returns whether all of it waits. A wait that the clock will skip does not count. */
  async isSettled(): Promise<boolean> {
    const { activity, isTurnIdle } = this.#ports;
    const isIdle = (): boolean => activity.isIdle;
    while (isIdle()) {
      await this.#turns();
      activity.check();
      if (isIdle() && isTurnIdle()) return !this.#autoSkip || this.#soonestToSkip() === undefined;
    }
    return false;
  }

  /** Forgets a run that has ended. */
  forget(runID: string): void {
    if (this.#skipsOf.size > 0) this.#skipsOf.delete(runID);
  }

  #endOf(target: NonNullable<AdvanceTarget>): Micros {
    const now = this.#ports.time.now();
    const end = 'to' in target ? target.to : Math.round(now + target.seconds * MICROS_PER_SECOND);
    assertReachable('to' in target ? 'to' : 'seconds', end, now);
    return end;
  }

  async #advanceTo(end: Micros | undefined, waitMilliseconds: number): Promise<Advanced> {
    const { time } = this.#ports;
    const { generation } = time;
    const events: (DueItem & { readonly at: Micros })[] = [];
    for (let target = end; ;) {
      const blockedBy = await this.#settled(waitMilliseconds);
      if (generation !== time.generation || blockedBy.length > 0) return { events, more: false, blockedBy };
      const due = time.soonest();
      target ??= due?.at;
      if (due === undefined || target === undefined || due.at > Math.min(target, LATEST_NOW)) {
        if (target !== undefined && target <= LATEST_NOW) time.moveTo(target);
        return { events, more: false, blockedBy };
      }
      if (events.length === MAX_EVENTS) return { events, more: true, blockedBy };
      events.push({ at: due.at, ...due.entry.item });
      time.perform(due);
    }
  }

  /** Resolves with an empty list when all work has ended or waits, or with the busy work after the timeout. */
  async #settled(waitMilliseconds: number): Promise<readonly Busy[]> {
    const { machine, activity, isTurnIdle } = this.#ports;
    const until = machine.monotonic() + waitMilliseconds;
    for (;;) {
      await this.#turns();
      activity.check();
      if (activity.isIdle && isTurnIdle()) return [];
      if (activity.isIdle) continue;
      if (machine.monotonic() >= until) return activity.busy();
      await this.#idleOr(until);
    }
  }

  /** Waits two turns of the event loop: work that begins in one sets its timeout in the next. */
  async #turns(): Promise<void> {
    const { machine } = this.#ports;
    await new Promise<void>((resolve) => machine.nextTurn(() => machine.nextTurn(resolve)));
  }

  #idleOr(until: MonotonicMilliseconds): Promise<void> {
    const { machine, activity } = this.#ports;
    return new Promise((resolve) => {
      const end = (): void => {
        off();
        cancel();
        resolve();
      };
      const off = activity.onIdle(end);
      const cancel = machine.after(Math.max(until - machine.monotonic(), 0), end);
    });
  }

  #skipSoon(): void {
    this.#isStale = true;
    if (this.#isSkipping) return;
    this.#isSkipping = true;
    void this.#skipAll().finally(() => {
      this.#isSkipping = false;
      if (this.#autoSkip && this.#isStale) this.#skipSoon();
    });
  }

  async #skipAll(): Promise<void> {
    const { machine, activity } = this.#ports;
    while (this.#autoSkip) {
      const quiet = activity.lastRequestAt + QUIET_MILLISECONDS - machine.monotonic();
      if (quiet > 0) {
        await new Promise<void>((resolve) => machine.after(quiet, resolve));
        continue;
      }
      this.#isStale = false;
      const hasSkipped = await this.exclusively(() => this.#skipOnce());
      if (!hasSkipped) return;
    }
  }

  /** Skips to the next wait or queue when no work is busy. Returns false when there is none. */
  async #skipOnce(): Promise<boolean> {
    const { time, activity, machine, isTurnIdle } = this.#ports;
    const isIdle = (): boolean => activity.isIdle;
    if (!isIdle()) return false;
    await this.#turns();
    activity.check();
    if (!isIdle()) return false;
    const isQuiet = activity.lastRequestAt + QUIET_MILLISECONDS <= machine.monotonic();
    if (!isQuiet || !isTurnIdle()) return true;
    const due = this.#autoSkip ? this.#soonestToSkip() : undefined;
    if (due === undefined) return false;
    const by = this.#countSkip(due);
    time.skipTo(due.at, by);
    if (by.count === MAX_SKIPS_OF_RUN) this.#ports.onLimit(by.runID);
    time.perform(due);
    return true;
  }

  /** The item to skip to; `undefined` when no run waits for a skip. Earlier items come first. */
  #soonestToSkip(): Due | undefined {
    const { time } = this.#ports;
    for (;;) {
      const due = time.soonest(['skippable']);
      if (due === undefined || due.at > LATEST_NOW) return undefined;
      if ((this.#skipsOf.get(due.entry.item.runID) ?? 0) < MAX_SKIPS_OF_RUN)
        return time.soonest(['skippable', 'fixed']);
      due.entry.scheduled.setOrder('fixed');
    }
  }

  #countSkip({ order, entry }: Due): Pick<SkipRecord, 'runID' | 'count'> {
    if (order !== 'skippable') return { runID: '', count: 0 };
    const { runID } = entry.item;
    const count = (this.#skipsOf.get(runID) ?? 0) + 1;
    this.#skipsOf.set(runID, count);
    return { runID, count };
  }
}
