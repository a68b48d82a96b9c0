import { Button, Group } from '@mantine/core';
import { Link, useRoute } from 'wouter';
import { useStore } from 'zustand';
import { useInfo } from '../data.ts';
import { useHangar } from '../hangar.ts';
import { useNavigate } from '../url.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { useDefinitionWorld } from './definition-checks.ts';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import { DefinitionEditor } from './DefinitionEditor.tsx';
import { DefinitionList } from './DefinitionList.tsx';
import { draftKey } from './use-definition-editor.ts';

/** A place where things of one kind are authored: `/tasks`, `/tasks/new`, `/tasks/:id/:tab`. */
export function DefinitionPlace<Item extends DefinitionItem>({ kind }: { kind: DefinitionKind<Item> }) {
  const [isOne, params] = useRoute(`${kind.path}/:id/:tab?`);
  const { items, loaded, error } = kind.useStore();
  const world = useDefinitionWorld();
  if (!isOne) return <DefinitionList kind={kind} />;
  const { id, tab = '' } = params;
  if (!loaded || world === undefined) {
    return (
      <>
        <PageHeader title={kind.name} />
        {error === '' ? <LoadingState /> : <ErrorState message={error} />}
      </>
    );
  }
  const item = items.find((each) => each.id === id) ?? items.find((each) => each.slug === id);
  if (item === undefined && id !== 'new') return <Missing kind={kind} id={id} />;
  return <DefinitionEditor key={item?.id ?? 'new'} kind={kind} item={item} world={world} tab={tab} />;
}

/** Something that is not there, or no more: unsaved changes to it are kept. */
function Missing<Item extends DefinitionItem>({ kind, id }: { kind: DefinitionKind<Item>; id: string }) {
  const { drafts } = useHangar();
  const navigate = useNavigate();
  const place = useInfo()?.workspace ?? '';
  const keyOf = (of: string | undefined) => `${place}|${draftKey(kind.noun, of)}`;
  const kept = useStore(drafts.store, (state) => state.drafts[keyOf(id)]);
  const hasNew = useStore(drafts.store, (state) => state.drafts[keyOf(undefined)] !== undefined);
  const recover = () => {
    if (kept === undefined) return;
    drafts.write(keyOf(undefined), kind.blank, kept.value);
    drafts.drop(keyOf(id));
    navigate(`${kind.path}/new`);
  };
  return (
    <>
      <PageHeader title={`No such ${kind.noun}`} />
      <EmptyState
        title={`This ${kind.noun} does not exist`}
        action={
          kept === undefined ? (
            <Link href={kind.path}>All {kind.noun}s</Link>
          ) : (
            <Group>
              <Button onClick={recover} disabled={hasNew}>
                Go on with my changes as a new {kind.noun}
              </Button>
              <Button onClick={() => drafts.drop(keyOf(id))}>Discard my changes</Button>
            </Group>
          )
        }
      >
        {kept === undefined
          ? 'It may have been deleted.'
          : `It was deleted elsewhere while you edited it. Your changes are kept.${hasNew ? ` Save or discard the new ${kind.noun} that you have begun first.` : ''}`}
      </EmptyState>
    </>
  );
}
