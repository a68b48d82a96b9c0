import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useAction } from '../action.ts';
import { AuthoringProvider } from '../authoring/authoring.ts';
import type { DefinitionWorld } from '../authoring/world.ts';
import look from '../authoring/authoring.module.css';
import { jsonOf } from '../authoring/json-path.ts';
import type { Editing } from '../authoring/use-editing.ts';
import { useCommands } from '../commands.ts';
import { DraftBar } from '../DraftBar.tsx';
import { useEntityTitle } from '../page.ts';
import { nextID } from '../record-store.ts';
import { shortcutText } from '../shortcuts.ts';
import { useNavigate } from '../url.ts';
import { offerUndo } from '../../ui/confirm.tsx';
import { useFocusFirst } from '../../ui/focus-first.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { RecordKind } from './record-kind.ts';
import classes from './records.module.css';
import { FIELDS_ID, useRecordEditor } from './use-record-editor.ts';

interface RecordEditorProps<Item extends { readonly id: string }> {
  readonly kind: RecordKind<Item>;
  /** What is saved; undefined for a new one. */
  readonly item: Item | undefined;
  readonly world: DefinitionWorld;
  /** The query of the list beside it. */
  readonly query: string;
}

/** The editor of one record: its fields on one page. */
export function RecordEditor<Item extends { readonly id: string }>(props: RecordEditorProps<Item>) {
  const { kind, item } = props;
  const editing = useRecordEditor(props);
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
        badge={kind.badgeOf?.(value)}
        meta={item === undefined ? 'not saved yet' : item.id}
        actions={<Actions {...props} editing={editing} />}
      />
      <div
        id={FIELDS_ID}
        className={classes['fields']}
        role="region"
        aria-label={`Fields of the ${kind.noun}`}
        tabIndex={0}
      >
        <form
          ref={form}
          noValidate
          autoComplete="off"
          className={classes['form']}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <kind.Fields item={item} />
          {/* Enter in a field saves; the button that does it stands in the header. */}
          <input type="submit" hidden />
        </form>
      </div>
      <DraftBar draft={draft} noun={kind.noun} />
    </AuthoringProvider>
  );
}

interface ActionsProps<Item extends { readonly id: string }> extends RecordEditorProps<Item> {
  readonly editing: Editing<Item>;
}

function Actions<Item extends { readonly id: string }>(props: ActionsProps<Item>) {
  const { kind, item, editing } = props;
  const { draft, save, saving, store } = editing;
  const { duplicate, remove } = useListActions(props);
  const verb = kind.deleting?.verb ?? 'Delete';
  const kept = kind.keptBecause?.(store.items) ?? '';
  const isSaved = item !== undefined;
  const canCopy = isSaved && kind.copied !== undefined;
  const saveIt = () => void save();
  useCommands([
    { id: 'save', title: `Save the ${kind.noun}`, group: kind.place, shortcut: 'mod+S', run: saveIt },
    { id: 'duplicate', title: `Duplicate this ${kind.noun}`, group: kind.place, when: canCopy, run: duplicate },
    { id: 'delete', title: `${verb} this ${kind.noun}`, group: kind.place, when: isSaved && kept === '', run: remove },
  ]);
  return (
    <>
      {isSaved && (
        <Button variant="outline" color="bad" onClick={remove} disabled={kept !== ''} title={kept}>
          {verb}
        </Button>
      )}
      {canCopy && <Button onClick={duplicate}>Duplicate</Button>}
      <Button variant="filled" onClick={saveIt} loading={saving} aria-label="Save" data-dirty={draft.dirty}>
        Save <kbd className={look['key']}>{shortcutText('mod+S')}</kbd>
      </Button>
    </>
  );
}

function useListActions<Item extends { readonly id: string }>({ kind, item, editing, query }: ActionsProps<Item>) {
  const { store, save } = editing;
  const navigate = useNavigate();
  const list = `${kind.path}${query}`;
  const copy = useAction(async (original: Item) => {
    const copied = Object.entries(kind.copied?.(jsonOf(original), store.items) ?? {});
    const made = await store.create(Object.fromEntries(copied.filter(([field]) => field !== 'id')));
    navigate(`${kind.path}/${made.id}${query}`);
    offerUndo(`Duplicated as ${kind.titleOf(jsonOf(made))}`, () => void unmake.run(made.id));
  });
  const unmake = useAction(async (id: string) => {
    await store.remove(id);
    navigate(list);
  });
  const restore = useAction(async (gone: Item, before: string | undefined) => {
    await store.create(jsonOf(gone), before);
    navigate(`${kind.path}/${gone.id}${query}`);
  });
  const removal = useAction(async (gone: Item) => {
    const before = nextID(store.items, gone.id);
    await store.remove(gone.id);
    navigate(list);
    // Unsaved changes stay: they are there again when it is.
    const done = kind.deleting?.done ?? 'deleted';
    offerUndo(`${kind.titleOf(jsonOf(gone))} ${done}`, () => void restore.run(gone, before));
  });
  return {
    // What one sees is what is copied: something wrong is shown instead.
    duplicate: () => void save().then((saved) => saved !== undefined && copy.run(saved)),
    remove: () => void (item !== undefined && removal.run(item)),
  };
}
