import { Changes } from '../../../shared/contract/emulator/definitions.ts';
import { type Choice, choose, offerUndo } from '../../ui/layout/confirm.tsx';
import { listed } from '../../ui/text/shown-text.tsx';
import { useAction } from '../../core/data/action.ts';
import { fullKeyOf, useWorkspaceKey } from '../../core/drafts/drafts.ts';
import { useHangar } from '../../core/data/hangar.ts';
import type { RecordStore } from '../../core/data/record-store.ts';
import { type Json, type JsonObject, jsonOf, objectOf } from '../../../shared/values/json.ts';
import { type Referrer, planText, type RenamePlan, type SavedChange } from './rename-plan.ts';
import { type Rename, renamedAll } from '../../../shared/model/renaming.ts';
import type { Draft, Drafts } from '../../core/stores/draft-store.ts';
import { type CollectionName, COLLECTION_NAMES, COLLECTIONS } from '../../../shared/registry/collections.ts';

interface ReferenceUpdateOptions<Item extends { readonly id: string }> {
  readonly collection: SavedChange['collection'];
  readonly item: Item | undefined;
  readonly store: RecordStore<Item>;
  /** The key of its draft. */
  readonly draftKey: string;
}

/** The data needed to undo a save with its references. */
interface UpdatedReferences<Item> {
  readonly item: Item;
  readonly saved: Item;
  readonly sent: JsonObject;
  readonly plan: RenamePlan;
  readonly restoreDrafts: () => void;
}

/** Saves a renamed definition and all references to it in one change that can be undone. */
export function useReferenceUpdates<Item extends { readonly id: string }>(options: ReferenceUpdateOptions<Item>) {
  const { collection, item, store } = options;
  const { api, drafts } = useHangar();
  const workspace = useWorkspaceKey();
  const apply = (changes: readonly object[]) => api.changes.apply({ body: Changes.parse({ changes }) });
  const undo = useAction(async ({ item: before, saved, sent, plan, restoreDrafts }: UpdatedReferences<Item>) => {
    const back = { collection, id: saved.id, was: saved, value: before };
    await apply([back, ...plan.referrers.map((follower) => changeOf(follower, 'after', 'before'))]);
    restoreDrafts();
    await store.read(saved.id);
    // Restores the unsaved changes as they were before saving.
    const key = fullKeyOf(workspace, options.draftKey);
    if (drafts.store.getState().drafts[key] === undefined) drafts.write(key, { ...jsonOf(before) }, { ...sent });
  });
  return async (plan: RenamePlan, sent: JsonObject): Promise<Item | undefined> => {
    if (item === undefined) return undefined;
    const own = { collection, id: item.id, was: item, value: plan.value };
    await apply([own, ...plan.referrers.map((follower) => changeOf(follower, 'before', 'after'))]);
    const restoreDrafts = renameInDrafts(drafts, workspace, plan.renames);
    const saved = await store.read(item.id);
    offerUndo(`Saved, and ${planText(plan)} changed`, () => void undo.run({ item, saved, sent, plan, restoreDrafts }));
    return saved;
  };
}

function changeOf(referrer: Referrer, was: 'before' | 'after', value: 'before' | 'after') {
  return { collection: referrer.collection, id: referrer.id, was: referrer[was], value: referrer[value] };
}

/** Asks whether to change the references, too. */
export function confirmReferenceUpdates(plan: RenamePlan): Promise<Choice> {
  const names = plan.renames.map(({ from, to }) => `“${from}” to “${to}”`);
  const titles = plan.referrers.map(({ title }) => `“${title}”`);
  const where = titles.length === 0 ? 'Here' : `In ${listed(titles)}`;
  const mentions = plan.notes.flatMap((note) => note.mentions);
  const it = plan.count === 1 ? 'it' : 'them';
  return choose({
    title: `Also change ${planText(plan)}?`,
    text: [`${where}, from ${listed(names)}.`, ...mentions].join(' '),
    action: `Save and change ${it}`,
    instead: `Save without ${it}`,
  });
}

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
