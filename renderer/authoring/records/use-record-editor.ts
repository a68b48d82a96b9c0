import { type Editing, useEditing } from '../editor/use-editing.ts';
import { focusProblem } from '../editor/use-saving.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { RecordKind } from './record-kind.ts';

interface EditingOptions<Item extends { readonly id: string }> {
  readonly kind: RecordKind<Item>;
  /** What is saved; undefined for a new one. */
  readonly item: Item | undefined;
  readonly definitions: WorkspaceDefinitions;
  readonly query: string;
  /** Told which one a new one has become. */
  readonly onCreated: (id: string) => void;
}

/** Where the fields of a record stand, to find the first problem there. */
export const FIELDS_ID = 'record-fields';

/** The draft of a record with its checks and saving. */
export function useRecordEditor<Item extends { readonly id: string }>(options: EditingOptions<Item>): Editing<Item> {
  const { kind, item, definitions: definitions, query, onCreated: onCreated } = options;
  const check = kind.useCheck();
  return useEditing({
    ...{ kind, item, definitions, onCreated, beforeSave: kind.beforeSave },
    check: (value, others) => check(value, { definitions: definitions, item, others }),
    hrefOf: (id) => `${kind.path}/${id}${query}`,
    onProblems: () => focusProblem(`#${FIELDS_ID} [aria-invalid="true"]`),
  });
}
