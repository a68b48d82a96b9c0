import { useMemo } from 'react';
import type { JsonObject } from '../../../shared/model/json.ts';
import { type DraftHandle, useDraft } from '../drafts.ts';
import type { RecordStore } from '../record-store.ts';
import { useNavigate } from '../url.ts';
import { type Authoring, useAuthoring } from './authoring.ts';
import type { DefinitionWorld } from './world.ts';
import type { DefinitionItem, DefinitionKind, EditorTab } from './definition-kind.ts';
import { isWithin, jsonOf, textOf } from './json-path.ts';
import { errorsAt, type Problem, schemaProblems } from './problem.ts';
import { finished, unfinishedParts } from './unfinished.ts';
import { draftKey, focusProblem, useSaving } from './use-saving.ts';

/** Everything that an editor of one definition works with. */
export interface DefinitionEditing<Item extends DefinitionItem> {
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

interface EditingOptions<Item extends DefinitionItem> {
  readonly kind: DefinitionKind<Item>;
  /** What is saved; undefined for a new one. */
  readonly item: Item | undefined;
  readonly world: DefinitionWorld;
  readonly tab: string;
}

/** The first field with a problem on the tab that is shown, or what opens the card with one. */
const PROBLEM =
  '[role="tabpanel"] :is([aria-invalid="true"], [data-problem="true"]:not(:has([aria-invalid="true"])) [aria-expanded])';

/** The draft of a definition with its checks and saving. */
export function useDefinitionEditor<Item extends DefinitionItem>(
  options: EditingOptions<Item>,
): DefinitionEditing<Item> {
  const { kind, item, world } = options;
  const store = kind.useStore();
  const saved = useMemo(() => (item === undefined ? undefined : jsonOf(item)), [item]);
  const draft = useDraft<JsonObject>(draftKey(kind.noun, item?.id), saved ?? kind.blank);
  const value = useMemo(() => finished(draft.value), [draft.value]);
  const others = useMemo(() => store.items.filter(({ id }) => id !== item?.id), [store.items, item]);
  const problems = useMemo(
    () => problemsOf(draft.value, value, { kind, world, others }),
    [draft.value, value, kind, world, others],
  );
  const authoring = useAuthoring(draft, { saved, world, problems });
  const navigate = useNavigate();
  const { tab } = options;
  const { save, saving } = useSaving({
    ...{ kind, item, draft, authoring, store, problems, value },
    hrefOf: (id) => tabUrl(kind, id, tab),
    onProblems: (errors) => {
      navigate(tabUrl(kind, item?.id ?? 'new', tabOfProblem(kind.tabs, errors, tab)));
      focusProblem(PROBLEM);
    },
  });
  return { draft, authoring, store, problems, value, save, saving };
}

interface CheckOptions<Item extends DefinitionItem> {
  readonly kind: DefinitionKind<Item>;
  readonly world: DefinitionWorld;
  readonly others: readonly Item[];
}

/** What is wrong with a draft. A text that cannot be read is the reason of everything found at or below its place. */
function problemsOf<Item extends DefinitionItem>(
  draft: JsonObject,
  value: JsonObject,
  { kind, world, others }: CheckOptions<Item>,
): readonly Problem[] {
  const own = Object.fromEntries(Object.entries(draft).filter(([name]) => !name.startsWith('$')));
  const unfinished = errorsAt(unfinishedParts(own));
  const slug = textOf(value['slug']);
  const isTaken = slug !== '' && others.some((other) => other.slug === slug);
  const taken = isTaken ? errorsAt([{ path: ['slug'], text: `another ${kind.noun} has this slug` }]) : [];
  const found = [...schemaProblems(kind.schema, value), ...kind.check(value, world), ...taken];
  return [...unfinished, ...found.filter(({ path }) => !unfinished.some((reason) => isWithin(path, reason.path)))];
}

/** The URL of a tab of a definition. */
export function tabUrl(kind: { path: string; tabs: readonly EditorTab[] }, id: string, tab: string): string {
  return tab === '' || tab === kind.tabs[0]?.slug ? `${kind.path}/${id}` : `${kind.path}/${id}/${tab}`;
}

/** The tab to show problems on: the present one when it has some. */
function tabOfProblem(tabs: readonly EditorTab[], errors: readonly Problem[], present: string): string {
  const withProblem = tabs.filter(({ fields }) => errors.some(({ path }) => fields.includes(String(path[0]))));
  return (withProblem.find(({ slug }) => slug === present) ?? withProblem[0])?.slug ?? present;
}
