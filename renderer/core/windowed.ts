import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import { messageOf } from './errors.ts';
import type { Live } from './live.ts';
import { LoadedRows } from './loaded-rows.ts';
import { FIRST_PAGE, type WindowedOptions, type WindowedState } from './windowed-options.ts';

const PAGE = FIRST_PAGE.limit;
const AGE_EVERY = 1000;
const RELOAD_AFTER = 400;
const RETRY_AFTER = 1000;
const MOST_HELD = 1000;
/** Of more loaded rows than these, those far from what is looked at are forgotten, and loaded again when they are. */
const MOST_LOADED = 3000;

/**
 * A list of any length. Rows are kept by their distance from the oldest one: a page loaded at offset `o` of `total` rows
 * is right whatever arrived meanwhile. Known rows are changed in place by events; anything that could move rows is held
 * back while `hold(true)`.
 */
export class Windowed<Row> {
  readonly store: StoreApi<WindowedState> = createStore(() => ({
    total: 0,
    loaded: false,
    error: '',
    waiting: 0,
    revision: 0,
  }));
  private readonly live: Live;
  private readonly options: WindowedOptions<Row>;
  private rows: LoadedRows<Row>;
  /** The moment that the rows begin with: moves on only as rows leave, so that distances from the oldest stay right. */
  private from: number | undefined;
  private readonly held = new Map<string, Row>();
  private readonly asked = new Set<number>();
  private holding = false;
  private stale = false;
  private visible = { from: 0, to: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly endings: (() => void)[] = [];
  private generation = 0;
  /** Rows of events that came while everything is loaded anew; applied again on top. */
  private meanwhile: Row[] | undefined;

  constructor(live: Live, options: WindowedOptions<Row>) {
    this.live = live;
    this.options = options;
    this.rows = new LoadedRows(options.keyOf, 0);
  }

  /** Begins to load and to follow; returns how to stop. */
  start(): () => void {
    this.endings.push(
      this.live.onLoad(() => void this.reload()),
      this.live.onEvents((events) => this.apply(events)),
    );
    if (this.live.connection.getState().connection === 'open') void this.reload();
    const aging = this.options.since === undefined ? undefined : setInterval(() => this.age(), AGE_EVERY);
    return () => {
      clearTimeout(this.timer);
      clearTimeout(this.retryTimer);
      clearInterval(aging);
      this.endings.splice(0).forEach((end) => end());
    };
  }

  /** The row at a place from the top; undefined while it is not loaded. */
  at(index: number): Row | undefined {
    return this.rows.at(index);
  }

  /** The place of a row from the top; -1 when it is not loaded. */
  indexOf(key: string): number {
    return this.rows.indexOf(key);
  }

  /** Tells which rows are in view; missing ones are loaded. */
  show(from: number, to: number): void {
    this.visible = { from, to };
    for (let offset = from - (from % PAGE); offset < Math.min(to, this.rows.length); offset += PAGE) {
      const isWhole = this.rows.isLoaded(Math.max(offset, from), Math.min(offset + PAGE, to));
      if (!isWhole) void this.loadPage(offset);
    }
  }

  /** While held, nothing moves; letting go shows what waited. */
  hold(holding: boolean): void {
    if (holding === this.holding) return;
    this.holding = holding;
    if (!holding) this.release();
  }

  /** Shows what was held back, and goes on holding if it did. */
  release(): void {
    const rows = [...this.held.values()].sort((a, b) => (this.options.isNewer(a, b) ? 1 : -1));
    this.held.clear();
    const isStale = this.stale || rows.some((row) => !this.isNewest(row) && this.options.volatile);
    this.stale = false;
    if (isStale) return void this.reload();
    rows.forEach((row) => this.push(row));
    this.changed({ waiting: 0 });
  }

  /** Loads the part in view anew and forgets the rest. */
  async reload(): Promise<void> {
    const generation = ++this.generation;
    this.meanwhile = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    const { from, to } = this.visible;
    const first = from - (from % PAGE);
    const limit = Math.min(1000, Math.max(PAGE, Math.ceil((to - first) / PAGE) * PAGE));
    const since = this.options.since?.();
    try {
      const { rows, total } = await this.options.load(first, limit, since);
      if (generation !== this.generation) return;
      this.rows = new LoadedRows(this.options.keyOf, total);
      this.from = since;
      this.asked.clear();
      this.held.clear();
      this.place(rows, first, total);
      this.meanwhile.splice(0).forEach((row) => this.take(row));
      this.meanwhile = undefined;
      // The top is where new rows are told from old ones.
      if (first > 0) void this.loadPage(0);
      this.changed({ loaded: true, error: '', waiting: 0 });
    } catch (error) {
      if (generation === this.generation) this.changed({ error: messageOf(error) });
    }
  }

  private async loadPage(offset: number): Promise<void> {
    if (this.asked.has(offset)) return;
    this.asked.add(offset);
    const generation = this.generation;
    const since = this.from;
    try {
      const { rows, total } = await this.options.load(offset, PAGE, since);
      if (generation !== this.generation) return;
      // Old rows left meanwhile, so every distance from the oldest has changed.
      if (since !== this.from) {
        this.asked.delete(offset);
        return void this.loadPage(offset);
      }
      // Fewer than before: old rows were dropped, so every distance from the oldest has changed.
      if (total < this.rows.length) return void this.reload();
      this.place(rows, offset, total);
      this.changed({});
    } catch {
      // What is in view is asked for again; a lost connection loads all of it once it is back.
      clearTimeout(this.retryTimer);
      this.retryTimer = setTimeout(() => this.show(this.visible.from, this.visible.to), RETRY_AFTER);
    } finally {
      this.asked.delete(offset);
    }
  }

  private place(rows: readonly Row[], offset: number, total: number): void {
    // Rows that came since are on top.
    const added = this.rows.length - total;
    rows.forEach((row, index) => this.rows.set(offset + index + added, row));
    this.forgetFar();
  }

  private forgetFar(): void {
    if (this.rows.count <= MOST_LOADED) return;
    const { from, to } = this.visible;
    const end = this.rows.length - PAGE;
    // The ends stay: there new rows are told from old ones, and those that grew too old.
    this.rows.forget((index) => index < PAGE || index >= end || (index >= from - PAGE && index < to + PAGE));
  }

  /** Lets go of rows that are too old by now; while held, only of those below what is in view. */
  private age(): void {
    const wanted = this.options.since?.();
    const last = this.rows.length - 1;
    if (wanted === undefined || last < 0) return;
    const lowest = this.holding ? this.at(Math.min(this.visible.to - 1, last)) : undefined;
    if (this.holding && lowest === undefined) return;
    const { madeAt } = this.options;
    const from = Math.floor(lowest === undefined ? wanted : Math.min(wanted, madeAt(lowest)));
    // Whether more are too old is known once these are loaded.
    if (this.at(last) === undefined) return void this.loadPage(last - (last % PAGE));
    const count = this.rows.countOldest((row) => madeAt(row) < from);
    if (count === 0) return;
    this.rows.dropOldest(count);
    this.from = from;
    this.changed({});
  }

  private apply(events: readonly EmulatorEvent[]): void {
    let isTouched = false;
    for (const event of events) {
      const row = this.options.rowOf(event);
      if (row === undefined) continue;
      this.meanwhile?.push(row);
      isTouched = this.take(row) || isTouched;
    }
    if (isTouched) this.changed({ waiting: this.held.size });
  }

  private take(row: Row): boolean {
    const key = this.options.keyOf(row);
    const index = this.rows.indexOf(key);
    if (index >= 0) {
      this.rows.set(index, row);
      if (!this.options.matches(row)) this.reloadSoon();
      return true;
    }
    if (!this.held.has(key)) return this.options.matches(row) && this.takeNew(key, row);
    this.held.set(key, row);
    return true;
  }

  private takeNew(key: string, row: Row): boolean {
    if (!this.isNewest(row)) {
      if (this.options.volatile || this.at(0) === undefined) this.reloadSoon();
      return false;
    }
    if (!this.holding) return this.push(row);
    if (this.held.size < MOST_HELD) this.held.set(key, row);
    else this.stale = true;
    return true;
  }

  private isNewest(row: Row): boolean {
    const newest = this.at(0);
    return this.rows.length === 0 || (newest !== undefined && this.options.isNewer(row, newest));
  }

  private push(row: Row): boolean {
    this.rows.push(row);
    this.forgetFar();
    return true;
  }

  private reloadSoon(): void {
    if (this.holding) this.stale = true;
    else this.timer ??= setTimeout(() => void this.reload(), RELOAD_AFTER);
  }

  private changed(change: Partial<WindowedState>): void {
    this.store.setState(({ revision }) => ({ ...change, total: this.rows.length, revision: revision + 1 }));
  }
}
