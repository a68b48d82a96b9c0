import { ApiError } from '../../../../shared/http/errors.ts';
import { derivedId } from '../../../../shared/registry/ids.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import { idOf, LOCAL_USER, type Definitions } from '../definitions/definitions.ts';
import { notFound } from '../context/engine-context.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { COLLECTIONS, keyOf, type CollectionName } from '../../../../shared/registry/collections.ts';

/** An item of a collection, as authored. */
export type ItemOf<Name extends CollectionName> = Workspace[Name][number];

/** An item with its ID, authored or derived. */
export interface Entry<Item> {
  readonly id: string;
  readonly key: string;
  readonly item: Item;
}

/** Items of a collection. Without declared environments, includes the default one. */
export function entriesOf<Name extends CollectionName>(
  name: Name,
  workspace: Workspace,
  definitions: Definitions,
): Entry<ItemOf<Name>>[] {
  const declared = workspace[name] as readonly ItemOf<Name>[];
  const { slug, name: title, config } = definitions.defaultEnvironment;
  const implied =
    name === 'environments' && declared.length === 0 ? [{ slug, name: title, default: true, config }] : [];
  return [...declared, ...(implied as ItemOf<Name>[])].map((item) => entryOf(name, item));
}

function entryOf<Item extends { readonly id?: string | undefined }>(name: CollectionName, item: Item): Entry<Item> {
  const key = keyOf(name, item);
  return { id: idOf(COLLECTIONS[name].idKind, item, key), key, item };
}

/** Edits a collection. Each change returns the ID of its item, and throws when it is not allowed. */
export class CollectionEdit<Name extends CollectionName> {
  readonly #name: Name;
  #entries: Entry<ItemOf<Name>>[] = [];
  /** Positions of the entries by ID and by key, since a request may change a thousand of ten thousand. */
  #byId = new Map<string, number>();
  #byKey = new Map<string, number>();

  constructor(name: Name, workspace: Workspace, definitions: Definitions) {
    this.#name = name;
    this.#use(entriesOf(name, workspace, definitions));
  }

  get items(): ItemOf<Name>[] {
    return this.#entries.map(({ item }) => item);
  }

  read(reference: string): ItemOf<Name> & { id: string } {
    const { item, id } = this.#find(reference);
    return { ...item, id };
  }

  /** @param before ID of the item to insert before; at the end by default */
  add(item: ItemOf<Name>, before?: string): string {
    const entry = withFreeId(this.#name, entryOf(this.#name, item), this.#byId);
    this.#assertFree(entry);
    const at = this.#byId.get(before ?? '') ?? this.#entries.length;
    const added = this.#entries.toSpliced(at, 0, entry);
    this.#use(onlyDefault(this.#name, added, entry));
    return entry.id;
  }

  /** An entry's item, and the ID of the next one, before which `add` puts it back. */
  placed(reference: string): {
    readonly item: ItemOf<Name>;
    readonly key: string;
    readonly before: string | undefined;
  } {
    const entry = this.#find(reference);
    const next = this.#entries[(this.#byId.get(entry.id) ?? -1) + 1];
    return { item: entry.item, key: entry.key, before: next?.id };
  }

  replace(reference: string, item: ItemOf<Name>): string {
    const before = this.#find(reference);
    if (item.id !== undefined && item.id !== before.id)
      throw new ApiError('invalid_request', `id: the ID of the ${COLLECTIONS[this.#name].noun} cannot be changed.`);
    const after = keepingId(before, { ...createdBy(before.item), ...item, id: undefined }, this.#name);
    this.#assertFree(after, before);
    const at = this.#byId.get(before.id) ?? -1;
    this.#byKey.delete(before.key);
    this.#byKey.set(after.key, at);
    this.#entries[at] = after;
    this.#entries = onlyDefault(this.#name, this.#entries, after);
    return after.id;
  }

  remove(reference: string): string {
    const gone = this.#find(reference);
    if (this.#name === 'environments' && this.#entries.length === 1)
      throw new ApiError('conflict', 'The last environment cannot be deleted.');
    this.#use(this.#entries.filter((entry) => entry !== gone));
    return gone.id;
  }

  #use(entries: Entry<ItemOf<Name>>[]): void {
    this.#entries = entries;
    this.#byId = new Map(entries.map(({ id }, at) => [id, at]));
    this.#byKey = new Map(entries.map(({ key }, at) => [key, at]));
  }

  /** Finds an entry by ID or key. */
  #find(reference: string): Entry<ItemOf<Name>> {
    const at = this.#byId.get(reference) ?? this.#byKey.get(reference);
    return this.#entries[at ?? -1] ?? notFound(COLLECTIONS[this.#name].noun, reference);
  }

  /** @param before the replaced entry */
  #assertFree({ id, key }: Entry<ItemOf<Name>>, before?: Entry<ItemOf<Name>>): void {
    const { key: field, noun } = COLLECTIONS[this.#name];
    const isOther = (at: number | undefined) => at !== undefined && this.#entries[at] !== before;
    const isTaken = isOther(this.#byKey.get(key)) || (this.#name === 'users' && key === LOCAL_USER.email);
    if (isTaken) throw new ApiError('conflict', `${field}: another ${noun} has "${quoteForMessage(key)}" already.`);
    if (isOther(this.#byId.get(id)))
      throw new ApiError('conflict', `id: another ${noun} has "${quoteForMessage(id)}" already.`);
  }
}

/** The error for a change of a definition that lies in a file. */
export function inFile(slug: string, { file }: { readonly file: string }): ApiError {
  return new ApiError('conflict', `"${quoteForMessage(slug)}" is defined in the file ${file}; edit it there.`);
}

/** Derives another ID when a renamed item uses that of a new one. */
function withFreeId<Item extends { readonly id?: string | undefined }>(
  name: CollectionName,
  entry: Entry<Item>,
  others: ReadonlyMap<string, unknown>,
): Entry<Item> {
  if (entry.item.id !== undefined || !others.has(entry.id)) return entry;
  let id = entry.id;
  for (let n = 2; others.has(id); n++) id = derivedId(COLLECTIONS[name].idKind, `${entry.key}#${n}`);
  return { ...entry, id, item: { ...entry.item, id } };
}

/** Keeps the creator of a resource, which is not authored. */
function createdBy(item: object): { readonly createdBy?: string } {
  return 'createdBy' in item && typeof item.createdBy === 'string' ? { createdBy: item.createdBy } : {};
}

/** Writes the ID when it differs from the derived one, or was authored before. */
function keepingId<Item extends { readonly id?: string | undefined }>(
  before: Entry<Item>,
  item: Item,
  name: CollectionName,
): Entry<Item> {
  const after = entryOf(name, item);
  if (after.id === before.id && before.item.id === undefined) return after;
  return { ...after, id: before.id, item: { ...item, id: before.id } };
}

/** Keeps at most one default environment: the one that was set last. */
function onlyDefault<Item extends object>(
  name: CollectionName,
  entries: Entry<Item>[],
  changed: Entry<Item>,
): Entry<Item>[] {
  const isDefault = (item: Item) => 'default' in item && item.default === true;
  if (name !== 'environments' || !isDefault(changed.item)) return entries;
  return entries.map((entry) =>
    entry === changed || !isDefault(entry.item) ? entry : { ...entry, item: { ...entry.item, default: false } },
  );
}
