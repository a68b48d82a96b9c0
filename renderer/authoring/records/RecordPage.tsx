import { Button } from '@mantine/core';
import { Link, useRoute } from 'wouter';
import { useWorkspaceDefinitions } from '../context/workspace-definitions.ts';
import { AuthoredList, type RowSummary } from '../editor/AuthoredList.tsx';
import { MissingDefinition } from '../editor/MissingDefinition.tsx';
import { useEditorKey } from '../editor/use-editor-key.ts';
import { draftKey } from '../editor/use-saving.ts';
import { useCommands } from '../../core/commands.ts';
import { useDraftKeys } from '../../core/drafts.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { SearchField } from '../../core/SearchField.tsx';
import { useNavigate, useQueryState } from '../../core/url.ts';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import type { RecordKind } from './record-kind.ts';
import { RecordEditor } from './RecordEditor.tsx';

/** The page of a kind of record, list beside editor: `/resources`, `/resources/new`, `/resources/:id`. */
export function RecordPage<Item extends { readonly id: string }>({ kind }: { kind: RecordKind<Item> }) {
  const [, params] = useRoute(`${kind.path}/:id`);
  const store = kind.useStore();
  const navigate = useNavigate();
  const { get, set, search } = useQueryState();
  const isBegun = useDraftKeys().has(draftKey(kind.noun, undefined));
  const query = search === '' ? '' : `?${search}`;
  const newPath = `${kind.path}/new${query}`;
  useCommands([
    { id: 'new', title: `New ${kind.noun}`, group: kind.pageTitle, shortcut: 'N', run: () => navigate(newPath) },
  ]);
  return (
    <ListDetail
      name={kind.plural}
      heading={kind.pageTitle}
      path={`${kind.path}${query}`}
      filters={
        <>
          <SearchField label={`Search ${kind.plural}`} value={get('text')} onChange={(text) => set({ text })} />
          <Button component={Link} href={newPath}>
            {isBegun ? `New ${kind.noun} (unsaved)` : `New ${kind.noun}`}
          </Button>
        </>
      }
      list={
        <CollectionView
          collection={store}
          empty={<EmptyState title={`No ${kind.plural} yet`}>{kind.emptyText}</EmptyState>}
        >
          {(items) => (
            <AuthoredList
              {...{ noun: kind.noun, label: kind.plural, path: kind.path, items, query }}
              search={get('text')}
              searchText={(item) => searchTextOf(item.id, kind.summarize(item))}
              searchHint="Search by any text of its row, or its ID."
              summarize={kind.summarize}
              selected={params?.id ?? ''}
            />
          )}
        </CollectionView>
      }
      detail={params === null ? undefined : <SelectedRecord kind={kind} id={params.id} query={query} />}
      placeholder={
        (!store.loaded || store.items.length > 0) && (
          <EmptyState title={`Choose ${article(kind.noun)} ${kind.noun}`}>{kind.placeholderText}</EmptyState>
        )
      }
    />
  );
}

interface SelectedRecordProps<Item extends { readonly id: string }> {
  readonly kind: RecordKind<Item>;
  readonly id: string;
  readonly query: string;
}

function SelectedRecord<Item extends { readonly id: string }>({ kind, id, query }: SelectedRecordProps<Item>) {
  const { items, loaded, error } = kind.useStore();
  const definitions = useWorkspaceDefinitions();
  const editor = useEditorKey(id);
  if (!loaded || definitions === undefined) {
    return (
      <>
        <PageHeader title={kind.pageTitle} />
        {error === '' ? <LoadingState /> : <ErrorState message={error} />}
      </>
    );
  }
  const item = items.find((each) => each.id === id);
  if (item === undefined && id !== 'new') return <MissingDefinition {...kind} id={id} />;
  return <RecordEditor key={editor.key} {...{ kind, item, definitions, query }} onCreated={editor.onCreated} />;
}

function searchTextOf(id: string, { title, note, marks }: RowSummary): string {
  return [id, title, note, ...marks].join('\n');
}

function article(noun: string): string {
  return /^[aeio]/i.test(noun) ? 'an' : 'a';
}
