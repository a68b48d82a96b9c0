import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorEvent } from '../../shared/contract/events.ts';
import { messageOf } from './errors.ts';
import type { Live } from './live.ts';

/** What is known of a collection. An `error` beside items means: these are old, and loading them anew failed. */
export interface CollectionState<Item> {
  readonly items: readonly Item[];
  readonly loaded: boolean;
  readonly error: string;
}

/** What an event means for a collection; nothing when undefined. */
export type Change<Item> = { readonly put: Item } | { readonly remove: string } | 'clear' | 'reload' | undefined;

/** How a collection is loaded and kept up to date. */
export interface CollectionOptions<Item> {
  readonly load: () => Promise<readonly Item[]>;
  readonly keyOf: (item: Item) => string;
  readonly change: (event: EmulatorEvent) => Change<Item>;
  /** Where new items go; `first` for lists with the newest on top. */
  readonly newest?: 'first' | 'last';
  /** The most items that are kept; the oldest go. */
  readonly most?: () => number;
}

/**
 * A list that is loaded once it is looked at, on every reconnection, and follows the events from then on. Events that
 * come while it loads are applied again on top of what was loaded; they carry whole entities, so that is harmless.
 */
export class Collection<Item> {
  readonly store: StoreApi<CollectionState<Item>> = createStore(() => ({ items: [], loaded: false, error: '' }));
  private readonly live: Live;
  private readonly options: CollectionOptions<Item>;
  private started = false;
  private loading: Promise<void> | undefined;
  private again = false;
  private meanwhile: Change<Item>[] = [];

  constructor(live: Live, options: CollectionOptions<Item>) {
    this.live = live;
    this.options = options;
  }

  /** Begins to load and to follow; further calls do nothing. */
  readonly start = (): void => {
    if (this.started) return;
    this.started = true;
    this.live.onLoad(() => void this.reload());
    this.live.onEvents((events) => this.apply(events.map((event) => this.options.change(event))));
    if (this.live.connection.getState().connection === 'open') void this.reload();
  };

  /** Loads anew; while one load is under way, one more follows it. */
  async reload(): Promise<void> {
    if (this.loading !== undefined) {
      this.again = true;
      return this.loading;
    }
    this.loading = this.loadOnce();
    await this.loading;
    this.loading = undefined;
    if (!this.again) return;
    this.again = false;
    await this.reload();
  }

  /** Shows an item at once, before its event comes. */
  put(item: Item): void {
    this.apply([{ put: item }]);
  }

  /** Takes an item away at once, before its event comes. */
  remove(key: string): void {
    this.apply([{ remove: key }]);
  }

  private async loadOnce(): Promise<void> {
    this.meanwhile = [];
    try {
      const items = await this.options.load();
      this.store.setState({ items: this.changed(items, this.meanwhile), loaded: true, error: '' });
    } catch (error) {
      this.store.setState({ error: messageOf(error) });
    }
  }

  private apply(changes: readonly Change<Item>[]): void {
    const real = changes.filter((change) => change !== undefined);
    if (real.length === 0) return;
    if (this.loading !== undefined) this.meanwhile.push(...real);
    if (real.includes('reload')) void this.reload();
    const { items } = this.store.getState();
    const changed = this.changed(items, real);
    if (changed !== items) this.store.setState({ items: changed });
  }

  private changed(items: readonly Item[], changes: readonly Change<Item>[]): readonly Item[] {
    const { keyOf, newest = 'last', most } = this.options;
    const steps = changes.filter((change) => change !== undefined && change !== 'reload');
    if (steps.length === 0) return items;
    const byKey = new Map<string, Item>();
    const ordered = newest === 'first' ? items.toReversed() : items;
    for (const item of ordered) byKey.set(keyOf(item), item);
    for (const step of steps) {
      if (step === 'clear') byKey.clear();
      else if ('put' in step) byKey.set(keyOf(step.put), step.put);
      else byKey.delete(step.remove);
    }
    const all = [...byKey.values()];
    const kept = most === undefined ? all : all.slice(-most());
    return newest === 'first' ? kept.reverse() : kept;
  }
}
