import { z } from 'zod';
import { derivedId } from '../../../../shared/registry/ids.ts';
import {
  canonicalJson,
  isJsonObject,
  jsonEqual,
  ownField,
  plainJson,
  setField,
  type Json,
} from '../../../../shared/values/json.ts';
import { Workspace } from '../../../../shared/model/workspace.ts';
import { childOf, containerOf } from './field-schema.ts';
import { effectiveId } from './effective-id.ts';
import { COLLECTION_NAMES, COLLECTIONS, keyOf, type CollectionName } from '../../../../shared/registry/collections.ts';
import { isRewritten } from './rewritten-list.ts';

type JsonRecord = { [key: string]: Json };

/** A value as written, as parsed, and as wanted. */
interface Change {
  /** `undefined` when the author omitted it. */
  readonly written: Json | undefined;
  readonly before: Json | undefined;
  readonly wanted: Json;
}

/** The document to write, and the origins of its items for the text edit. */
export interface MergeResult {
  readonly authored: JsonRecord;
  /** Maps items of new lists to the items of the old document that they were made from. */
  readonly origins: ReadonlyMap<Json, Json>;
}

/**
 * Merges the wanted workspace into the authored one: unchanged values stay as written, and omitted fields with default
 * values stay omitted. Works in steps.
 */
export function* mergeInSteps(
  written: Json,
  before: Workspace,
  wanted: Workspace,
): Generator<void, MergeResult, undefined> {
  const merge = new Merge();
  const change = { written, before: yield* plainWorkspace(before), wanted: yield* plainWorkspace(wanted) };
  const authored = merge.root(change);
  for (const fresh of merge.fresh) prune(fresh);
  return { authored: isJsonObject(authored) ? { ...authored } : {}, origins: merge.origins };
}

/** Cache of definitions as plain JSON, by identity. */
const plain = new WeakMap<object, Json>();

function plainItem(item: object): Json {
  let written = plain.get(item);
  if (written === undefined) plain.set(item, (written = plainJson(item)));
  return written;
}

function* plainWorkspace(workspace: Workspace): Generator<void, { [key: string]: Json }, undefined> {
  const whole: Record<string, Json> = { version: workspace.version, settings: plainJson(workspace.settings) };
  for (const name of COLLECTION_NAMES) {
    const items: Json[] = [];
    for (const item of workspace[name]) {
      items.push(plainItem(item));
      yield;
    }
    whole[name] = items;
  }
  yield;
  // In the order of the schema, which is that of the fields of a file.
  return Object.fromEntries(Object.keys(workspace).map((name) => [name, whole[name] ?? null]));
}

/** A field that the author did not write. */
interface AddedField {
  readonly holder: JsonRecord;
  readonly key: string;
  readonly schema: z.core.$ZodType;
}

type Schema = z.core.$ZodType | undefined;

class Merge {
  readonly origins = new Map<Json, Json>();
  readonly fresh: AddedField[] = [];

  /** Merges the whole workspace. Its own fields are never omitted. */
  root(change: Change & { readonly wanted: { readonly [key: string]: Json } }): Json {
    return this.#record(change, change.wanted, (key) => {
      const collection = COLLECTION_NAMES.find((name) => name === key);
      return { schema: childOf(containerOf(Workspace, change.wanted), key), collection, isPruned: false };
    });
  }

  #value(change: Change, schema: Schema, collection?: CollectionName): Json {
    const { written, before, wanted } = change;
    if (written !== undefined && jsonEqual(before, wanted)) return written;
    if (typeof wanted !== 'object' || wanted === null) return wanted;
    const container = schema === undefined ? undefined : containerOf(schema, wanted);
    // Values in free JSON have no defaults to omit.
    if (written === undefined && container === undefined) return wanted;
    if (Array.isArray(wanted)) return this.#list(change, wanted, { schema: childOf(container, 0), collection });
    const isPruned = container?._zod.def.type === 'object';
    return this.#record(change, wanted, (key) => ({ schema: childOf(container, key), isPruned }));
  }

  #record(
    { written, before }: Change,
    wanted: { readonly [key: string]: Json },
    fieldOf: (key: string) => { schema: Schema; collection?: CollectionName | undefined; isPruned: boolean },
  ): Json {
    const old = isJsonObject(written) ? written : {};
    const was = isJsonObject(before) ? before : {};
    const result: JsonRecord = {};
    for (const [key, value] of Object.entries(wanted)) {
      const isWritten = Object.hasOwn(old, key);
      const earlier = ownField(was, key);
      if (!isWritten && isJsonObject(written) && earlier !== undefined && jsonEqual(earlier, value)) continue;
      const { schema, collection, isPruned } = fieldOf(key);
      const change = { written: ownField(old, key), before: earlier, wanted: value };
      setField(result, key, this.#value(change, schema, collection));
      if (!isWritten && isPruned && schema !== undefined) this.fresh.push({ holder: result, key, schema });
    }
    return result;
  }

  #list(
    { written, before }: Change,
    wanted: Json[],
    { schema, collection }: { schema: Schema; collection: CollectionName | undefined },
  ): Json {
    const old = Array.isArray(written) ? written : [];
    const was = Array.isArray(before) ? before : [];
    if (isRewritten(was, wanted)) return wanted;
    const places = matchItems(was, wanted, collection);
    return wanted.map((value, i) => {
      const place = places[i] ?? -1;
      const merged = this.#value({ written: old[place], before: was[place], wanted: value }, schema);
      const origin = old[place];
      if (origin !== undefined && typeof merged === 'object') this.origins.set(merged, origin);
      return merged;
    });
  }
}

/** Returns the old index of each wanted item; -1 for a new one. */
function matchItems(
  before: readonly Json[],
  wanted: readonly Json[],
  collection: CollectionName | undefined,
): number[] {
  const taken = new Set<number>();
  const take = (place: number | undefined): number => {
    if (place === undefined || place < 0 || place >= before.length || taken.has(place)) return -1;
    taken.add(place);
    return place;
  };
  const known = new ItemIndex(before, collection);
  const equal = wanted.map((item, i) => (i < before.length && jsonEqual(before[i], item) ? take(i) : -1));
  const found = equal.map((place, i) => {
    if (place !== -1) return place;
    return take(known.first(wanted[i] ?? null, (other) => !taken.has(other)));
  });
  // A changed item without a name is usually the one at the same index.
  return found.map((place, i) =>
    place !== -1 || nameIn(wanted[i] ?? null, collection) !== undefined ? place : take(i),
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
  first(item: Json, isFree: (place: number) => boolean): number | undefined {
    const name = nameIn(item, this.#collection);
    const places = name === undefined ? this.#byText().get(canonicalJson(item)) : this.#byName().get(name);
    if (places === undefined) return undefined;
    // Taken indexes never become free again.
    while (places.next < places.all.length && !isFree(places.all[places.next] ?? -1)) places.next += 1;
    return places.all[places.next];
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
  const places = new Map<string, IndexEntry>();
  for (const [place, item] of items.entries()) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const known = places.get(key);
    if (known === undefined) places.set(key, { all: [place], next: 0 });
    else known.all.push(place);
  }
  return places;
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

/** Omits a field again when its value equals the default. */
function prune({ holder, key, schema }: AddedField): void {
  const value = holder[key];
  if (value !== undefined && isDefault(schema, value)) Reflect.deleteProperty(holder, key);
}

/** True when a value equals the default of its field. */
function isDefault(field: z.core.$ZodType, value: Json): boolean {
  const [full, less] = [z.core.safeParse(field, value), z.core.safeParse(field, undefined)];
  return full.success && less.success && jsonEqual(plainJson({ it: full.data }), plainJson({ it: less.data }));
}

/**
 * Sets the IDs to write. A derived ID is omitted unless the author wrote it. When an item is renamed, its previous derived
 * ID is written, so that its identity stays.
 */
export function withWrittenIds(before: Workspace, wanted: Workspace): Workspace {
  const changed = COLLECTION_NAMES.filter((name) => before[name] !== wanted[name]);
  const lists = changed.map((name) => [name, idsWritten(name, before[name], wanted[name])] as const);
  return { ...wanted, ...Object.fromEntries(lists) };
}

type Item = Workspace[CollectionName][number];

function idsWritten(collection: CollectionName, before: readonly Item[], wanted: readonly Item[]): Item[] {
  const known = new Map(before.map((item) => [effectiveId(collection, item), item]));
  const names = new Set(wanted.map((item) => keyOf(collection, item)));
  const named = wanted.map((item, i) => {
    if (item.id !== undefined) {
      const isDerived = effectiveId(collection, { ...item, id: undefined }) === item.id;
      return isDerived && known.get(item.id)?.id === undefined ? { ...item, id: undefined } : item;
    }
    const there = before[i];
    const isRenamed =
      before.length === wanted.length &&
      there !== undefined &&
      !known.has(effectiveId(collection, item)) &&
      !names.has(keyOf(collection, there));
    return isRenamed ? { ...item, id: effectiveId(collection, there) } : item;
  });
  const written = new Set(named.flatMap(({ id }) => id ?? []));
  return named.map((item) => withOwnId(collection, item, written));
}

/** Gives an item another ID when the one derived from its name belongs to an earlier item of that name. */
function withOwnId(collection: CollectionName, item: Item, written: ReadonlySet<string>): Item {
  if (item.id !== undefined || !written.has(effectiveId(collection, item))) return item;
  for (let n = 2; ; n++) {
    const id = derivedId(COLLECTIONS[collection].idKind, `${keyOf(collection, item)}/${n}`);
    if (!written.has(id)) return { ...item, id };
  }
}
