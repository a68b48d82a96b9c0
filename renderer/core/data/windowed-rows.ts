import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import { messageOf } from './errors.ts';
import type { LiveEvents } from './live-events.ts';
import { LoadedRows } from './loaded-rows.ts';
import { FIRST_PAGE, type WindowedOptions, type WindowedState } from './windowed-rows-options.ts';

const PAGE_SIZE = FIRST_PAGE.limit;
/** Delays in milliseconds. */
const DELAYS = {
  /** Between two checks for expired rows. */
  expiry: 1000,
  reload: 400,
  longestReload: 10_000,
  retry: 1000,
};
/** Reloads after events take at most one part in this number of a list's time. */
const RELOAD_SHARE = 10;
/** Above this number of loaded rows, those far from the rows in view are evicted and loaded again when needed. */
const MAX_LOADED = 3000;

/**
 * A live list of any length, of which only the pages in view are loaded. Rows are stored by their distance from the oldest row,
 * so a page loaded at offset `o` of `total` rows stays valid when rows arrive. Events update known rows in place and push new
 * rows on top. While the list is frozen, rows pushed on top are pending: `at` skips them.
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
  /** The time limit that the rows were loaded with. It changes only as rows are dropped. */
  private loadedSince: number | undefined;
  /** Number of hidden rows on top. */
  private pending = 0;
  private readonly requestedPages = new Set<number>();
  private isFrozen = false;
  private needsReload = false;
  /** The rows in view, as indexes of `at`. */
  private visible = { from: 0, to: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly unsubscribes: (() => void)[] = [];
  private generation = 0;
  /** Milliseconds that the last reload took. */
  private reloadCost = 0;
  /** Rows of events that arrive during a reload; applied on top of its result. */
  private rowsDuringReload: Row[] | undefined;

  constructor(live: LiveEvents, options: WindowedOptions<Row>) {
    this.live = live;
    this.options = options;
    this.rows = new LoadedRows(options.keyOf, 0);
  }

  /** Loads the list and subscribes to events; returns a function that stops both. */
  start(): () => void {
    this.unsubscribes.push(
      this.live.onReload(() => void this.reload()),
      this.live.onEvents((events) => this.apply(events)),
    );
    if (this.live.connection.getState().connection === 'open') void this.reload();
    const expiry = this.options.since === undefined ? undefined : setInterval(() => this.dropExpired(), DELAYS.expiry);
    return () => {
      clearTimeout(this.timer);
      clearTimeout(this.retryTimer);
      clearInterval(expiry);
      this.unsubscribes.splice(0).forEach((unsubscribe) => unsubscribe());
    };
  }

  /** The row at an index from the top; undefined while it is not loaded. */
  readonly at = (index: number): Row | undefined => this.rows.at(index + this.pending);

  /** Sets the range of rows in view; loads the pages that are missing. */
  setVisibleRange(from: number, to: number): void {
    this.visible = { from, to };
    const [first, end] = [from + this.pending, Math.min(to + this.pending, this.rows.length)];
    for (let offset = first - (first % PAGE_SIZE); offset < end; offset += PAGE_SIZE) {
      const isLoaded = this.rows.isLoaded(Math.max(offset, first), Math.min(offset + PAGE_SIZE, end));
      if (!isLoaded) void this.loadPage(offset);
    }
  }

  /** Freezes the rows in place, or shows the pending rows. */
  readonly setFrozen = (isFrozen: boolean): void => {
    if (isFrozen === this.isFrozen) return;
    this.isFrozen = isFrozen;
    if (!isFrozen) this.showPending();
  };

  /** Shows the pending rows; a frozen list stays frozen. */
  readonly showPending = (): void => {
    this.pending = 0;
    if (!this.needsReload) {
      this.publish({});
      return;
    }
    this.needsReload = false;
    void this.reload();
  };

  /** Loads the pages in view again and forgets all others. */
  async reload(): Promise<void> {
    const generation = ++this.generation;
    this.rowsDuringReload = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    const { from, to } = this.visible;
    const first = from - (from % PAGE_SIZE);
    const limit = Math.min(1000, Math.max(PAGE_SIZE, Math.ceil((to - first) / PAGE_SIZE) * PAGE_SIZE));
    const since = this.options.since?.();
    const began = performance.now();
    try {
      const { rows, total } = await this.options.load(first, limit, since);
      if (generation !== this.generation) return;
      const shown = this.isFrozen ? this.at(0) : undefined;
      this.rows = new LoadedRows(this.options.keyOf, total);
      this.loadedSince = since;
      this.requestedPages.clear();
      this.insertPage(rows, first, total);
      this.rowsDuringReload.splice(0).forEach((row) => this.applyRow(row));
      this.rowsDuringReload = undefined;
      // While frozen, the newest visible row stays on top.
      this.pending = shown === undefined ? 0 : Math.max(0, this.rows.indexOf(this.options.keyOf(shown)));
      // The newest row is needed to distinguish new rows from old ones.
      if (first > 0) void this.loadPage(0);
      this.publish({ loaded: true, error: '' });
      this.reloadCost = performance.now() - began;
    } catch (error) {
      if (generation === this.generation) this.publish({ error: messageOf(error) });
    }
  }

  /** Loads the page at an offset from the newest row, pending rows included. */
  private async loadPage(offset: number): Promise<void> {
    if (this.requestedPages.has(offset)) return;
    this.requestedPages.add(offset);
    const generation = this.generation;
    const since = this.loadedSince;
    try {
      const { rows, total } = await this.options.load(offset, PAGE_SIZE, since);
      if (generation !== this.generation) return;
      // Rows expired meanwhile, so the distances from the oldest row have changed.
      if (since !== this.loadedSince) {
        this.requestedPages.delete(offset);
        return void this.loadPage(offset);
      }
      // Fewer rows than before: the server dropped old ones, so the distances have changed.
      if (total < this.rows.length) return void this.reload();
      this.insertPage(rows, offset, total);
      this.publish({});
    } catch {
      // Rows in view are requested again. A lost connection reloads the list when it is back.
      clearTimeout(this.retryTimer);
      if (this.isStopped()) return;
      this.retryTimer = setTimeout(() => this.setVisibleRange(this.visible.from, this.visible.to), DELAYS.retry);
    } finally {
      this.requestedPages.delete(offset);
    }
  }

  private isStopped(): boolean {
    return this.unsubscribes.length === 0;
  }

  private insertPage(rows: readonly Row[], offset: number, total: number): void {
    // Rows that arrived after the response are on top.
    const added = this.rows.length - total;
    rows.forEach((row, index) => this.rows.set(offset + index + added, row));
    this.evictDistant();
  }

  private evictDistant(): void {
    if (this.rows.count <= MAX_LOADED) return;
    const from = this.visible.from + this.pending - PAGE_SIZE;
    const to = this.visible.to + this.pending + PAGE_SIZE;
    const end = this.rows.length - PAGE_SIZE;
    // Both ends stay, since they distinguish new rows from old ones and expired rows from current ones.
    this.rows.evict((index) => index < PAGE_SIZE || index >= end || (index >= from && index < to));
  }

  /** Drops rows that are too old; while frozen, only rows below those in view. */
  private dropExpired(): void {
    const wanted = this.options.since?.();
    const last = this.rows.length - 1;
    if (wanted === undefined || last < 0) return;
    const lowest = this.isFrozen ? this.rows.at(Math.min(this.visible.to - 1 + this.pending, last)) : undefined;
    if (this.isFrozen && lowest === undefined) return;
    const { createdAtOf } = this.options;
    const from = Math.floor(lowest === undefined ? wanted : Math.min(wanted, createdAtOf(lowest)));
    // Rows that are not loaded may be expired, too.
    if (this.rows.at(last) === undefined) return void this.loadPage(last - (last % PAGE_SIZE));
    const count = this.rows.countOldest((row) => createdAtOf(row) < from);
    if (count === 0) return;
    this.rows.dropOldest(count);
    this.loadedSince = from;
    this.publish({});
  }

  private apply(events: readonly EmulatorEvent[]): void {
    let isChanged = false;
    for (const event of events) {
      const row = this.options.rowOf(event);
      if (row === undefined) continue;
      this.rowsDuringReload?.push(row);
      isChanged = this.applyRow(row) || isChanged;
    }
    if (isChanged) this.publish({});
  }

  private applyRow(row: Row): boolean {
    const index = this.rows.indexOf(this.options.keyOf(row));
    const matches = this.options.matches(row);
    if (index < 0) {
      if (matches === undefined) this.reloadSoon();
      return matches === true && this.insertNew(row);
    }
    this.rows.set(index, row);
    if (matches !== true) this.reloadSoon();
    return true;
  }

  private insertNew(row: Row): boolean {
    const newest = this.rows.at(0);
    const isNewest = this.rows.length === 0 || (newest !== undefined && this.options.isNewer(row, newest));
    if (!isNewest) {
      if (this.options.volatile || newest === undefined) this.reloadSoon();
      return false;
    }
    this.rows.push(row);
    if (this.isFrozen) this.pending += 1;
    this.evictDistant();
    return true;
  }

  private reloadSoon(): void {
    if (this.isFrozen) this.needsReload = true;
    else {
      const delay = Math.min(DELAYS.longestReload, Math.max(DELAYS.reload, this.reloadCost * RELOAD_SHARE));
      this.timer ??= setTimeout(() => void this.reload(), delay);
    }
  }

  private publish(change: Partial<WindowedState>): void {
    const { pending } = this;
    const total = this.rows.length - pending;
    this.store.setState(({ revision }) => ({ ...change, total, pending, revision: revision + 1 }));
  }
}
