import { canonicalJson, isJsonObject, jsonEqual, type Json } from '../../../../shared/values/json.ts';
import { effectiveId } from './effective-id.ts';
import type { CollectionName } from '../../../../shared/registry/collections.ts';

/** Returns the old index of each wanted item; -1 for a new one. */
export function matchItems(
  before: readonly Json[],
  wanted: readonly Json[],
  collection: CollectionName | undefined,
): number[] {
  const taken = new Set<number>();
  const take = (index: number | undefined): number => {
    if (index === undefined || index < 0 || index >= before.length || taken.has(index)) return -1;
    taken.add(index);
    return index;
  };
  const known = new ItemIndex(before, collection);
  const equal = wanted.map((item, i) => (i < before.length && jsonEqual(before[i], item) ? take(i) : -1));
  const found = equal.map((index, i) => {
    if (index !== -1) return index;
    return take(known.first(wanted[i] ?? null, (other) => !taken.has(other)));
  });
  // A changed item without a name is usually the one at the same index.
  return found.map((index, i) =>
    index !== -1 || nameIn(wanted[i] ?? null, collection) !== undefined ? index : take(i),
  );
}

/** Lazy index of a list: items by name, and by content when they have none. */
class ItemIndex {
  readonly #before: readonly Json[];
  readonly #collection: CollectionName | undefined;
  #names: Map<string, IndexEntry> | undefined;
  #texts: Map<string, IndexEntry> | undefined;

  constructor(before: readonly Json[], collection: CollectionName | undefined) {
    this.#before = before;
    this.#collection = collection;
  }

  /** Returns the first free index of an item with the same name, or the same content when it has none. */
  first(item: Json, isFree: (index: number) => boolean): number | undefined {
    const name = nameIn(item, this.#collection);
    const entry = name === undefined ? this.#byText().get(canonicalJson(item)) : this.#byName().get(name);
    if (entry === undefined) return undefined;
    // Taken indexes never become free again.
    while (entry.next < entry.all.length && !isFree(entry.all[entry.next] ?? -1)) entry.next += 1;
    return entry.all[entry.next];
  }

  #byName(): Map<string, IndexEntry> {
    return (this.#names ??= indexBy(this.#before, (item) => nameIn(item, this.#collection)));
  }

  #byText(): Map<string, IndexEntry> {
    return (this.#texts ??= indexBy(this.#before, canonicalJson));
  }
}

/** Indexes of equal items, ascending; those before `next` are taken. */
interface IndexEntry {
  readonly all: number[];
  next: number;
}

function indexBy(items: readonly Json[], keyOf: (item: Json) => string | undefined): Map<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const known = entries.get(key);
    if (known === undefined) entries.set(key, { all: [index], next: 0 });
    else known.all.push(index);
  }
  return entries;
}

/** Name of an item within its list. */
function nameIn(item: Json, collection: CollectionName | undefined): string | undefined {
  if (!isJsonObject(item)) return undefined;
  if (collection !== undefined) {
    const id = item['id'];
    return effectiveId(collection, { ...item, id: typeof id === 'string' ? id : undefined });
  }
  const name = item['slug'] ?? item['key'];
  return typeof name === 'string' ? name : undefined;
}

/** Number of consecutive changed items above which a list is reformatted, since such a change is not handmade. */
const MAX_CHANGED = 2000;

/** True when too much of a list changed to match its items one by one. */
export function isRewritten(before: readonly Json[], after: readonly Json[]): boolean {
  const longer = Math.max(before.length, after.length);
  if (longer <= MAX_CHANGED) return false;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && jsonEqual(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && jsonEqual(before.at(-1 - end), after.at(-1 - end))) end += 1;
  return longer - start - end > MAX_CHANGED;
}
