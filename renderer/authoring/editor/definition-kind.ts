import type { ComponentType, ReactNode } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { Problem } from '../context/problem.ts';
import type { EditedKind } from './use-editing.ts';

/** What tasks and runbooks have in common. */
export interface DefinitionItem {
  readonly id: string;
  readonly slug: string;
  readonly name?: string | undefined;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly isPrivate: boolean;
}

/** A tab of an editor: the top fields that stand there, and what shows them. */
export interface EditorTab {
  /** The last part of its URL; the first tab has none. */
  readonly slug: string;
  readonly label: string;
  readonly fields: readonly string[];
  readonly Panel: ComponentType;
  readonly count?: (draft: JsonObject) => number;
}

/** Something that is authored: all that its list and its editor need to know. */
export interface DefinitionKind<Item extends DefinitionItem> extends EditedKind<Item> {
  readonly noun: 'task' | 'runbook';
  readonly collection: 'tasks' | 'runbooks';
  /** The place's name. */
  readonly name: string;
  readonly tabs: readonly EditorTab[];
  /** What is wrong beyond the schema, and what is worth a warning. */
  readonly check: (draft: JsonObject, definitions: WorkspaceDefinitions) => readonly Problem[];
  /** A row's second line. */
  readonly note: (item: Item) => string;
  /** Below the title, after the ID. */
  readonly meta: (draft: JsonObject, id: string, definitions: WorkspaceDefinitions) => string;
  /** What to do where there is none. */
  readonly emptyText: ReactNode;
  /** Runs it as the local user; gives what a notification says. */
  readonly useExecute: () => (id: string, run: { paramValues: JsonObject; environment?: string }) => Promise<string>;
  /** How its latest run stands. */
  readonly Latest: ComponentType<{ readonly id: string }>;
}
