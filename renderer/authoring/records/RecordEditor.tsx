import { Form } from '../../ui/inputs/Form.tsx';
import { useRef } from 'react';
import { AuthoringProvider } from '../context/authoring.ts';
import { EditorActions, EditorState } from '../editor/EditorActions.tsx';
import { type Editing, type EditingOptions, useEditing } from '../editor/use-editing.ts';
import { focusProblem, useFocusFirst } from '../../ui/focus/move-focus.ts';
import { useItemActions } from '../editor/use-item-actions.ts';
import { DraftBar } from '../../core/drafts/DraftBar.tsx';
import { useEntityTitle } from '../../core/page/page.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import type { RecordKind } from './record-kind.ts';
import classes from './records.module.css';

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
export function RecordEditor<Item extends { readonly id: string }>(props: RecordEditorProps<Item>) {
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
