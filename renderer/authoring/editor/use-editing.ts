import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { z } from 'zod';
import { type DraftHandle, useDraft } from '../../core/drafts/drafts.ts';
import { type RecordStore, useRecordStore } from '../../core/data/record-store.ts';
import { type Authoring, useAuthoring } from '../context/authoring.ts';
import { isWithin, type JsonObject, jsonOf } from '../../../shared/values/json.ts';
import { errorsAt, type Problem, schemaProblems, takenProblems } from '../context/problem.ts';
import { ownMentionWarnings, renameWarnings } from '../renaming/rename-notes.ts';
import { renamePlan } from '../renaming/rename-plan.ts';
import { toSaved, unparsedParts } from '../scope/draft-values.ts';
import { draftKey, type FieldLabel, useSaving } from './use-saving.ts';
import { useDefinitions, type WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import { COLLECTIONS, type DefinitionName } from '../../../shared/registry/collections.ts';

/** The collection of a kind, its nouns and its path. */
export function kindOf<Name extends DefinitionName>(collection: Name, path = `/${COLLECTIONS[collection].path}`) {
  const { noun, label } = COLLECTIONS[collection];
  return { collection, noun, name: label, path };
}

/** The description of a kind of definition for its editor. */
export interface EditedKind<Item extends { readonly id: string }> {
  /** Such as `API key`. */
  readonly noun: string;
  /** The title of its page. */
  readonly name: string;
  readonly path: string;
  readonly collection: DefinitionName;
  readonly schema: z.ZodType;
  /** The initial value of a new definition. */
  readonly blank: JsonObject;
  /** The title of the editor; '' for none. */
  readonly titleOf: (value: JsonObject) => string;
  /** The labels of fields in the form, where they differ from the schema. */
  readonly fieldLabel?: FieldLabel;
  /** Finds problems beyond the schema. */
  readonly check?: (value: JsonObject, definitions: WorkspaceDefinitions, saved?: Item) => readonly Problem[];
  /** Completes the value before it is saved. */
  readonly beforeSave?: (value: JsonObject) => JsonObject;
  /** The sentence of the empty list, and the icon above it and of the rows of tasks and runbooks. */
  readonly emptyText: ReactNode;
  readonly icon: LucideIcon;
  /** A note on the effect of a changed name. */
  readonly renameNote?: (saved: Item) => string;
  /** Makes the copy for Duplicate, without an ID. Left out when it cannot be duplicated. */
  readonly copyOf?: (value: JsonObject, items: readonly Item[]) => JsonObject;
  /** The label of the delete button; `Delete` by default. */
  readonly deleteVerb?: string;
  /** Returns a function that lists the effects of a deletion, one sentence each. */
  readonly useDeletionImpact?: () => (item: Item, definitions: WorkspaceDefinitions) => Promise<readonly string[]>;
}

/** The state and actions of an editor. */
export interface Editing<Item> {
  readonly draft: DraftHandle<JsonObject>;
  readonly authoring: Authoring;
  readonly store: RecordStore<Item>;
  readonly problems: readonly Problem[];
  /** The draft as it would be saved. */
  readonly value: JsonObject;
  /** Saves the changes. Resolves to the saved item, or to undefined after showing the problems. */
  readonly save: () => Promise<Item | undefined>;
  readonly saving: boolean;
}

/** The item to edit, and the callbacks of its editor. */
export interface EditingOptions<Item extends { readonly id: string }> {
  readonly kind: EditedKind<Item>;
  /** The saved item; undefined for a new one. */
  readonly item: Item | undefined;
  readonly hrefOf: (id: string) => string;
  /** Called with the ID of a new item before the window shows it. */
  readonly onCreated: (id: string) => void;
  readonly onProblems: (errors: readonly Problem[]) => void;
}

/** The draft of a definition with its checks and actions. */
export function useEditing<Item extends { readonly id: string }>(options: EditingOptions<Item>): Editing<Item> {
  const { kind, item, hrefOf, onCreated, onProblems } = options;
  const definitions = useDefinitions();
  const store = useRecordStore<Item>(kind);
  const saved = useMemo(() => (item === undefined ? undefined : jsonOf(item)), [item]);
  const draft = useDraft<JsonObject>(draftKey(kind.noun, item?.id), saved ?? kind.blank);
  const value = useMemo(() => toSaved(draft.value), [draft.value]);
  const { collection } = kind;
  const renamed = useMemo(() => {
    if (saved === undefined || item === undefined) return { plan: undefined, warnings: [] };
    const change = { collection, saved, draft: draft.value, value, definitions };
    const plan = renamePlan(change);
    return { plan, warnings: plan === undefined ? [] : renameWarnings(plan, change, kind.renameNote?.(item)) };
  }, [kind, collection, saved, item, draft.value, value, definitions]);
  const found = useMemo(() => {
    const others = definitions[collection].filter(({ id }) => id !== item?.id);
    return [...takenProblems(collection, value, others), ...(kind.check?.(value, definitions, item) ?? [])];
  }, [kind, collection, item, value, definitions]);
  const problems = useMemo(
    () => [
      ...readable(draft.value, [...schemaProblems(kind.schema, value), ...found]),
      ...ownMentionWarnings(draft.value, value),
      ...renamed.warnings,
    ],
    [draft.value, value, kind.schema, found, renamed],
  );
  const authoring = useAuthoring(draft, { saved, problems });
  const parts = { kind, item, draft, authoring, store, problems, value, hrefOf, onCreated, onProblems };
  const actions = useSaving({ ...parts, plan: renamed.plan });
  const discard = () => {
    draft.discard();
    authoring.forgetTouched();
  };
  return { draft: { ...draft, discard }, authoring, store, problems, value, ...actions };
}

/** Drops problems at or below an unparsable text, which is their cause. */
function readable(draft: JsonObject, found: readonly Problem[]): Problem[] {
  const own = Object.fromEntries(Object.entries(draft).filter(([name]) => !name.startsWith('$')));
  const unfinished = errorsAt(unparsedParts(own));
  return [...unfinished, ...found.filter(({ path }) => !unfinished.some((reason) => isWithin(path, reason.path)))];
}
