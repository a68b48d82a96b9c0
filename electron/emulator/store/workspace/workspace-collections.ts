import type { z } from 'zod';
import {
  COLLECTION_NAMES,
  COLLECTIONS as TABLE,
  keyOf,
  type CollectionName,
} from '../../../../shared/registry/collections.ts';
import type { IdKind } from '../../../../shared/registry/ids.ts';
import { DEFINITIONS } from '../../../../shared/model/workspace.ts';
import { idOf } from '../../engine/definitions.ts';

/** A collection of the workspace. Its definitions are found by ID, or by the key that their ID is derived from. */
export interface WorkspaceCollection {
  readonly name: CollectionName;
  readonly kind: IdKind;
  readonly nameField: 'slug' | 'email' | 'key';
  readonly schema: z.ZodType;
}

/** The collections, in the file's order. */
export const COLLECTIONS: readonly WorkspaceCollection[] = COLLECTION_NAMES.map((name) => {
  const { idKind, key } = TABLE[name];
  return { name, kind: idKind, nameField: key, schema: DEFINITIONS[name] };
});

/** The text that a definition's ID is derived from. */
export function nameOf({ name }: WorkspaceCollection, item: object): string {
  return keyOf(name, item);
}

/** Cache of derived IDs. Items are immutable, and a large workspace has many. */
const derived = new WeakMap<object, string>();

/** ID of an item, written or derived. */
export function effectiveId(collection: WorkspaceCollection, item: { readonly id?: string | undefined }): string {
  if (item.id !== undefined) return item.id;
  let id = derived.get(item);
  if (id === undefined) derived.set(item, (id = idOf(collection.kind, item, nameOf(collection, item))));
  return id;
}
