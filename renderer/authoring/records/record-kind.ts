import type { ComponentType, ReactNode } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { RowSummary } from '../editor/AuthoredList.tsx';
import type { EditedKind } from '../editor/use-editing.ts';

/** The description of a kind of record for the shared list and editor. */
export interface RecordKind<Item extends { readonly id: string }> extends EditedKind<Item> {
  readonly summarize: (item: Item) => RowSummary;
  readonly badgeOf?: (value: JsonObject) => ReactNode;
  /** The reason that no record may be deleted; '' when they may. */
  readonly undeletableReason?: (items: readonly Item[]) => string;
  readonly Fields: ComponentType<{ readonly item: Item | undefined }>;
  /** Shown above the list. */
  readonly Introduction?: ComponentType;
}
