import { useMemo } from 'react';
import type { JsonObject } from '../../../shared/model/json.ts';
import { type Authoring, useAuthoring } from '../authoring/authoring.ts';
import type { DefinitionWorld } from '../authoring/world.ts';
import { isWithin, jsonOf } from '../authoring/json-path.ts';
import { errorsAt, type Problem, schemaProblems } from '../authoring/problem.ts';
import { finished, unfinishedParts } from '../authoring/unfinished.ts';
import { draftKey, focusProblem, useSaving } from '../authoring/use-saving.ts';
import { type DraftHandle, useDraft } from '../drafts.ts';
import type { RecordStore } from '../record-store.ts';
import type { RecordKind } from './record-kind.ts';

interface EditingOptions<Item extends { readonly id: string }> {
  readonly kind: RecordKind<Item>;
  /** What is saved; undefined for a new one. */
  readonly item: Item | undefined;
  readonly world: DefinitionWorld;
  readonly query: string;
}

/** Everything that an editor of one record works with. */
export interface RecordEditing<Item> {
  readonly draft: DraftHandle<JsonObject>;
  readonly authoring: Authoring;
  readonly store: RecordStore<Item>;
  /** The draft as it would be saved. */
  readonly value: JsonObject;
  /** Saves what changed; gives the saved one, or undefined when something is wrong, which is then shown. */
  readonly save: () => Promise<Item | undefined>;
  readonly saving: boolean;
}

/** Where the fields of a record stand, to find the first problem there. */
export const FIELDS_ID = 'record-fields';

/** The draft of a record with its checks and saving. */
export function useRecordEditor<Item extends { readonly id: string }>(
  options: EditingOptions<Item>,
): RecordEditing<Item> {
  const { kind, item, world } = options;
  const store = kind.useStore();
  const check = kind.useCheck();
  const saved = useMemo(() => (item === undefined ? undefined : jsonOf(item)), [item]);
  const draft = useDraft<JsonObject>(draftKey(kind.noun, item?.id), saved ?? kind.blank);
  const value = useMemo(() => finished(draft.value), [draft.value]);
  const others = store.items.filter(({ id }) => id !== item?.id);
  const problems = [...readingProblems(draft.value, value, kind.schema), ...check(value, { world, item, others })];
  const authoring = useAuthoring(draft, { saved, world, problems });
  const { save, saving } = useSaving({
    ...{ kind, item, draft, authoring, store, problems },
    value: kind.completed?.(value) ?? value,
    hrefOf: (id) => `${kind.path}/${id}${options.query}`,
    onProblems: () => focusProblem(`#${FIELDS_ID} [aria-invalid="true"]`),
  });
  return { draft, authoring, store, value, save, saving };
}

/** What the schema refuses; a text that cannot be read is the reason of everything found at or below its place. */
function readingProblems(draft: JsonObject, value: JsonObject, schema: RecordKind<never>['schema']): Problem[] {
  const own = Object.fromEntries(Object.entries(draft).filter(([name]) => !name.startsWith('$')));
  const unfinished = errorsAt(unfinishedParts(own));
  const broken = schemaProblems(schema, value);
  return [...unfinished, ...broken.filter(({ path }) => !unfinished.some((reason) => isWithin(path, reason.path)))];
}
