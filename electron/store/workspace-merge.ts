import { derivedId } from '../../shared/model/identifier.ts';
import { isJsonObject, jsonEqual, plainJson, type Json } from '../../shared/model/json.ts';
import { Settings, type Workspace } from '../../shared/model/workspace.ts';
import { COLLECTIONS, effectiveId, nameOf, type WorkspaceCollection } from './workspace-collections.ts';

type JsonRecord = { [key: string]: Json };

/** A value as it was written, as it was understood, and as it is wanted. */
interface Change {
  /** `undefined` when the author left it out. */
  readonly written: Json | undefined;
  readonly before: Json | undefined;
  readonly wanted: Json;
}

/** What is to be written, and which of it stood where before, so that the text can follow. */
export interface Merged {
  readonly authored: JsonRecord;
  /** The item of the old document that an item of a new list was made from. */
  readonly origins: ReadonlyMap<Json, Json>;
}

/**
 * What the author would write for the wanted workspace: what did not change stays as it is written, and what has its default
 * and was not written stays left out.
 */
export function mergeAuthored(written: Json, before: Workspace, wanted: Workspace): Merged {
  const merge = new Merge();
  const authored = merge.value({ written, before: plainJson(before), wanted: plainJson(wanted) }, []);
  for (const { holder, key, path } of merge.fresh) prune(authored, { holder, key, path });
  return { authored: isJsonObject(authored) ? { ...authored } : {}, origins: merge.origins };
}

/** A field that the author did not write. */
interface Fresh {
  readonly holder: JsonRecord;
  readonly key: string;
  readonly path: readonly (string | number)[];
}

class Merge {
  readonly origins = new Map<Json, Json>();
  readonly fresh: Fresh[] = [];

  value(change: Change, path: readonly (string | number)[]): Json {
    const { written, before, wanted } = change;
    if (written !== undefined && jsonEqual(before, wanted)) return written;
    if (isJsonObject(wanted)) return this.#record(change, wanted, path);
    if (Array.isArray(wanted)) return this.#list(change, wanted, path);
    return wanted;
  }

  #record(
    { written, before }: Change,
    wanted: { readonly [key: string]: Json },
    path: readonly (string | number)[],
  ): Json {
    const old = isJsonObject(written) ? written : {};
    const was = isJsonObject(before) ? before : {};
    const result: JsonRecord = {};
    for (const [key, value] of Object.entries(wanted)) {
      const isWritten = Object.hasOwn(old, key);
      if (!isWritten && isJsonObject(written) && Object.hasOwn(was, key) && jsonEqual(was[key], value)) continue;
      result[key] = this.value({ written: old[key], before: was[key], wanted: value }, [...path, key]);
      if (!isWritten) this.fresh.push({ holder: result, key, path: [...path, key] });
    }
    return result;
  }

  #list({ written, before }: Change, wanted: readonly Json[], path: readonly (string | number)[]): Json {
    const old = Array.isArray(written) ? written : [];
    const was = Array.isArray(before) ? before : [];
    const places = match(was, wanted, path.length === 1 ? collectionNamed(path[0]) : undefined);
    return wanted.map((value, i) => {
      const place = places[i] ?? -1;
      const merged = this.value({ written: old[place], before: was[place], wanted: value }, [...path, i]);
      const origin = old[place];
      if (origin !== undefined && typeof merged === 'object') this.origins.set(merged, origin);
      return merged;
    });
  }
}

function collectionNamed(name: string | number | undefined): WorkspaceCollection | undefined {
  return COLLECTIONS.find((collection) => collection.name === name);
}

/** For each wanted item the place of the one that it was; -1 for a new one. */
function match(
  before: readonly Json[],
  wanted: readonly Json[],
  collection: WorkspaceCollection | undefined,
): number[] {
  const taken = new Set<number>();
  const take = (place: number): number => {
    if (place !== -1) taken.add(place);
    return place;
  };
  const find = (test: (item: Json, place: number) => boolean): number =>
    take(before.findIndex((item, place) => !taken.has(place) && test(item, place)));
  const equal = wanted.map((item, i) => (jsonEqual(before[i], item) ? take(i) : -1));
  const known = equal.map((place, i) => {
    const item = wanted[i] ?? null;
    const name = nameIn(item, collection);
    if (place !== -1) return place;
    return find((other) => (name === undefined ? jsonEqual(other, item) : nameIn(other, collection) === name));
  });
  // What has no name and changed is, as a rule, what stood in its place.
  return known.map((place, i) =>
    place !== -1 || nameIn(wanted[i] ?? null, collection) !== undefined ? place : find((_, other) => other === i),
  );
}

/** What an item is known by among its like. */
function nameIn(item: Json, collection: WorkspaceCollection | undefined): string | undefined {
  if (!isJsonObject(item)) return undefined;
  if (collection !== undefined) {
    const id = item['id'];
    return effectiveId(collection, { ...item, id: typeof id === 'string' ? id : undefined });
  }
  const name = item['slug'] ?? item['key'];
  return typeof name === 'string' ? name : undefined;
}

/** Leaves a field out again whose default says the same. */
function prune(authored: Json, { holder, key, path }: Fresh): void {
  const value = holder[key];
  const [top, place] = path;
  // Whole collections and items stay; only what is within them has defaults here.
  if (path.length < (top === 'settings' ? 2 : 3)) return;
  const schema = top === 'settings' ? Settings : collectionNamed(top)?.schema;
  const list = isJsonObject(authored) && top !== undefined ? authored[top] : undefined;
  const whole = top === 'settings' ? list : Array.isArray(list) && typeof place === 'number' ? list[place] : undefined;
  if (schema === undefined || whole === undefined || value === undefined) return;
  const full = schema.safeParse(whole);
  // Not taken away yet, so that it keeps its place among the fields.
  Reflect.set(holder, key, undefined);
  const less = schema.safeParse(whole);
  const isDefault =
    full.success && less.success && jsonEqual(plainJson({ it: full.data }), plainJson({ it: less.data }));
  if (isDefault) Reflect.deleteProperty(holder, key);
  else holder[key] = value;
}

/**
 * The wanted workspace with IDs as the file is to have them. An ID that is the derived one is not written unless it was; one
 * that was derived from the name that a thing no longer has is written down, so that the thing stays what it is.
 */
export function withWrittenIds(before: Workspace, wanted: Workspace): Workspace {
  const result: Record<string, unknown> = { ...wanted };
  for (const collection of COLLECTIONS) {
    if (before[collection.name] === wanted[collection.name]) continue;
    result[collection.name] = idsWritten(collection, before[collection.name], wanted[collection.name]);
  }
  // Every list is replaced by one of the same items, with or without their IDs.
  return result as Workspace;
}

type Item = Workspace[WorkspaceCollection['name']][number];

function idsWritten(collection: WorkspaceCollection, before: readonly Item[], wanted: readonly Item[]): Item[] {
  const known = new Map(before.map((item) => [effectiveId(collection, item), item]));
  const names = new Set(wanted.map((item) => nameOf(collection, item)));
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
      !names.has(nameOf(collection, there));
    return isRenamed ? { ...item, id: effectiveId(collection, there) } : item;
  });
  const written = new Set(named.flatMap(({ id }) => id ?? []));
  return named.map((item) => withOwnId(collection, item, written));
}

/** A thing whose name was another's before: the ID derived from it is still the other's, so it gets another one. */
function withOwnId(collection: WorkspaceCollection, item: Item, written: ReadonlySet<string>): Item {
  if (item.id !== undefined || !written.has(effectiveId(collection, item))) return item;
  for (let n = 2; ; n++) {
    const id = derivedId(collection.kind, `${nameOf(collection, item)}/${n}`);
    if (!written.has(id)) return { ...item, id };
  }
}
