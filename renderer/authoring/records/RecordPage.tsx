import { Button } from '@mantine/core';
import { Link, useRoute } from 'wouter';
import { AuthoredList, matching, type RowSummary } from '../editor/AuthoredList.tsx';
import { SelectedDefinition } from '../editor/SelectedDefinition.tsx';
import { draftKey } from '../editor/use-saving.ts';
import { useCommands } from '../../core/commands.ts';
import { useDraftKeys } from '../../core/drafts.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { usePrefetchAuthored } from '../../core/hangar.ts';
import { useRecordStore } from '../../core/record-store.ts';
import { SearchField } from '../../core/SearchField.tsx';
import { useNavigate, useQueryState } from '../../core/url.ts';
import { usePreviewed } from '../../core/use-previewed.ts';
import { DocsLink } from '../../ui/DocsLink.tsx';
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
  const chosen = params?.id ?? '';
  const items = matching(store.items, get('text'), (item) => searchTextOf(item.id, kind.summarize(item)));
  const previewed = usePreviewed(items.length === 0 ? store.items : items, chosen, idOf);
  const shown = chosen === '' ? previewed?.id : chosen;
  const editor = shown !== undefined && (
    <SelectedDefinition kind={kind} id={shown}>
      {(selected) => <RecordEditor {...selected} kind={kind} query={query} />}
    </SelectedDefinition>
  );
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

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function searchTextOf(id: string, { title, note, marks }: RowSummary): string {
  return [id, title, note, ...marks].join('\n');
}
