import type { CollectionName } from '../../../shared/contract/emulator/definitions.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { derivedId, type IdKind } from '../../../shared/model/identifier.ts';
import type { Workspace } from '../../../shared/model/workspace.ts';
import { idOf, LOCAL_USER, type Definitions } from '../../engine/definitions.ts';
import { shown } from '../../../shared/model/shown.ts';

/** A thing of a collection, as authored. */
export type ItemOf<Name extends CollectionName> = Workspace[Name][number];

interface Collection<Item> {
  readonly kind: IdKind;
  readonly noun: string;
  /** The field that names a thing among its kind, so that no two have the same. */
  readonly key: keyof Item & string;
  readonly keyOf: (item: Item) => string;
}

const bySlug = { key: 'slug', keyOf: (item: { readonly slug: string }) => item.slug } as const;

/** Every collection of the workspace. Adding one is adding an entry. */
export const COLLECTIONS: { readonly [Name in CollectionName]: Collection<ItemOf<Name>> } = {
  tasks: { kind: 'task', noun: 'task', ...bySlug },
  runbooks: { kind: 'runbook', noun: 'runbook', ...bySlug },
  environments: { kind: 'environment', noun: 'environment', ...bySlug },
  users: { kind: 'user', noun: 'user', key: 'email', keyOf: ({ email }) => email },
  groups: { kind: 'group', noun: 'group', ...bySlug },
  apiKeys: { kind: 'key', noun: 'API key', key: 'key', keyOf: ({ key }) => key },
  resources: { kind: 'resource', noun: 'resource', ...bySlug },
};

/** A thing with the ID that it has, written down or derived. */
export interface Entry<Item> {
  readonly id: string;
  readonly key: string;
  readonly item: Item;
}

/** The things of a collection; of environments the one that is there when none is declared. */
export function entriesOf<Name extends CollectionName>(
  name: Name,
  workspace: Workspace,
  definitions: Definitions,
): Entry<ItemOf<Name>>[] {
  const collection: Collection<ItemOf<Name>> = COLLECTIONS[name];
  const declared = workspace[name] as readonly ItemOf<Name>[];
  const { slug, name: title, config } = definitions.defaultEnvironment;
  const implied =
    name === 'environments' && declared.length === 0 ? [{ slug, name: title, default: true, config }] : [];
  return [...declared, ...(implied as ItemOf<Name>[])].map((item) => entryOf(collection, item));
}

function entryOf<Item extends { readonly id?: string | undefined }>(
  collection: Collection<Item>,
  item: Item,
): Entry<Item> {
  const key = collection.keyOf(item);
  return { id: idOf(collection.kind, item, key), key, item };
}

/** By ID, else by slug. */
function findEntry<Item>(entries: readonly Entry<Item>[], reference: string): Entry<Item> | undefined {
  return entries.find(({ id }) => id === reference) ?? entries.find(({ key }) => key === reference);
}

/** A collection being changed. Each change gives the ID of what it was about, and throws when a rule forbids it. */
export class Editing<Name extends CollectionName> {
  readonly #name: Name;
  readonly #collection: Collection<ItemOf<Name>>;
  #entries: Entry<ItemOf<Name>>[];

  constructor(name: Name, workspace: Workspace, definitions: Definitions) {
    this.#name = name;
    this.#collection = COLLECTIONS[name];
    this.#entries = entriesOf(name, workspace, definitions);
  }

  get items(): ItemOf<Name>[] {
    return this.#entries.map(({ item }) => item);
  }

  read(reference: string): ItemOf<Name> & { id: string } {
    const { item, id } = this.#find(reference);
    return { ...item, id };
  }

  /** @param before the ID of the one that it goes before; at the end when there is none such. */
  add(item: ItemOf<Name>, before?: string): string {
    const entry = withFreeId(this.#collection.kind, entryOf(this.#collection, item), this.#entries);
    this.#assertFree(entry, this.#entries);
    const at = this.#entries.findIndex(({ id }) => id === before);
    const added = this.#entries.toSpliced(at < 0 ? this.#entries.length : at, 0, entry);
    this.#entries = onlyDefault(this.#name, added, entry.id);
    return entry.id;
  }

  replace(reference: string, item: ItemOf<Name>): string {
    const before = this.#find(reference);
    if (item.id !== undefined && item.id !== before.id)
      throw new ApiError('invalid_request', `id: the ID of the ${this.#collection.noun} cannot be changed.`);
    const after = keepingId(before, { ...createdBy(before.item), ...item, id: undefined }, this.#collection);
    const others = this.#entries.filter((entry) => entry !== before);
    this.#assertFree(after, others);
    const replaced = this.#entries.map((entry) => (entry === before ? after : entry));
    this.#entries = onlyDefault(this.#name, replaced, after.id);
    return after.id;
  }

  remove(reference: string): string {
    const gone = this.#find(reference);
    if (this.#name === 'environments' && this.#entries.length === 1)
      throw new ApiError('conflict', 'The last environment cannot be deleted.');
    this.#entries = this.#entries.filter((entry) => entry !== gone);
    return gone.id;
  }

  #find(reference: string): Entry<ItemOf<Name>> {
    return findEntry(this.#entries, reference) ?? absent(this.#collection.noun, reference);
  }

  #assertFree({ id, key }: Entry<ItemOf<Name>>, others: readonly Entry<ItemOf<Name>>[]): void {
    const { key: field, noun } = this.#collection;
    const isTaken = others.some((other) => other.key === key) || (this.#name === 'users' && key === LOCAL_USER.email);
    if (isTaken) throw new ApiError('conflict', `${field}: another ${noun} has "${shown(key)}" already.`);
    if (others.some((other) => other.id === id))
      throw new ApiError('conflict', `id: another ${noun} has "${shown(id)}" already.`);
  }
}

/** Throws the 404 for what a collection does not hold. */
function absent(noun: string, reference: string): never {
  throw new ApiError('not_found', `There is no ${noun} "${shown(reference)}".`);
}

/** A new thing whose derived ID is taken, by one that was renamed, gets another that is derived as well. */
function withFreeId<Item extends { readonly id?: string | undefined }>(
  kind: IdKind,
  entry: Entry<Item>,
  others: readonly Entry<Item>[],
): Entry<Item> {
  const isTaken = (id: string) => others.some((other) => other.id === id);
  if (entry.item.id !== undefined || !isTaken(entry.id)) return entry;
  let id = entry.id;
  for (let n = 2; isTaken(id); n++) id = derivedId(kind, `${entry.key}#${n}`);
  return { ...entry, id, item: { ...entry.item, id } };
}

/** Who made a resource is not for its author to say, and stays when it is left out. */
function createdBy(item: object): { readonly createdBy?: string } {
  return 'createdBy' in item && typeof item.createdBy === 'string' ? { createdBy: item.createdBy } : {};
}

/** The ID is written down when it is no longer the derived one, or was written before. */
function keepingId<Item extends { readonly id?: string | undefined }>(
  before: Entry<Item>,
  item: Item,
  collection: Collection<Item>,
): Entry<Item> {
  const after = entryOf(collection, item);
  if (after.id === before.id && before.item.id === undefined) return after;
  return { ...after, id: before.id, item: { ...item, id: before.id } };
}

/** One environment at most is the default: the one that was made so last. */
function onlyDefault<Item>(name: CollectionName, entries: Entry<Item>[], changed: string): Entry<Item>[] {
  const isDefault = (item: Item) => (item as { readonly default?: boolean }).default === true;
  const chosen = entries.find(({ id }) => id === changed);
  if (name !== 'environments' || chosen === undefined || !isDefault(chosen.item)) return entries;
  return entries.map((entry) =>
    entry.id === changed || !isDefault(entry.item) ? entry : { ...entry, item: { ...entry.item, default: false } },
  );
}
