import { asEmulated, LATEST, MICROS_PER_SECOND, type Micros } from '../../../../shared/values/timestamp.ts';
import { type MachineClock, createMachineTime, type MachineTime } from './machine-clock.ts';
import { type ClockRecord, type SkipRecord, LATEST_NOW, type ClockRate, REAL_TIME } from './clock-records.ts';
import { NOT_SCHEDULED, ORDER_OF, type DueItem, type DueOrder, type Scheduled, DueTimer } from './due-heap.ts';
import { Schedule, type Due } from './schedule.ts';
import { SkippedPeriods, type SkippedPeriod, Skips, type StoreSkip, FrozenPeriods } from './periods.ts';

/**
 * The clock of the emulated service: timestamps, IDs, waits, timeouts, expiry. All timed work is scheduled here. Times are
 * strictly increasing, so that each is unique.
 */
export class EmulatedClock {
  readonly #machine: MachineClock;
  readonly #source: MachineTime;
  readonly #storeSkip: StoreSkip;
  readonly #schedule = new Schedule();
  readonly #skips = new Skips();
  readonly #skipped = new SkippedPeriods();
  readonly #frozenPeriods = new FrozenPeriods();
  #rate = REAL_TIME;
  #isFrozen = false;
  #isHeld = false;
  /** True while the clock is frozen only until a held request goes on, which a restart does not know of. */
  #isFrozenBriefly = false;
  #speed = 1;
  #last: Micros = 0;
  /** Counts resets and restores. */
  #generation = 0;
  readonly #timer: DueTimer;
  readonly #listeners = new Set<() => void>();

  constructor(machine: MachineClock, storeSkip: StoreSkip) {
    this.#machine = machine;
    this.#source = createMachineTime(machine);
    this.#storeSkip = storeSkip;
    this.#timer = new DueTimer(machine, () => this.#fire());
  }

  /** A time later than every earlier one. A frozen clock counts up by a microsecond. */
  nextTimestamp(): Micros {
    if (this.#rate.isRealTime) return asEmulated(this.#source.now());
    return (this.#last = Math.max(this.#shown(), this.#last + 1));
  }

  /** The current time, which need not be unique: a frozen clock repeats it. */
  now(): Micros {
    return this.#rate.isRealTime ? asEmulated(this.#source.now()) : this.#shown();
  }

  /** True for a clock that shows the machine's time. */
  get isRealTime(): boolean {
    return this.#rate.isRealTime;
  }

  get state(): ClockRecord['state'] {
    return this.#isFrozen ? 'frozen' : 'running';
  }

  get speed(): number {
    return this.#speed;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Current speed of time; 0 while it stands still. */
  get pace(): number {
    return this.#isStill ? 0 : this.#speed;
  }

  /** Microseconds by which the clock is ahead of the machine's. */
  get offset(): number {
    return this.#rate.isRealTime ? 0 : this.#shown() - Number(this.#machine.now());
  }

  /** Microseconds since a time, without skipped time. */
  elapsedSince(at: Micros): number {
    return this.#latest() - at - this.#skips.since(at);
  }

  /** The time a duration after a timestamp, without the microseconds that a frozen clock counts up. @param duration microseconds */
  after(began: Micros, duration: number): Micros {
    return Math.min(this.#frozenPeriods.shownAt(began), this.#isStill ? this.#shown() : began) + duration;
  }

  /** The end of a duration that began at a time. Time skipped since then does not count. @param duration microseconds */
  endOf(began: Micros, duration: number): Micros {
    return this.after(began, duration) + this.#skips.since(began);
  }

  /** Makes all later times later than this one, such as the latest time in a loaded state. */
  advancePast(at: Micros): void {
    if (this.#rate.isRealTime) this.#source.advancePast(Number(at));
    // A frozen clock counted up to this time without showing it.
    else if (this.#isFrozen && at - this.#shown() < MICROS_PER_SECOND) this.#last = Math.max(this.#last, at);
    else if (at > this.#shown()) this.#rate = { ...this.#here(), instant: at };
  }

  /** Calls once at this time, immediately if it has passed; returns a function that cancels the call. */
  callAt(at: Micros, item: DueItem, call: () => void): () => void {
    return this.schedule(at, item, call).cancel;
  }

  /** Does the same as `callAt`, for an item whose order changes. */
  schedule(at: Micros, item: DueItem, call: () => void): Scheduled {
    const due = Math.min(Math.ceil(at), LATEST);
    if (due <= this.#latest()) {
      call();
      return NOT_SCHEDULED;
    }
    const scheduled = this.#schedule.add(due, { item, call, order: ORDER_OF[item.kind] });
    this.#arm();
    return scheduled;
  }

  /** The next due item, of all or of some orders. */
  soonest(orders?: readonly DueOrder[]): Due | undefined {
    return this.#schedule.soonest(orders);
  }

  /** All scheduled items, in no order. */
  dues(): Iterable<Due> {
    return this.#schedule.all();
  }

  /** The soonest items, in order. */
  upcoming(count: number): Due[] {
    return this.#schedule.upcoming(count);
  }

  /** Moves to an item's time and runs it. */
  perform(due: Due): void {
    this.#schedule.take(due);
    this.moveTo(due.at);
    due.entry.call();
  }

  /** Moves forward. An earlier time has no effect. */
  moveTo(at: Micros): void {
    const from = this.now();
    if (at <= from) return;
    if (this.#last > from) this.#frozenPeriods.add(from, this.#last);
    this.#skipped.add(from, at);
    this.#rate = { ...this.#here(), instant: at };
    this.#changed();
  }

  /** The jumps that overlap with a period. After a restart, only the skips of waits are known. */
  jumpsBetween(from: Micros, to: Micros): SkippedPeriod[] {
    return this.#skipped.between(from, to);
  }

  /** Skips forward for a run. The skipped time does not count for items of order `steady` and for `elapsedSince`. */
  skipTo(until: Micros, by: Pick<SkipRecord, 'runID' | 'count'>): void {
    const at = this.#latest();
    if (until <= at) return;
    const skip = { id: `skip${at}`, at, until: at + until - this.now(), before: this.#skips.total, ...by };
    this.#schedule.skip(skip.until - at);
    this.#storeSkip(skip, this.#skips.add(skip));
    this.moveTo(until);
  }

  /** Changes state and speed, but not the current time. */
  set({ state, speed }: { readonly state: ClockRecord['state']; readonly speed: number }): void {
    this.#isFrozenBriefly = false;
    if (state === this.state && speed === this.#speed) return;
    this.#rate = this.#here();
    this.#isFrozen = state === 'frozen';
    this.#speed = speed;
    this.#changed();
  }

  /** Freezes the clock until the returned function is called; a frozen clock stays so. Not part of the stored clock. */
  freezeBriefly(): () => void {
    if (this.#isFrozen) return () => undefined;
    this.set({ state: 'frozen', speed: this.#speed });
    this.#isFrozenBriefly = true;
    this.#changed();
    return () => {
      if (this.#isFrozenBriefly) this.set({ state: 'running', speed: this.#speed });
    };
  }

  /** Stops time until the returned function is called. Without a move in between, time has passed as if never stopped. */
  hold(): () => void {
    const [before, generation] = [this.#rate, this.#generation];
    const held = (this.#rate = this.#here());
    this.#isHeld = true;
    this.#arm();
    return () => {
      if (generation !== this.#generation) return;
      this.#isHeld = false;
      if (this.#rate === held) this.#rate = before;
      else if (!this.#isFrozen) this.#rate = { ...this.#rate, anchor: this.#source.now() };
      if (this.#rate.isRealTime) this.#source.advancePast(Number(this.#last));
      this.#changed();
    };
  }

  /** Shows the machine's time again. */
  reset(): void {
    this.#begin(REAL_TIME, 'running', 1);
    this.#schedule.clear();
    this.#skips.load([]);
    this.#skipped.load([]);
    this.#changed();
  }

  /** Restores a record: a frozen clock continues at its time, a running one as if it had run since. */
  restore(record: Omit<ClockRecord, 'autoSkip'>, skips: Iterable<SkipRecord>): void {
    const { state, speed, at, machineAt } = record;
    const isRealTime = state === 'running' && speed === 1 && at - Number(machineAt) === 0;
    const passed = state === 'frozen' ? 0 : Math.max(0, (this.#machine.now() - machineAt) * speed);
    const instant = Math.min(Math.floor(at + passed), LATEST_NOW);
    this.#begin(isRealTime ? REAL_TIME : { isRealTime, instant, anchor: this.#source.now() }, state, speed);
    this.#frozenPeriods.load(record.stops ?? []);
    const ordered = [...skips].sort((a, b) => a.at - b.at);
    this.#skips.load(ordered);
    this.#skipped.load(ordered.map(({ at, until }) => ({ from: at, to: until })));
    this.#arm();
  }

  /** Shows a time before the machine's. Only for an empty state. */
  startAt(at: Micros): void {
    this.#begin({ isRealTime: false, instant: at, anchor: this.#source.now() }, this.state, this.#speed);
    this.#changed();
  }

  record(): Omit<ClockRecord, 'id' | 'autoSkip'> {
    const { isRealTime, instant, anchor } = this.#rate;
    const machineAt = isRealTime ? this.#machine.now() : anchor;
    const at = isRealTime ? asEmulated(machineAt) : instant;
    const state = this.#isFrozenBriefly ? 'running' : this.state;
    return { state, speed: this.#speed, at, machineAt, stops: this.#frozenPeriods.all() };
  }

  /** Calls the listener after every change of the clock except the passing of time; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Drops all scheduled items, and ends moves in progress. */
  close(): void {
    this.#generation += 1;
    this.#schedule.clear();
    this.#arm();
  }

  get #isStill(): boolean {
    return this.#isFrozen || this.#isHeld;
  }

  #begin(course: ClockRate, state: ClockRecord['state'], speed: number): void {
    this.#generation += 1;
    this.#rate = course;
    this.#isFrozen = state === 'frozen';
    this.#isHeld = false;
    this.#isFrozenBriefly = false;
    this.#speed = speed;
    this.#last = 0;
    this.#frozenPeriods.load([]);
  }

  /** The current course, anchored at the current time. */
  #here(): ClockRate {
    const anchor = this.#source.now();
    if (this.#rate.isRealTime) this.#last = asEmulated(anchor);
    return { isRealTime: false, instant: this.#rate.isRealTime ? asEmulated(anchor) : this.#shown(), anchor };
  }

  /** The time that a moved clock shows. */
  #shown(): Micros {
    const { instant, anchor } = this.#rate;
    if (this.#isStill) return instant;
    return Math.min(Math.floor(instant + (this.#source.now() - anchor) * this.#speed), LATEST_NOW);
  }

  /** The latest time that `now` has returned or could have. */
  #latest(): Micros {
    return this.#rate.isRealTime ? this.nextTimestamp() : Math.max(this.#shown(), this.#last);
  }

  #changed(): void {
    // After a change of speed, the timer of the same item would be late.
    this.#timer.cancel();
    this.#arm();
    for (const listener of this.#listeners) listener();
  }

  /** Sets the timer for the soonest item. */
  #arm(): void {
    const due = this.#isStill ? undefined : this.#schedule.soonest();
    if (due === undefined) this.#timer.cancel();
    else this.#timer.set(due.at, () => (due.at - this.#latest()) / this.#speed);
  }

  #fire(): void {
    try {
      for (let due = this.#schedule.soonest(); due !== undefined && due.at <= this.#latest();) {
        this.#schedule.take(due);
        due.entry.call();
        due = this.#isStill ? undefined : this.#schedule.soonest();
      }
    } finally {
      this.#arm();
    }
  }
}
