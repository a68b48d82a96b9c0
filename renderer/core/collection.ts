import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import { messageOf } from './errors.ts';
import type { LiveEvents } from './live-events.ts';

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
  /** The items that follow the last known one; none at the end. Left out when `load` gives all there are. */
  readonly loadMore?: (last: Item) => Promise<readonly Item[]>;
  /** Where new items go; `first` for lists with the newest on top. */
  readonly newest?: 'first' | 'last';
  /** The most items that are kept; the oldest go. */
  readonly maxItems?: () => number;
}

/**
 * A list that is loaded once it is looked at, on every reconnection, and follows the events from then on. Events that
 * come while it loads are applied again on top of what was loaded; they carry whole entities, so that is harmless.
 */
export class Collection<Item> {
  readonly store: StoreApi<CollectionState<Item>> = createStore(() => ({ items: [], loaded: false, error: '' }));
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

  /** Begins to load and to follow; further calls do nothing. */
  readonly start = (): void => {
    if (this.started) return;
    this.started = true;
    this.live.onReload(() => void this.reload());
    this.live.onEvents((events) => this.apply(events.map((event) => this.options.change(event))));
    if (this.live.connection.getState().connection === 'open') void this.reload();
  };

  /** Begins, and resolves once something is known, or why nothing is. */
  async whenLoaded(): Promise<void> {
    this.start();
    if (!this.store.getState().loaded) await (this.loading ?? this.reload());
  }

  /** Begins, and from now on loads everything, not only the first part. */
  readonly startLoadingAll = (): void => {
    const { loadsAllPages, started } = this;
    this.loadsAllPages = true;
    if (!started) this.start();
    else if (!loadsAllPages && this.live.connection.getState().connection === 'open') void this.reload();
  };

  /** Loads anew; while one load is under way, one more follows it. */
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

  /** Shows an item at once, before its event comes. */
  put(item: Item): void {
    this.apply([{ put: item }]);
  }

  /** Takes an item away at once, before its event comes. */
  remove(key: string): void {
    this.apply([{ remove: key }]);
  }

  private async loadOnce(): Promise<void> {
    this.pendingChanges = [];
    try {
      const first = await this.options.load();
      // What stands there meanwhile is old, but whole.
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

/** What several changes come to: the latest of each item, undefined for one that is gone. */
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

/** Several stores as one for `useSyncExternalStore`: the list of their states stays the same until one of them changes. */
export function combinedStates<State>(stores: readonly StoreApi<State>[]): {
  readonly subscribe: (onChange: () => void) => () => void;
  readonly get: () => readonly State[];
} {
  let states: readonly State[] = [];
  return {
    subscribe: (onChange) => {
      const unsubscribe = stores.map((store) => store.subscribe(onChange));
      return () => unsubscribe.forEach((end) => end());
    },
    get: () => {
      const now = stores.map((store) => store.getState());
      if (states.length === 0 || now.some((state, at) => state !== states[at])) states = now;
      return states;
    },
  };
}
