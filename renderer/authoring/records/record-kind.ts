import type { ComponentType, ReactNode } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { Problem } from '../context/problem.ts';
import type { RowSummary } from '../editor/AuthoredList.tsx';
import type { EditedKind } from '../editor/use-editing.ts';

/** What a check of a draft knows beside it. */
export interface CheckContext<Item> {
  readonly definitions: WorkspaceDefinitions;
  /** What is saved; undefined for a new one. */
  readonly item: Item | undefined;
  /** All other records of the kind. */
  readonly others: readonly Item[];
}

/** Something small that is authored on one page: all that its list and its editor need to know. */
export interface RecordKind<Item extends { readonly id: string }> extends EditedKind<Item> {
  readonly plural: string;
  /** The place it belongs to, the heading while nothing is chosen. */
  readonly pageTitle: string;
  readonly summarize: (item: Item) => RowSummary;
  readonly badgeOf?: (value: JsonObject) => ReactNode;
  /** Gives what finds the problems beyond the schema: those that refuse saving, and warnings. */
  readonly useCheck: () => (value: JsonObject, context: CheckContext<Item>) => readonly Problem[];
  /** The last hand on what is saved. */
  readonly beforeSave?: (value: JsonObject) => JsonObject;
  /** Why a record may not be deleted; '' when it may. */
  readonly undeletableReason?: (items: readonly Item[]) => string;
  readonly Fields: ComponentType<{ readonly item: Item | undefined }>;
  /** What to do where there is none. */
  readonly emptyText: ReactNode;
  /** What choosing one shows. */
  readonly placeholderText: string;
}
