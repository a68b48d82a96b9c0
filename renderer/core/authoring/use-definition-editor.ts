import { useMemo } from 'react';
import type { Json, JsonObject } from '../../../shared/model/json.ts';
import { tell, useAction } from '../action.ts';
import { type DraftHandle, useDraft } from '../drafts.ts';
import { isAt, useNavigate } from '../url.ts';
import { type Authoring, useAuthoring } from './authoring.ts';
import type { DefinitionWorld } from './definition-checks.ts';
import type { DefinitionItem, DefinitionKind, DefinitionStore, EditorTab } from './definition-kind.ts';
import { isWithin, objectOf, textOf } from './json-path.ts';
import { errorsAt, type Problem, schemaProblems } from './problem.ts';
import { finished, unfinishedParts } from './unfinished.ts';

/** Everything that an editor of one definition works with. */
export interface DefinitionEditing<Item extends DefinitionItem> {
  readonly draft: DraftHandle<JsonObject>;
  readonly authoring: Authoring;
  readonly store: DefinitionStore<Item>;
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
  const { save, saving } = useSave({ ...options, draft, authoring, store, problems, value });
  return { draft, authoring, store, problems, value, save, saving };
}

/** The key of a definition's draft. */
export function draftKey(noun: string, id: string | undefined): string {
  return `${noun}:${id ?? 'new'}`;
}

/** A saved thing as plain JSON. */
export function jsonOf(item: object): JsonObject {
  return objectOf(JSON.parse(JSON.stringify(item)) as Json);
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

interface SaveOptions<Item extends DefinitionItem> extends EditingOptions<Item> {
  readonly draft: DraftHandle<JsonObject>;
  readonly authoring: Authoring;
  readonly store: DefinitionStore<Item>;
  readonly problems: readonly Problem[];
  readonly value: JsonObject;
}

function useSave<Item extends DefinitionItem>(options: SaveOptions<Item>) {
  const { kind, item, draft, authoring, store, problems, value, tab } = options;
  const navigate = useNavigate();
  const action = useAction(async (done: (saved: Item) => void) => {
    const saved = item === undefined ? await store.create(value) : await store.replace(item.id, value);
    draft.discard();
    done(saved);
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  const save = async (): Promise<Item | undefined> => {
    if (errors.length > 0) {
      authoring.tellAll();
      navigate(tabUrl(kind, item?.id ?? 'new', tabOfProblem(kind.tabs, errors, tab)));
      focusProblem();
      return undefined;
    }
    if (draft.conflict) {
      tell('Not saved: it was changed elsewhere. Say whose version to go on with first.');
      return undefined;
    }
    if (item !== undefined && !draft.dirty) return item;
    let result: Item | undefined;
    if (await action.run((saved) => (result = saved))) tell('Saved');
    const isStillHere = item === undefined && isAt(`${kind.path}/new`);
    if (result !== undefined && isStillHere) navigate(tabUrl(kind, result.id, tab), { replace: true });
    return result;
  };
  return { save, saving: action.busy };
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

/** Puts the focus on the first problem once its tab is shown. */
function focusProblem(): void {
  const wanted =
    '[role="tabpanel"] :is([aria-invalid="true"], [data-problem="true"]:not(:has([aria-invalid="true"])) [aria-expanded])';
  setTimeout(() => document.querySelector<HTMLElement>(wanted)?.focus(), 60);
}
