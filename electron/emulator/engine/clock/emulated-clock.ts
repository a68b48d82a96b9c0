import { asEmulated, LATEST, MICROS_PER_MILLISECOND, type Micros } from '../../../../shared/values/timestamp.ts';
import type { MachineClock } from './machine-clock.ts';
import type { DueItem, DueKind } from './due-heap.ts';
import { createMachineTime, type MachineTime } from './machine-time.ts';
import { Schedule, type DueOrder, type Scheduled } from './schedule.ts';

/** Orders by kind. A timeout becomes `skippable` while its run waits on the clock. */
const ORDER_OF: Readonly<Record<DueKind, DueOrder>> = {
  wait: 'skippable',
  queue: 'skippable',
  timeout: 'steady',
  answer: 'steady',
};

/**
 * The clock of the emulated service: timestamps, IDs, waits, timeouts, expiry. Everything that happens in time is scheduled
 * here. Its times are strictly increasing, so that each is unique.
 */
export class EmulatedClock {
  readonly #machine: MachineClock;
  readonly #source: MachineTime;
  readonly #schedule = new Schedule();
  #timer: { readonly at: Micros; readonly cancel: () => void } | undefined;

  constructor(machine: MachineClock) {
    this.#machine = machine;
    this.#source = createMachineTime(machine);
  }

  /** A time later than every earlier one. */
  now(): Micros {
    return asEmulated(this.#source.now());
  }

  /** Makes all later times later than this one, such as the latest time in a loaded state. */
  advancePast(at: Micros): void {
    this.#source.advancePast(Number(at));
  }

  /** Microseconds since a time, without the time that was skipped. */
  elapsedSince(at: Micros): number {
    return this.now() - at;
  }

  /** Calls once when this time has come, at once if it has passed; returns a function that cancels the call. */
  callAt(at: Micros, item: DueItem, call: () => void): () => void {
    return this.schedule(at, item, call).cancel;
  }

  /** As `callAt`, for an item whose order changes. */
  schedule(at: Micros, item: DueItem, call: () => void): Scheduled {
    const due = Math.min(Math.ceil(at), LATEST);
    if (due <= this.now()) {
      call();
      return NOTHING;
    }
    const scheduled = this.#schedule.add(due, { item, call, order: ORDER_OF[item.kind] });
    this.#arm();
    return scheduled;
  }

  /** Drops everything that is scheduled. */
  stop(): void {
    this.#schedule.clear();
    this.#arm();
  }

  /** Keeps one timer of the machine, for the soonest item. A timer that is too early is harmless. */
  #arm(): void {
    const due = this.#schedule.soonest();
    if (due !== undefined && this.#timer !== undefined && this.#timer.at <= due.at) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    if (due === undefined) return;
    const milliseconds = Math.ceil((due.at - this.now()) / MICROS_PER_MILLISECOND);
    this.#timer = { at: due.at, cancel: this.#machine.after(Math.max(milliseconds, 0), () => this.#fire()) };
  }

  #fire(): void {
    this.#timer = undefined;
    try {
      for (let due = this.#schedule.soonest(); due !== undefined && due.at <= this.now();) {
        this.#schedule.take(due);
        due.entry.call();
        due = this.#schedule.soonest();
      }
    } finally {
      this.#arm();
    }
  }
}

const NOTHING: Scheduled = { cancel: () => undefined, setOrder: () => undefined };
