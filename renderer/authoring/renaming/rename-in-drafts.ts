import { type Rename, renamedAll } from '../../../shared/model/renaming.ts';
import type { Draft, Drafts } from '../../core/draft-store.ts';
import { fullKeyOf } from '../../core/drafts.ts';
import { type Json, objectOf } from '../context/json-path.ts';
import { type CollectionName, COLLECTION_NAMES, COLLECTIONS } from '../../../shared/registry/collections.ts';

/**
 * Renames references in the drafts of other definitions and in their base values, so that they neither restore the old names nor
 * conflict. Returns a function that undoes it for drafts that did not change since.
 */
export function renameInDrafts(drafts: Drafts, workspace: string, renames: readonly Rename[]): () => void {
  const all = drafts.store.getState().drafts;
  const prefix = fullKeyOf(workspace, '');
  const changes = Object.entries(all).flatMap(([key, before]) => {
    const collection = key.startsWith(prefix) ? collectionOf(key.slice(prefix.length)) : undefined;
    if (collection === undefined) return [];
    const [base, value] = [before.base, before.value].map((json) => renamedAll(collection, objectOf(json), renames));
    if (base === undefined || value === undefined || base.count + value.count === 0) return [];
    drafts.write(key, jsonObject(base.definition), jsonObject(value.definition));
    return [{ key, before, after: drafts.store.getState().drafts[key] }];
  });
  return () => changes.forEach((change) => restore(drafts, change));
}

function restore(
  drafts: Drafts,
  { key, before, after }: { key: string; before: Draft; after: Draft | undefined },
): void {
  if (drafts.store.getState().drafts[key] === after) drafts.write(key, before.base, before.value);
}

/** The collection of a draft's key, such as `task:tsk…` or `task:new`. */
function collectionOf(key: string): CollectionName | undefined {
  const noun = key.slice(0, key.indexOf(':'));
  return COLLECTION_NAMES.find((name) => COLLECTIONS[name].noun === noun);
}

function jsonObject(definition: object): Json {
  return { ...definition };
}
