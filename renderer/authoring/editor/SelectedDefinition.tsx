import { Button, Group, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useContext, useRef } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { EmptyState, ErrorState, LoadingState } from '../../ui/text/states.tsx';
import { TitleLevel } from '../../ui/layout/ListDetail.tsx';
import { useRecordStore } from '../../core/data/record-store.ts';
import { DefinitionsProvider, useWorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { EditedKind, EditingOptions } from './use-editing.ts';
import { fullKeyOf, useWorkspaceKey } from '../../core/drafts/drafts.ts';
import { useHangar } from '../../core/data/hangar.ts';
import { useNavigate } from '../../core/page/page.ts';
import { draftKey } from './use-saving.ts';

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

type MissingDefinitionProps = Pick<EditedKind<never>, 'noun' | 'path' | 'blank' | 'icon'> & { readonly id: string };

/** Shown for a definition that does not exist. Unsaved changes to it can be recovered. */
function MissingDefinition({ noun, path, blank, icon, id }: MissingDefinitionProps) {
  const { drafts } = useHangar();
  const navigate = useNavigate();
  const workspace = useWorkspaceKey();
  const keyOf = (of: string | undefined) => fullKeyOf(workspace, draftKey(noun, of));
  const kept = useStore(drafts.store, (state) => state.drafts[keyOf(id)]);
  const hasNew = useStore(drafts.store, (state) => state.drafts[keyOf(undefined)] !== undefined);
  const recover = () => {
    if (kept === undefined) return;
    drafts.write(keyOf(undefined), blank, kept.value);
    drafts.remove(keyOf(id));
    navigate(`${path}/new`);
  };
  return (
    <>
      <VisuallyHidden component="h1">{`No such ${noun}`}</VisuallyHidden>
      <EmptyState
        icon={icon}
        title={`This ${noun} does not exist`}
        action={
          kept === undefined ? (
            <Button component={Link} href={path}>
              All {noun}s
            </Button>
          ) : (
            <Group>
              <Button onClick={recover} disabled={hasNew}>
                Use my changes in a new {noun}
              </Button>
              <Button onClick={() => drafts.remove(keyOf(id))}>Discard my changes</Button>
            </Group>
          )
        }
      >
        {kept === undefined
          ? 'It may have been deleted.'
          : `It was deleted elsewhere while you edited it. Your changes are kept.${hasNew ? ` Save or discard the new ${noun} that you have begun first.` : ''}`}
      </EmptyState>
    </>
  );
}
