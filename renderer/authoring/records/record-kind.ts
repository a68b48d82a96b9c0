import type { ComponentType, ReactNode } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { Problem } from '../context/problem.ts';
import type { RowSummary } from '../editor/AuthoredList.tsx';
import type { EditedKind } from '../editor/use-editing.ts';

/** The context of a check. */
export interface CheckContext<Item> {
  readonly definitions: WorkspaceDefinitions;
  /** The saved record; undefined for a new one. */
  readonly item: Item | undefined;
  /** All other records of the kind. */
  readonly others: readonly Item[];
}

/** The description of a kind of record for the shared list and editor. */
export interface RecordKind<Item extends { readonly id: string }> extends EditedKind<Item> {
  readonly plural: string;
  /** The title of its page. */
  readonly pageTitle: string;
  readonly summarize: (item: Item) => RowSummary;
  readonly badgeOf?: (value: JsonObject) => ReactNode;
  /** Returns a function that finds problems that the schema does not. */
  readonly useCheck: () => (value: JsonObject, context: CheckContext<Item>) => readonly Problem[];
  /** Completes the value before it is saved. */
  readonly beforeSave?: (value: JsonObject) => JsonObject;
  /** Says why no record may be deleted now; '' when they may. */
  readonly undeletableReason?: (items: readonly Item[]) => string;
  readonly Fields: ComponentType<{ readonly item: Item | undefined }>;
  /** The text of the empty list. */
  readonly emptyText: ReactNode;
  /** The text shown while no record is chosen. */
  readonly placeholderText: string;
}
