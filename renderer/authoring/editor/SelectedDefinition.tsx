import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useContext, useRef } from 'react';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { TitleLevel } from '../../ui/title-level.ts';
import { useRecordStore } from '../../core/record-store.ts';
import { DefinitionsProvider, useWorkspaceDefinitions } from '../context/workspace-definitions.ts';
import { MissingDefinition } from './MissingDefinition.tsx';
import type { EditedKind, EditingOptions } from './use-editing.ts';

interface SelectedDefinitionProps<Item extends { readonly id: string }> {
  readonly kind: EditedKind<Item>;
  /** `new` for a new definition. */
  readonly id: string;
  /** Renders the editor. */
  readonly children: (selected: Pick<EditingOptions<Item>, 'item' | 'onCreated'>) => ReactNode;
}

/** The editor of the definition with an ID, once all definitions are loaded. */
export function SelectedDefinition<Item extends { readonly id: string }>(props: SelectedDefinitionProps<Item>) {
  const { kind, id, children } = props;
  const { items } = useRecordStore<Item>(kind);
  const { definitions, error, reload } = useWorkspaceDefinitions();
  const { key, onCreated } = useEditorKey(id);
  const title = useContext(TitleLevel);
  if (definitions === undefined) {
    return (
      <>
        <VisuallyHidden component={title}>{kind.name}</VisuallyHidden>
        {error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={reload} />}
      </>
    );
  }
  const item = items.find((each) => each.id === id);
  if (item === undefined && id !== 'new') return <MissingDefinition {...kind} id={id} />;
  return (
    <DefinitionsProvider key={key} value={definitions}>
      {children({ item, onCreated })}
    </DefinitionsProvider>
  );
}

/**
 * The key of the editor for an ID. An editor that created the item keeps its key, so that focus and open cards stay.
 */
function useEditorKey(id: string): { key: number; onCreated: (id: string) => void } {
  const kept = useRef({ id, made: '', key: 0 });
  const { id: before, made, key } = kept.current;
  if (before !== id) kept.current = { id, made: '', key: made === id ? key : key + 1 };
  return {
    key: kept.current.key,
    onCreated: (madeID) => void (kept.current = { ...kept.current, made: madeID }),
  };
}
