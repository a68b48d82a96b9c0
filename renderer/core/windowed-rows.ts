import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import { messageOf } from './errors.ts';
import type { LiveEvents } from './live-events.ts';
import { LoadedRows } from './loaded-rows.ts';
import { FIRST_PAGE, type WindowedOptions, type WindowedState } from './windowed-rows-options.ts';

const PAGE_SIZE = FIRST_PAGE.limit;
const EXPIRY_INTERVAL = 1000;
const RELOAD_DELAY = 400;
const RETRY_DELAY = 1000;
const MAX_PENDING = 1000;
/** Of more loaded rows than these, those far from what is looked at are forgotten, and loaded again when they are. */
const MAX_LOADED = 3000;

/**
 * A list of any length. Rows are kept by their distance from the oldest one: a page loaded at offset `o` of `total` rows
 * is right whatever arrived meanwhile. Known rows are changed in place by events; anything that could move rows is held
 * back while `hold(true)`.
 */
export class WindowedRows<Row> {
  readonly store: StoreApi<WindowedState> = createStore(() => ({
    total: 0,
    loaded: false,
    error: '',
    pending: 0,
    revision: 0,
  }));
  private readonly live: LiveEvents;
  private readonly options: WindowedOptions<Row>;
  private rows: LoadedRows<Row>;
  /** The moment that the rows begin with: moves on only as rows leave, so that distances from the oldest stay right. */
  private loadedSince: number | undefined;
  private readonly pendingRows = new Map<string, Row>();
  private readonly requestedPages = new Set<number>();
  private isFrozen = false;
  private needsReload = false;
  private visible = { from: 0, to: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly unsubscribes: (() => void)[] = [];
  private generation = 0;
  /** Rows of events that came while everything is loaded anew; applied again on top. */
  private rowsDuringReload: Row[] | undefined;

  constructor(live: LiveEvents, options: WindowedOptions<Row>) {
    this.live = live;
    this.options = options;
    this.rows = new LoadedRows(options.keyOf, 0);
  }

  /** Begins to load and to follow; returns how to stop. */
  start(): () => void {
    this.unsubscribes.push(
      this.live.onReload(() => void this.reload()),
      this.live.onEvents((events) => this.apply(events)),
    );
    if (this.live.connection.getState().connection === 'open') void this.reload();
    const aging = this.options.since === undefined ? undefined : setInterval(() => this.dropExpired(), EXPIRY_INTERVAL);
    return () => {
      clearTimeout(this.timer);
      clearTimeout(this.retryTimer);
      clearInterval(aging);
      this.unsubscribes.splice(0).forEach((end) => end());
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
  setVisibleRange(from: number, to: number): void {
    this.visible = { from, to };
    for (let offset = from - (from % PAGE_SIZE); offset < Math.min(to, this.rows.length); offset += PAGE_SIZE) {
      const isWhole = this.rows.isLoaded(Math.max(offset, from), Math.min(offset + PAGE_SIZE, to));
      if (!isWhole) void this.loadPage(offset);
    }
  }

  /** While held, nothing moves; letting go shows what waited. */
  setFrozen(isFrozen: boolean): void {
    if (isFrozen === this.isFrozen) return;
    this.isFrozen = isFrozen;
    if (!isFrozen) this.showPending();
  }

  /** Shows what was held back, and goes on holding if it did. */
  showPending(): void {
    const rows = [...this.pendingRows.values()].sort((a, b) => (this.options.isNewer(a, b) ? 1 : -1));
    this.pendingRows.clear();
    const isStale = this.needsReload || rows.some((row) => !this.isNewest(row) && this.options.volatile);
    this.needsReload = false;
    if (isStale) return void this.reload();
    rows.forEach((row) => this.push(row));
    this.publish({ pending: 0 });
  }

  /** Loads the part in view anew and forgets the rest. */
  async reload(): Promise<void> {
    const generation = ++this.generation;
    this.rowsDuringReload = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    const { from, to } = this.visible;
    const first = from - (from % PAGE_SIZE);
    const limit = Math.min(1000, Math.max(PAGE_SIZE, Math.ceil((to - first) / PAGE_SIZE) * PAGE_SIZE));
    const since = this.options.since?.();
    try {
      const { rows, total } = await this.options.load(first, limit, since);
      if (generation !== this.generation) return;
      this.rows = new LoadedRows(this.options.keyOf, total);
      this.loadedSince = since;
      this.requestedPages.clear();
      this.pendingRows.clear();
      this.insertPage(rows, first, total);
      this.rowsDuringReload.splice(0).forEach((row) => this.applyRow(row));
      this.rowsDuringReload = undefined;
      // The top is where new rows are told from old ones.
      if (first > 0) void this.loadPage(0);
      this.publish({ loaded: true, error: '', pending: 0 });
    } catch (error) {
      if (generation === this.generation) this.publish({ error: messageOf(error) });
    }
  }

  private async loadPage(offset: number): Promise<void> {
    if (this.requestedPages.has(offset)) return;
    this.requestedPages.add(offset);
    const generation = this.generation;
    const since = this.loadedSince;
    try {
      const { rows, total } = await this.options.load(offset, PAGE_SIZE, since);
      if (generation !== this.generation) return;
      // Old rows left meanwhile, so every distance from the oldest has changed.
      if (since !== this.loadedSince) {
        this.requestedPages.delete(offset);
        return void this.loadPage(offset);
      }
      // Fewer than before: old rows were dropped, so every distance from the oldest has changed.
      if (total < this.rows.length) return void this.reload();
      this.insertPage(rows, offset, total);
      this.publish({});
    } catch {
      // What is in view is asked for again; a lost connection loads all of it once it is back.
      clearTimeout(this.retryTimer);
      this.retryTimer = setTimeout(() => this.setVisibleRange(this.visible.from, this.visible.to), RETRY_DELAY);
    } finally {
      this.requestedPages.delete(offset);
    }
  }

  private insertPage(rows: readonly Row[], offset: number, total: number): void {
    // Rows that came since are on top.
    const added = this.rows.length - total;
    rows.forEach((row, index) => this.rows.set(offset + index + added, row));
    this.evictDistant();
  }

  private evictDistant(): void {
    if (this.rows.count <= MAX_LOADED) return;
    const { from, to } = this.visible;
    const end = this.rows.length - PAGE_SIZE;
    // The ends stay: there new rows are told from old ones, and those that grew too old.
    this.rows.evict(
      (index) => index < PAGE_SIZE || index >= end || (index >= from - PAGE_SIZE && index < to + PAGE_SIZE),
    );
  }

  /** Lets go of rows that are too old by now; while held, only of those below what is in view. */
  private dropExpired(): void {
    const wanted = this.options.since?.();
    const last = this.rows.length - 1;
    if (wanted === undefined || last < 0) return;
    const lowest = this.isFrozen ? this.at(Math.min(this.visible.to - 1, last)) : undefined;
    if (this.isFrozen && lowest === undefined) return;
    const { createdAtOf } = this.options;
    const from = Math.floor(lowest === undefined ? wanted : Math.min(wanted, createdAtOf(lowest)));
    // Whether more are too old is known once these are loaded.
    if (this.at(last) === undefined) return void this.loadPage(last - (last % PAGE_SIZE));
    const count = this.rows.countOldest((row) => createdAtOf(row) < from);
    if (count === 0) return;
    this.rows.dropOldest(count);
    this.loadedSince = from;
    this.publish({});
  }

  private apply(events: readonly EmulatorEvent[]): void {
    let isTouched = false;
    for (const event of events) {
      const row = this.options.rowOf(event);
      if (row === undefined) continue;
      this.rowsDuringReload?.push(row);
      isTouched = this.applyRow(row) || isTouched;
    }
    if (isTouched) this.publish({ pending: this.pendingRows.size });
  }

  private applyRow(row: Row): boolean {
    const key = this.options.keyOf(row);
    const index = this.rows.indexOf(key);
    if (index >= 0) {
      this.rows.set(index, row);
      if (!this.options.matches(row)) this.reloadSoon();
      return true;
    }
    if (!this.pendingRows.has(key)) return this.options.matches(row) && this.insertNew(key, row);
    this.pendingRows.set(key, row);
    return true;
  }

  private insertNew(key: string, row: Row): boolean {
    if (!this.isNewest(row)) {
      if (this.options.volatile || this.at(0) === undefined) this.reloadSoon();
      return false;
    }
    if (!this.isFrozen) return this.push(row);
    if (this.pendingRows.size < MAX_PENDING) this.pendingRows.set(key, row);
    else this.needsReload = true;
    return true;
  }

  private isNewest(row: Row): boolean {
    const newest = this.at(0);
    return this.rows.length === 0 || (newest !== undefined && this.options.isNewer(row, newest));
  }

  private push(row: Row): boolean {
    this.rows.push(row);
    this.evictDistant();
    return true;
  }

  private reloadSoon(): void {
    if (this.isFrozen) this.needsReload = true;
    else this.timer ??= setTimeout(() => void this.reload(), RELOAD_DELAY);
  }

  private publish(change: Partial<WindowedState>): void {
    this.store.setState(({ revision }) => ({ ...change, total: this.rows.length, revision: revision + 1 }));
  }
}
