import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorEvent } from '../../shared/contract/events.ts';
import { messageOf } from './errors.ts';
import type { Live } from './live.ts';

/** What is known of a long list, newest first, of which only the parts looked at are loaded. */
export interface WindowedState {
  readonly total: number;
  readonly loaded: boolean;
  readonly error: string;
  /** New rows held back because something is looked at or pointed at. */
  readonly waiting: number;
  /** Grows with every change, so that views know. */
  readonly revision: number;
}

/** How a long list is loaded and kept up to date. */
export interface WindowedOptions<Row> {
  readonly load: (offset: number, limit: number) => Promise<{ rows: readonly Row[]; total: number }>;
  readonly keyOf: (row: Row) => string;
  /** The row that an event carries. */
  readonly rowOf: (event: EmulatorEvent) => Row | undefined;
  /** True when the row belongs into the list by its filters. */
  readonly matches: (row: Row) => boolean;
  /** True when a row comes before another in the list: it is newer. */
  readonly isNewer: (row: Row, other: Row) => boolean;
  /** True when a row may begin or cease to match during its life. */
  readonly volatile: boolean;
}

const PAGE = 200;
const RELOAD_AFTER = 400;
const MOST_HELD = 1000;
/** Of more loaded rows than these, those far from what is looked at are forgotten, and loaded again when they are. */
const MOST_LOADED = 3000;

/**
 * A list of any length. Rows are kept by their distance from the oldest one, which new rows do not change: a page
 * loaded at offset `o` of `total` rows is right whatever arrived meanwhile. Known rows are changed in place by events;
 * anything that could move rows is held back while `hold(true)`.
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
  private fromOldest: (Row | undefined)[] = [];
  private places = new Map<string, number>();
  private readonly held = new Map<string, Row>();
  private readonly asked = new Set<number>();
  private holding = false;
  private stale = false;
  private visible = { from: 0, to: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly endings: (() => void)[] = [];
  private generation = 0;
  /** Rows of events that came while everything is loaded anew; applied again on top. */
  private meanwhile: Row[] | undefined;

  constructor(live: Live, options: WindowedOptions<Row>) {
    this.live = live;
    this.options = options;
  }

  /** Begins to load and to follow; returns how to stop. */
  start(): () => void {
    this.endings.push(
      this.live.onLoad(() => void this.reload()),
      this.live.onEvents((events) => this.apply(events)),
    );
    if (this.live.connection.getState().connection === 'open') void this.reload();
    return () => {
      clearTimeout(this.timer);
      this.endings.splice(0).forEach((end) => end());
    };
  }

  /** The row at a place from the top; undefined while it is not loaded. */
  at(index: number): Row | undefined {
    return this.fromOldest[this.fromOldest.length - 1 - index];
  }

  /** The place of a row from the top; -1 when it is not loaded. */
  indexOf(key: string): number {
    const place = this.places.get(key);
    return place === undefined ? -1 : this.fromOldest.length - 1 - place;
  }

  /** Tells which rows are in view; missing ones are loaded. */
  show(from: number, to: number): void {
    this.visible = { from, to };
    for (let offset = from - (from % PAGE); offset < Math.min(to, this.fromOldest.length); offset += PAGE) {
      const isMissing = range(Math.max(offset, from), Math.min(offset + PAGE, to)).some(
        (index) => index < this.fromOldest.length && this.at(index) === undefined,
      );
      if (isMissing && !this.asked.has(offset)) void this.loadPage(offset);
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
    try {
      const { rows, total } = await this.options.load(first, limit);
      if (generation !== this.generation) return;
      this.fromOldest = new Array<Row | undefined>(total).fill(undefined);
      this.places = new Map();
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
    this.asked.add(offset);
    const generation = this.generation;
    try {
      const { rows, total } = await this.options.load(offset, PAGE);
      if (generation !== this.generation) return;
      // Fewer than before: old rows were dropped, so every distance from the oldest has changed.
      if (total < this.fromOldest.length) return void this.reload();
      this.place(rows, offset, total);
      this.changed({});
    } catch (error) {
      this.changed({ error: messageOf(error) });
    } finally {
      this.asked.delete(offset);
    }
  }

  private place(rows: readonly Row[], offset: number, total: number): void {
    rows.forEach((row, index) => {
      const place = total - 1 - offset - index;
      if (place < 0 || place >= this.fromOldest.length) return;
      this.fromOldest[place] = row;
      this.places.set(this.options.keyOf(row), place);
    });
    this.forgetFar();
  }

  private forgetFar(): void {
    if (this.places.size <= MOST_LOADED) return;
    const { from, to } = this.visible;
    for (const [key, place] of this.places) {
      const index = this.fromOldest.length - 1 - place;
      // The top stays: there new rows are told from old ones.
      if (index < PAGE || (index >= from - PAGE && index < to + PAGE)) continue;
      this.fromOldest[place] = undefined;
      this.places.delete(key);
    }
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
    const place = this.places.get(key);
    if (place !== undefined) {
      this.fromOldest[place] = row;
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
    const newest = this.fromOldest.at(-1);
    return this.fromOldest.length === 0 || (newest !== undefined && this.options.isNewer(row, newest));
  }

  private push(row: Row): boolean {
    this.places.set(this.options.keyOf(row), this.fromOldest.length);
    this.fromOldest.push(row);
    this.forgetFar();
    return true;
  }

  private reloadSoon(): void {
    if (this.holding) this.stale = true;
    else this.timer ??= setTimeout(() => void this.reload(), RELOAD_AFTER);
  }

  private changed(change: Partial<WindowedState>): void {
    this.store.setState(({ revision }) => ({ ...change, total: this.fromOldest.length, revision: revision + 1 }));
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
