import { VisuallyHidden } from '@mantine/core';
import { Redirect, useRoute } from 'wouter';
import { findByReference } from '../../core/data/collection.ts';
import { useRecordStore } from '../../core/data/record-store.ts';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import { DefinitionEditor, tabUrl } from './DefinitionEditor.tsx';
import { SelectedDefinition } from './SelectedDefinition.tsx';
import { usePrefetchAuthored } from '../../core/data/hangar.ts';
import { CollectionView } from '../../core/data/QueryView.tsx';
import { SearchField } from '../../core/filter/SearchField.tsx';
import { useQueryState } from '../../core/page/page.ts';
import { EmptyState } from '../../ui/text/states.tsx';
import classes from '../cards/authoring.module.css';
import { AuthoredList, matching } from './AuthoredList.tsx';
import { useNewDefinition } from './use-new-definition.tsx';

/** The page of tasks or runbooks: `/tasks`, `/tasks/new`, `/tasks/:id/:tab`. */
export function DefinitionPage<Item extends DefinitionItem>({ kind }: { kind: DefinitionKind<Item> }) {
  const [isOne, params] = useRoute(`${kind.path}/:id/:tab?`);
  const { items } = useRecordStore<Item>(kind);
  if (!isOne) return <DefinitionList kind={kind} />;
  const { id, tab = '' } = params;
  const named = findByReference(items, id);
  if (named !== undefined && named.id !== id) return <Redirect to={tabUrl(kind, named.id, tab)} replace />;
  return (
    <SelectedDefinition kind={kind} id={id}>
      {(selected) => <DefinitionEditor {...selected} kind={kind} tab={tab} />}
    </SelectedDefinition>
  );
}

/** The list of all tasks or all runbooks, with a search. */
function DefinitionList<Item extends DefinitionItem>({ kind }: { kind: DefinitionKind<Item> }) {
  const store = useRecordStore<Item>(kind);
  usePrefetchAuthored();
  const { get, set } = useQueryState();
  const add = useNewDefinition(kind);
  return (
    <>
      {/* The top bar shows the same words. */}
      <VisuallyHidden component="h1">{kind.name}</VisuallyHidden>
      <CollectionView
        collection={store}
        empty={
          <EmptyState icon={kind.icon} title={`No ${kind.noun}s yet`} action={add}>
            {kind.emptyText}
          </EmptyState>
        }
      >
        {(items) => (
          <>
            <div className={classes['search']}>
              <SearchField label={`Search ${kind.noun}s`} value={get('q')} onChange={(q) => set({ q })} />
              {add}
            </div>
            <AuthoredList
              {...{ noun: kind.noun, label: kind.name, path: kind.path }}
              items={matching(items, get('q'), textOf)}
              search={get('q')}
              onClear={() => set({ q: '' })}
              summarize={(item) => ({
                icon: kind.icon,
                title: item.name ?? item.slug,
                marks: item.isPrivate ? ['private'] : [],
                note: `${item.slug} · ${kind.note(item)}`,
              })}
            />
          </>
        )}
      </CollectionView>
    </>
  );
}

function textOf({ id, slug, name = '', description }: DefinitionItem): string {
  return [id, slug, name, description].join('\n');
}
