import { derivedId } from '../../../../shared/registry/ids.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import { effectiveId } from './effective-id.ts';
import { COLLECTION_NAMES, COLLECTIONS, keyOf, type CollectionName } from '../../../../shared/registry/collections.ts';

/**
 * Sets the IDs to write. Omits a derived ID unless it was authored. Writes the previous derived ID of a renamed item, so that its
 * identity stays.
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
