import type { QueryClient } from '@tanstack/react-query';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import type { LiveEvents } from './live-events.ts';
import { liveOptions, type LiveSource } from './queries.ts';

/** The state of a collection. Items with an `error` are stale, because the last reload failed. */
export interface CollectionState<Item> {
  readonly items: readonly Item[];
  readonly loaded: boolean;
  readonly error: string;
  /** Loads the items again; absent for a derived collection. */
  readonly reload?: () => void;
}

/** The effect of an event on a collection; undefined for none. */
export type Change<Item> = { readonly put: Item } | { readonly remove: string } | 'clear' | undefined;

/** The source of a collection's items. */
export interface CollectionOptions<Item> extends Pick<
  LiveSource<readonly Item[]>,
  'key' | 'load' | 'concerns' | 'interval'
> {
  readonly keyOf: (item: Item) => string;
  readonly change?: (event: EmulatorEvent) => Change<Item>;
  /** Maximum number of items. With it, new items come first and the last are dropped. */
  readonly maxItems?: number;
}

/** A list that is loaded whole, and updated by events. */
export class Collection<Item> {
  readonly source: LiveSource<readonly Item[]>;
  private readonly live: LiveEvents;
  private readonly queries: QueryClient;
  private readonly options: CollectionOptions<Item>;

  constructor(live: LiveEvents, queries: QueryClient, options: CollectionOptions<Item>) {
    const { keyOf, change = () => undefined, maxItems, ...source } = options;
    this.live = live;
    this.queries = queries;
    this.options = options;
    this.source = {
      ...source,
      patch: (items, events) => events.reduce((now, event) => this.changed(now, change(event)), items),
    };
  }

  /** The loaded items. */
  get items(): readonly Item[] {
    return this.queries.getQueryData(this.query.queryKey) ?? [];
  }

  /** Loads the items unless they are loaded; rejects when that fails. */
  load(): Promise<readonly Item[]> {
    return this.queries.query({ ...this.query, staleTime: 'static' });
  }

  /** Loads the items again. */
  reload(): Promise<void> {
    return this.queries.invalidateQueries({ queryKey: this.query.queryKey, exact: true });
  }

  /** Shows an item before its event arrives. */
  put(item: Item): void {
    this.apply({ put: item });
  }

  /** Removes an item before its event arrives. */
  remove(key: string): void {
    this.apply({ remove: key });
  }

  private get query() {
    return liveOptions(this.live, this.source);
  }

  private apply(change: Change<Item>): void {
    this.queries.setQueryData(this.query.queryKey, (items) => items && this.changed(items, change));
  }

  private changed(items: readonly Item[], change: Change<Item>): readonly Item[] {
    const { keyOf, maxItems } = this.options;
    if (change === undefined) return items;
    if (change === 'clear') return [];
    if ('remove' in change) return items.filter((item) => keyOf(item) !== change.remove);
    const { put } = change;
    const at = items.findIndex((item) => keyOf(item) === keyOf(put));
    if (at >= 0) return items.with(at, put);
    return maxItems === undefined ? [...items, put] : [put, ...items].slice(0, maxItems);
  }
}

/** The item with the referenced ID, else the one with that slug. */
export function findByReference<Item extends { readonly id: string; readonly slug: string }>(
  items: readonly Item[],
  reference: string | undefined,
): Item | undefined {
  return items.find(({ id }) => id === reference) ?? items.find(({ slug }) => slug === reference);
}
