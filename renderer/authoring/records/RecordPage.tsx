import { useRoute } from 'wouter';
import { useRef, type ComponentType, type ReactNode } from 'react';
import { AuthoredList, idOf, matching, type RowSummary } from '../editor/AuthoredList.tsx';
import { SelectedDefinition } from '../editor/SelectedDefinition.tsx';
import { useNewDefinition } from '../editor/use-new-definition.tsx';
import { CollectionView } from '../../core/data/QueryView.tsx';
import { usePrefetchAuthored } from '../../core/data/hangar.ts';
import { useRecordStore } from '../../core/data/record-store.ts';
import { SearchField } from '../../core/filter/SearchField.tsx';
import { useQueryState, usePreviewed, useEntityTitle } from '../../core/page/page.ts';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { Form } from '../../ui/inputs/Form.tsx';
import { AuthoringProvider } from '../context/authoring.ts';
import { EditorActions, EditorState } from '../editor/EditorActions.tsx';
import { type Editing, type EditingOptions, useEditing, type EditedKind } from '../editor/use-editing.ts';
import { focusProblem, useFocusFirst } from '../../ui/focus/move-focus.ts';
import { useItemActions } from '../editor/use-item-actions.ts';
import { DraftBar } from '../../core/drafts/DraftBar.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import classes from './records.module.css';
import type { JsonObject } from '../../../shared/values/json.ts';

/** The page of a kind of record, list beside editor: `/resources`, `/resources/new`, `/resources/:id`. */
export function RecordPage<Item extends { readonly id: string }>({ kind }: { kind: RecordKind<Item> }) {
  const [, params] = useRoute(`${kind.path}/:id`);
  const store = useRecordStore<Item>(kind);
  const isEmpty = store.loaded && store.items.length === 0;
  usePrefetchAuthored();
  const { get, set, query } = useQueryState();
  const add = useNewDefinition(kind, { isPrimary: isEmpty, query });
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
        (!isEmpty || kind.Introduction !== undefined) && (
          <>
            {kind.Introduction !== undefined && <kind.Introduction />}
            <SearchField label={`Search ${plural}`} value={get('text')} onChange={(text) => set({ text })} />
            {add}
          </>
        )
      }
      list={
        <CollectionView collection={store} empty={null}>
          {() => (
            <AuthoredList
              {...kind}
              {...{ label: plural, items, query, search: get('text'), selected: shown ?? '' }}
              onClear={() => set({ text: '' })}
            />
          )}
        </CollectionView>
      }
      detail={params !== null && editor}
      empty={
        isEmpty && (
          <EmptyState
            icon={kind.icon}
            title={`No ${plural} yet`}
            action={params === null && kind.Introduction === undefined && add}
          >
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

interface RecordEditorProps<Item extends { readonly id: string }> extends Pick<
  EditingOptions<Item>,
  'item' | 'onCreated'
> {
  readonly kind: RecordKind<Item>;
  /** The query of the list beside it. */
  readonly query: string;
}

/** The ID of the element with the fields, to find the first problem there. */
const FIELDS_ID = 'record-fields';

/** The editor of one record: its fields on one page. */
function RecordEditor<Item extends { readonly id: string }>(props: RecordEditorProps<Item>) {
  const { kind, item, query } = props;
  const editing = useEditing({
    ...props,
    hrefOf: (id) => `${kind.path}/${id}${query}`,
    onProblems: () => focusProblem(`#${FIELDS_ID} [aria-invalid="true"]`),
  });
  const { draft, authoring, value, save } = editing;
  const given = kind.titleOf(value);
  const title = given === '' ? `New ${kind.noun}` : given;
  useEntityTitle(title);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirst(form, { wanted: item === undefined });
  return (
    <AuthoringProvider value={authoring}>
      <PageHeader
        title={title}
        badge={
          <>
            {kind.badgeOf?.(value)}
            <EditorState isDirty={draft.dirty} isNew={item === undefined} />
          </>
        }
        actions={<Actions {...props} editing={editing} />}
      />
      <ScrollRegion id={FIELDS_ID} label={`Fields of the ${kind.noun}`} titled>
        <Form ref={form} autoComplete="off" className={classes['form']} onSubmit={save}>
          <kind.Fields item={item} />
          {/* Enter in a field saves, though the button is in the header. */}
          <input type="submit" hidden />
        </Form>
      </ScrollRegion>
      {draft.conflict && <DraftBar draft={draft} noun={kind.noun} />}
    </AuthoringProvider>
  );
}

interface ActionsProps<Item extends { readonly id: string }> extends RecordEditorProps<Item> {
  readonly editing: Editing<Item>;
}

function Actions<Item extends { readonly id: string }>({ kind, item, editing, query }: ActionsProps<Item>) {
  const actions = useItemActions({ kind, item, editing, query });
  return (
    <EditorActions
      {...actions}
      verb={kind.deleteVerb}
      undeletableReason={kind.undeletableReason?.(editing.store.items) ?? ''}
    />
  );
}

/** The description of a kind of record for the shared list and editor. */
export interface RecordKind<Item extends { readonly id: string }> extends EditedKind<Item> {
  readonly summarize: (item: Item) => RowSummary;
  readonly badgeOf?: (value: JsonObject) => ReactNode;
  /** The reason that no record may be deleted; '' when they may. */
  readonly undeletableReason?: (items: readonly Item[]) => string;
  readonly Fields: ComponentType<{ readonly item: Item | undefined }>;
  /** Shown above the list. */
  readonly Introduction?: ComponentType;
}
