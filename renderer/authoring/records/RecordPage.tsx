import { Button } from '@mantine/core';
import { Link, useRoute } from 'wouter';
import { AuthoredList, type RowSummary } from '../editor/AuthoredList.tsx';
import { SelectedDefinition } from '../editor/SelectedDefinition.tsx';
import { draftKey } from '../editor/use-saving.ts';
import { useCommands } from '../../core/commands.ts';
import { useDraftKeys } from '../../core/drafts.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { usePrefetchAuthored } from '../../core/hangar.ts';
import { useRecordStore } from '../../core/record-store.ts';
import { SearchField } from '../../core/SearchField.tsx';
import { useNavigate, useQueryState } from '../../core/url.ts';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { RecordKind } from './record-kind.ts';
import { RecordEditor } from './RecordEditor.tsx';

/** The page of a kind of record, list beside editor: `/resources`, `/resources/new`, `/resources/:id`. */
export function RecordPage<Item extends { readonly id: string }>({ kind }: { kind: RecordKind<Item> }) {
  const [, params] = useRoute(`${kind.path}/:id`);
  const store = useRecordStore<Item>(kind);
  usePrefetchAuthored();
  const navigate = useNavigate();
  const { get, set, query } = useQueryState();
  const isBegun = useDraftKeys().has(draftKey(kind.noun, undefined));
  const newPath = `${kind.path}/new${query}`;
  const plural = `${kind.noun}s`;
  useCommands([
    { id: 'new', title: `New ${kind.noun}`, group: kind.name, shortcut: 'N', run: () => navigate(newPath) },
  ]);
  return (
    <ListDetail
      name={plural}
      heading={kind.name}
      path={`${kind.path}${query}`}
      filters={
        <>
          {kind.Introduction !== undefined && <kind.Introduction />}
          <SearchField label={`Search ${plural}`} value={get('text')} onChange={(text) => set({ text })} />
          <Button component={Link} href={newPath}>
            {isBegun ? `New ${kind.noun} (unsaved)` : `New ${kind.noun}`}
          </Button>
        </>
      }
      list={
        <CollectionView collection={store} empty={<EmptyState title={`No ${plural} yet`}>{kind.emptyText}</EmptyState>}>
          {(items) => (
            <AuthoredList
              {...{ noun: kind.noun, label: plural, path: kind.path, items, query }}
              search={get('text')}
              searchText={(item) => searchTextOf(item.id, kind.summarize(item))}
              searchHint="Search by any text of its row, or its ID."
              summarize={kind.summarize}
              selected={params?.id ?? ''}
            />
          )}
        </CollectionView>
      }
      detail={
        params !== null && (
          <SelectedDefinition kind={kind} id={params.id}>
            {(selected) => <RecordEditor {...selected} kind={kind} query={query} />}
          </SelectedDefinition>
        )
      }
      placeholder={
        (!store.loaded || store.items.length > 0) && (
          <EmptyState title={`Select ${article(kind.noun)} ${kind.noun}`}>{kind.placeholderText}</EmptyState>
        )
      }
    />
  );
}

function searchTextOf(id: string, { title, note, marks }: RowSummary): string {
  return [id, title, note, ...marks].join('\n');
}

function article(noun: string): string {
  return /^[aeio]/i.test(noun) ? 'an' : 'a';
}
