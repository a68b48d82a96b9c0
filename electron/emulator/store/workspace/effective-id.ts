import { COLLECTIONS, keyOf, type CollectionName } from '../../../../shared/registry/collections.ts';
import { idOf } from '../../engine/definitions/definitions.ts';

/** Cache of derived IDs. Items are immutable, and a large workspace has many. */
const derived = new WeakMap<object, string>();

/** ID of a definition, written or derived from its key. */
export function effectiveId(collection: CollectionName, item: { readonly id?: string | undefined }): string {
  if (item.id !== undefined) return item.id;
  let id = derived.get(item);
  if (id === undefined) derived.set(item, (id = idOf(COLLECTIONS[collection].idKind, item, keyOf(collection, item))));
  return id;
}
