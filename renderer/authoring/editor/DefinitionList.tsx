import { Button, VisuallyHidden } from '@mantine/core';
import { BlocksIcon, BookOpenIcon } from 'lucide-react';
import { Link } from 'wouter';
import { usePrefetchAuthored } from '../../core/hangar.ts';
import { useRecordStore } from '../../core/record-store.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { SearchField } from '../../core/SearchField.tsx';
import { useQueryState } from '../../core/url.ts';
import { EmptyState } from '../../ui/states.tsx';
import classes from '../cards/authoring.module.css';
import { AuthoredList, matching } from './AuthoredList.tsx';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import { useNewDefinition } from './use-new-definition.ts';

/** The list of all tasks or all runbooks, with a search. */
export function DefinitionList<Item extends DefinitionItem>({ kind }: { kind: DefinitionKind<Item> }) {
  const store = useRecordStore<Item>(kind);
  usePrefetchAuthored();
  const { get, set } = useQueryState();
  const { href, label } = useNewDefinition(kind);
  const add = (
    <Button variant="filled" component={Link} href={href}>
      {label}
    </Button>
  );
  return (
    <>
      {/* The top bar shows the same words. */}
      <VisuallyHidden component="h1">{kind.name}</VisuallyHidden>
      <CollectionView
        collection={store}
        empty={
          <EmptyState title={`No ${kind.noun}s yet`} action={add}>
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
              searchHint="Search by name, slug, ID or description."
              summarize={(item) => ({
                icon: kind.noun === 'task' ? BlocksIcon : BookOpenIcon,
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
