import { useMemo } from 'react';
import type { z } from 'zod';
import type { JsonObject } from '../../../shared/values/json.ts';
import { type DraftHandle, useDraft } from '../../core/drafts.ts';
import type { RecordStore } from '../../core/record-store.ts';
import { type Authoring, useAuthoring } from '../context/authoring.ts';
import { isWithin, jsonOf } from '../context/json-path.ts';
import { errorsAt, type Problem, schemaProblems } from '../context/problem.ts';
import { ownMentionWarnings, renameWarnings } from '../renaming/rename-notes.ts';
import { renamePlan } from '../renaming/rename-plan.ts';
import { toSaved, unparsedParts } from '../scope/draft-values.ts';
import { draftKey, type FieldLabel, useSaving } from './use-saving.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { CollectionName } from '../../../shared/registry/collections.ts';

/** What everything that is authored has in common for its editor. */
export interface EditedKind<Item extends { readonly id: string }> {
  /** As in `API key`. */
  readonly noun: string;
  readonly path: string;
  readonly collection: CollectionName;
  readonly schema: z.ZodType;
  /** A new one, before anything was typed. */
  readonly blank: JsonObject;
  readonly useStore: () => RecordStore<Item>;
  /** The title over an editor; '' while there is none to give. */
  readonly titleOf: (value: JsonObject) => string;
  /** What the form calls its fields, where it is not what the schema does. */
  readonly fieldLabel?: FieldLabel;
  /** What else another name means, of what is saved. */
  readonly renameNote?: (saved: Item) => string;
  /** A copy to create, without an ID; none are made where this is left out. */
  readonly copyOf?: (value: JsonObject, items: readonly Item[]) => JsonObject;
  /** What deleting is called, `Delete` when left out. */
  readonly deleting?: { readonly verb: string; readonly done: string };
  /** Gives what goes or breaks when one is deleted, each in a sentence. */
  readonly useDeletionImpact?: () => (item: Item, definitions: WorkspaceDefinitions) => Promise<readonly string[]>;
}

/** Everything that an editor works with. */
export interface Editing<Item> {
  readonly draft: DraftHandle<JsonObject>;
  readonly authoring: Authoring;
  readonly store: RecordStore<Item>;
  readonly problems: readonly Problem[];
  /** The draft as it would be saved. */
  readonly value: JsonObject;
  /** Saves what changed; gives the saved one, or undefined when something is wrong, which is then shown. */
  readonly save: () => Promise<Item | undefined>;
  readonly saving: boolean;
}

/** The item to edit, and what its editor does. */
export interface EditingOptions<Item extends { readonly id: string }> {
  readonly kind: EditedKind<Item>;
  /** What is saved; undefined for a new one. */
  readonly item: Item | undefined;
  readonly definitions: WorkspaceDefinitions;
  /** What is wrong beyond the schema; found anew when this is another function. */
  readonly check: (value: JsonObject, others: readonly Item[]) => readonly Problem[];
  /** The last hand on what is saved. */
  readonly beforeSave?: ((value: JsonObject) => JsonObject) | undefined;
  readonly hrefOf: (id: string) => string;
  /** Told which one a new one has become. */
  readonly onCreated: (id: string) => void;
  readonly onProblems: (errors: readonly Problem[]) => void;
}

/** The draft of something authored with its checks and saving. */
export function useEditing<Item extends { readonly id: string }>(options: EditingOptions<Item>): Editing<Item> {
  const { kind, item, definitions, check, beforeSave, hrefOf, onCreated, onProblems } = options;
  const store = kind.useStore();
  const saved = useMemo(() => (item === undefined ? undefined : jsonOf(item)), [item]);
  const draft = useDraft<JsonObject>(draftKey(kind.noun, item?.id), saved ?? kind.blank);
  const value = useMemo(() => toSaved(draft.value), [draft.value]);
  const others = useMemo(() => store.items.filter(({ id }) => id !== item?.id), [store.items, item]);
  const sent = beforeSave?.(value) ?? value;
  const { collection } = kind;
  const renamed = useMemo(() => {
    if (saved === undefined || item === undefined) return { plan: undefined, warnings: [] };
    const change = { collection, saved, draft: draft.value, value, definitions };
    const plan = renamePlan(change);
    return { plan, warnings: plan === undefined ? [] : renameWarnings(plan, change, kind.renameNote?.(item)) };
  }, [kind, collection, saved, item, draft.value, value, definitions]);
  const found = useMemo(() => check(value, others), [check, value, others]);
  const problems = useMemo(
    () => [
      ...readable(draft.value, [...schemaProblems(kind.schema, value), ...found]),
      ...ownMentionWarnings(draft.value, value),
      ...renamed.warnings,
    ],
    [draft.value, value, kind.schema, found, renamed],
  );
  const authoring = useAuthoring(draft, { saved, definitions, problems });
  const parts = { kind, item, draft, authoring, store, problems, plan: renamed.plan, hrefOf, onCreated, onProblems };
  const { save, saving } = useSaving({ ...parts, value: sent });
  return { draft, authoring, store, problems, value, save, saving };
}

/** A text that cannot be read is the reason of everything found at or below its place. */
function readable(draft: JsonObject, found: readonly Problem[]): Problem[] {
  const own = Object.fromEntries(Object.entries(draft).filter(([name]) => !name.startsWith('$')));
  const unfinished = errorsAt(unparsedParts(own));
  return [...unfinished, ...found.filter(({ path }) => !unfinished.some((reason) => isWithin(path, reason.path)))];
}
