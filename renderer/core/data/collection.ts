import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import { messageOf } from './errors.ts';
import type { LiveEvents } from './live-events.ts';

/** The state of a collection. Items with an `error` are stale, because the last reload failed. */
export interface CollectionState<Item> {
  readonly items: readonly Item[];
  readonly loaded: boolean;
  readonly error: string;
  /** Loads the items again; absent for a derived collection. */
  readonly reload?: () => void;
}

/** The effect of an event on a collection; undefined for none. */
export type Change<Item> = { readonly put: Item } | { readonly remove: string } | 'clear' | 'reload' | undefined;

/** The source of a collection's items. */
export interface CollectionOptions<Item> {
  readonly load: () => Promise<readonly Item[]>;
  readonly keyOf: (item: Item) => string;
  readonly change: (event: EmulatorEvent) => Change<Item>;
  /** Loads the items after the last one; none at the end. Absent when `load` returns all. */
  readonly loadMore?: (last: Item) => Promise<readonly Item[]>;
  /** The end that new items are added to. */
  readonly newest?: 'first' | 'last';
  /** Maximum number of items; the oldest are dropped. */
  readonly maxItems?: () => number;
}

/**
 * A list that is loaded on first use and after every reconnection, and updated by events. Events during a load are
 * applied again on its result, which is safe because they carry whole entities.
 */
export class Collection<Item> {
  readonly store: StoreApi<CollectionState<Item>> = createStore(() => ({
    items: [],
    loaded: false,
    error: '',
    reload: () => void this.reload(),
  }));
  private readonly live: LiveEvents;
  private readonly options: CollectionOptions<Item>;
  private started = false;
  private loading: Promise<void> | undefined;
  private reloadQueued = false;
  private loadsAllPages = false;
  private pendingChanges: Change<Item>[] = [];

  constructor(live: LiveEvents, options: CollectionOptions<Item>) {
    this.live = live;
    this.options = options;
  }

  /** Starts loading and subscribes to events; further calls do nothing. */
  readonly start = (): void => {
    if (this.started) return;
    this.started = true;
    this.live.onReload(() => void this.reload());
    this.live.onEvents((events) => this.apply(events.map((event) => this.options.change(event))));
    if (this.live.connection.getState().connection === 'open') void this.reload();
  };

  /** Starts, and resolves once the items are loaded or loading failed. */
  async whenLoaded(): Promise<void> {
    this.start();
    if (!this.store.getState().loaded) await (this.loading ?? this.reload());
  }

  /** Starts, and loads all pages from now on. */
  readonly startLoadingAll = (): void => {
    const { loadsAllPages, started } = this;
    this.loadsAllPages = true;
    if (!started) this.start();
    else if (!loadsAllPages && this.live.connection.getState().connection === 'open') void this.reload();
  };

  /** Loads again. A call during a load queues one more. */
  async reload(): Promise<void> {
    if (this.loading !== undefined) {
      this.reloadQueued = true;
      return this.loading;
    }
    this.loading = this.loadOnce();
    await this.loading;
    this.loading = undefined;
    if (!this.reloadQueued) return;
    this.reloadQueued = false;
    await this.reload();
  }

  /** Shows an item before its event arrives. */
  put(item: Item): void {
    this.apply([{ put: item }]);
  }

  /** Removes an item before its event arrives. */
  remove(key: string): void {
    this.apply([{ remove: key }]);
  }

  private async loadOnce(): Promise<void> {
    this.pendingChanges = [];
    try {
      const first = await this.options.load();
      // Shows the first page only when there are no older items, which are complete.
      if (!this.store.getState().loaded) this.show(first);
      this.show(await this.withRemainingPages(first));
    } catch (error) {
      this.store.setState({ error: messageOf(error) });
    }
  }

  private show(items: readonly Item[]): void {
    this.store.setState({ items: this.changed(items, this.pendingChanges), loaded: true, error: '' });
  }

  private async withRemainingPages(first: readonly Item[]): Promise<readonly Item[]> {
    const { loadMore } = this.options;
    const items = [...first];
    for (let last = items.at(-1); this.loadsAllPages && last !== undefined && loadMore !== undefined;) {
      const more = await loadMore(last);
      items.push(...more);
      last = more.at(-1);
    }
    return items;
  }

  private apply(changes: readonly Change<Item>[]): void {
    const real = changes.filter((change) => change !== undefined);
    if (real.length === 0) return;
    if (this.loading !== undefined) this.pendingChanges.push(...real);
    if (real.includes('reload')) void this.reload();
    const { items } = this.store.getState();
    const changed = this.changed(items, real);
    if (changed !== items) this.store.setState({ items: changed });
  }

  private changed(items: readonly Item[], changes: readonly Change<Item>[]): readonly Item[] {
    const { keyOf, newest = 'last', maxItems } = this.options;
    const { isCleared, latest } = summary(changes, keyOf);
    if (!isCleared && latest.size === 0) return items;
    const kept: Item[] = [];
    for (const item of isCleared ? [] : items) {
      const key = keyOf(item);
      const changed = latest.has(key) ? latest.get(key) : item;
      latest.delete(key);
      if (changed !== undefined) kept.push(changed);
    }
    const added = [...latest.values()].filter((item) => item !== undefined);
    const all = newest === 'first' ? [...added.reverse(), ...kept] : [...kept, ...added];
    if (maxItems === undefined) return all;
    return newest === 'first' ? all.slice(0, maxItems()) : all.slice(Math.max(0, all.length - maxItems()));
  }
}

/** Merges changes: the latest value of each item, undefined for a removed one. */
function summary<Item>(changes: readonly Change<Item>[], keyOf: (item: Item) => string) {
  const latest = new Map<string, Item | undefined>();
  let isCleared = false;
  for (const change of changes) {
    if (change === undefined || change === 'reload') continue;
    if (change === 'clear') {
      latest.clear();
      isCleared = true;
    } else if ('put' in change) latest.set(keyOf(change.put), change.put);
    else latest.set(change.remove, undefined);
  }
  return { isCleared, latest };
}
