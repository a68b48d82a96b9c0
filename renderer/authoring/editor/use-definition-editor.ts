import { useCallback } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import { useNavigate } from '../../core/url.ts';
import type { DefinitionItem, DefinitionKind, EditorTab } from './definition-kind.ts';
import { type Problem, takenProblems } from '../context/problem.ts';
import { type Editing, useEditing } from './use-editing.ts';
import { focusProblem } from './use-saving.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';

/** The definition to edit, and the tab that shows it. */
export interface DefinitionEditorOptions<Item extends DefinitionItem> {
  readonly kind: DefinitionKind<Item>;
  /** The saved definition; undefined for a new one. */
  readonly item: Item | undefined;
  readonly definitions: WorkspaceDefinitions;
  /** The slug of the tab; '' for the first. */
  readonly tab: string;
  /** Called with the ID of a new definition once it is saved. */
  readonly onCreated: (id: string) => void;
}

/** The first field with a problem on the shown tab, or the button that opens the card with it. */
const PROBLEM =
  '[role="tabpanel"] :is([aria-invalid="true"], [data-problem="true"]:not(:has([aria-invalid="true"])) [aria-expanded])';

/** The draft of a task or runbook with its checks and saving. */
export function useDefinitionEditor<Item extends DefinitionItem>(
  options: DefinitionEditorOptions<Item>,
): Editing<Item> {
  const { kind, item, definitions, tab, onCreated } = options;
  const navigate = useNavigate();
  const check = useCallback(
    (value: JsonObject, others: readonly Item[]) => [
      ...kind.check(value, definitions),
      ...takenProblems('slug', { value, others }, `another ${kind.noun} has this slug`),
    ],
    [kind, definitions],
  );
  return useEditing({
    ...{ kind, item, definitions: definitions, onCreated: onCreated },
    check,
    hrefOf: (id) => tabUrl(kind, id, tab),
    onProblems: (errors) => {
      navigate(tabUrl(kind, item?.id ?? 'new', tabOfProblem(kind.tabs, errors, tab)));
      focusProblem(PROBLEM);
    },
  });
}

/** The URL of a tab of a definition. */
export function tabUrl(kind: { path: string; tabs: readonly EditorTab[] }, id: string, tab: string): string {
  return tab === '' || tab === kind.tabs[0]?.slug ? `${kind.path}/${id}` : `${kind.path}/${id}/${tab}`;
}

/** The tab to show problems on; the current one when it has some. */
function tabOfProblem(tabs: readonly EditorTab[], errors: readonly Problem[], present: string): string {
  const withProblem = tabs.filter(({ fields }) => errors.some(({ path }) => fields.includes(String(path[0]))));
  return (withProblem.find(({ slug }) => slug === present) ?? withProblem[0])?.slug ?? present;
}
