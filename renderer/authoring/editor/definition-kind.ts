import type { ComponentType } from 'react';
import { type JsonObject, jsonOf } from '../../../shared/values/json.ts';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import type { AnyStatus } from '../../ui/text/status.ts';
import type { z } from 'zod';
import { copyOf, nameOrSlug } from '../context/slug.ts';
import type { WorkItemList } from './WorkItems.tsx';
import { type EditedKind, kindOf } from './use-editing.ts';

/** The common properties of tasks and runbooks. */
export interface DefinitionItem {
  readonly id: string;
  readonly slug: string;
  readonly name?: string | undefined;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly isPrivate: boolean;
  /** Place in a definition file, where it is edited. */
  readonly source?: { readonly file: string; readonly line: number } | undefined;
}

/** A tab of an editor and the top-level fields it shows. */
export interface EditorTab {
  /** The last part of its URL, which the first tab omits. */
  readonly slug: string;
  readonly label: string;
  readonly fields: readonly string[];
  readonly Panel: ComponentType;
  /** Shown below the fields, and not to be edited. */
  readonly Below?: ComponentType;
  readonly count?: (draft: JsonObject) => number;
}

/** The latest run of a task or session of a runbook. */
interface LatestExecution {
  readonly status: AnyStatus;
  readonly createdAt: string;
  /** Times of a run, from which its duration is shown. */
  readonly run?: Pick<RunRow, 'createdAt' | 'activeAt' | 'endedAt' | 'held'>;
  readonly failure: string;
  readonly href: string;
  readonly linkText: string;
}

/** The description of tasks or runbooks for the shared list and editor. */
export interface DefinitionKind<Item extends DefinitionItem> extends EditedKind<Item> {
  readonly noun: 'task' | 'runbook';
  readonly collection: 'tasks' | 'runbooks';
  readonly tabs: readonly EditorTab[];
  /** The second line of a row. */
  readonly note: (item: Item) => string;
  /** Its steps or blocks, of which some are prompts. */
  readonly work: Pick<WorkItemList, 'path' | 'kindField' | 'noun'>;
  /** Executes it as the local user. */
  readonly useExecute: () => (id: string, run: { paramValues: JsonObject; environment?: string }) => Promise<unknown>;
  /** Loads the latest run or session, live. */
  readonly useLatest: (id: string) => {
    readonly noun: 'run' | 'session';
    readonly loaded: boolean;
    readonly latest: LatestExecution | undefined;
  };
}

/** The properties of tasks or runbooks that follow from their names and their schema. */
export function sluggedKind<
  const Name extends DefinitionKind<DefinitionItem>['collection'],
  const Noun extends DefinitionKind<DefinitionItem>['noun'],
>(collection: Name, noun: Noun, schema: z.ZodType<object>) {
  // The schema rejects an empty slug only when saving.
  const blank = { ...jsonOf(schema.parse({ slug: 'new' })), slug: '' };
  return { ...kindOf(collection), collection, noun, schema, blank, titleOf: nameOrSlug, copyOf };
}
