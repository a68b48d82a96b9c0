import { Button } from '@mantine/core';
import { Link, useRoute } from 'wouter';
import { AuthoredList, idOf, matching, type RowSummary } from '../editor/AuthoredList.tsx';
import { SelectedDefinition } from '../editor/SelectedDefinition.tsx';
import { useNewDefinition } from '../editor/use-new-definition.ts';
import { CollectionView } from '../../core/data/QueryView.tsx';
import { usePrefetchAuthored } from '../../core/data/hangar.ts';
import { useRecordStore } from '../../core/data/record-store.ts';
import { SearchField } from '../../core/filter/SearchField.tsx';
import { useQueryState, usePreviewed } from '../../core/page/page.ts';
import { DocsLink } from '../../ui/text/links.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import type { RecordKind } from './record-kind.ts';
import { RecordEditor } from './RecordEditor.tsx';

/** The page of a kind of record, list beside editor: `/resources`, `/resources/new`, `/resources/:id`. */
export function RecordPage<Item extends { readonly id: string }>({ kind }: { kind: RecordKind<Item> }) {
  const [, params] = useRoute(`${kind.path}/:id`);
  const store = useRecordStore<Item>(kind);
  usePrefetchAuthored();
  const { get, set, query } = useQueryState();
  const { href, label } = useNewDefinition(kind, query);
  const plural = `${kind.noun}s`;
  const chosen = params?.id ?? '';
  const items = matching(store.items, get('text'), (item) => searchTextOf(item.id, kind.summarize(item)));
  const previewed = usePreviewed(items.length === 0 ? store.items : items, chosen, idOf);
  const shown = chosen === '' ? previewed?.id : chosen;
  const editor = shown !== undefined && (
    <SelectedDefinition kind={kind} id={shown}>
      {(selected) => <RecordEditor {...selected} kind={kind} query={query} />}
    </SelectedDefinition>
  );
  return (
    <ListDetail
      name={plural}
      heading={kind.name}
      path={`${kind.path}${query}`}
      filters={
        <>
          {kind.Introduction !== undefined && <kind.Introduction />}
          <SearchField label={`Search ${plural}`} value={get('text')} onChange={(text) => set({ text })} />
          <Button component={Link} href={href}>
            {label}
          </Button>
        </>
      }
      list={
        <CollectionView collection={store} empty={null}>
          {() => (
            <AuthoredList
              {...{ noun: kind.noun, label: plural, path: kind.path, items, query }}
              search={get('text')}
              searchHint="Search by any text of its row, or its ID."
              summarize={kind.summarize}
              selected={shown ?? ''}
            />
          )}
        </CollectionView>
      }
      detail={params !== null && editor}
      empty={
        store.loaded &&
        store.items.length === 0 && (
          <EmptyState title={`No ${plural} yet`}>
            {kind.emptyText} <DocsLink href="/docs/workspace-file.html#example">Example</DocsLink>
          </EmptyState>
        )
      }
      preview={editor}
    />
  );
}

function searchTextOf(id: string, { title, note, marks }: RowSummary): string {
  return [id, title, note, ...marks].join('\n');
}
