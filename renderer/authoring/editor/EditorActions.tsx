import { Button } from '@mantine/core';
import { useCommands, shortcutName, shortcutText } from '../../core/commands/commands.ts';
import { useDiscard } from '../../core/drafts/DraftBar.tsx';
import { ActionBar } from '../../ui/inputs/ActionBar.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { DeleteButton } from '../../ui/inputs/DeleteButton.tsx';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import type { Editing } from './use-editing.ts';

interface EditorActionsProps<Item> {
  readonly noun: string;
  /** The group of its commands in the palette. */
  readonly group: string;
  /** The ID of a saved definition. */
  readonly id: string | undefined;
  readonly editing: Editing<Item>;
  /** True for one that is edited elsewhere. */
  readonly isReadOnly?: boolean;
  /** Absent when it cannot run. */
  readonly onRun?: (() => void) | undefined;
  /** Absent when it cannot be duplicated. */
  readonly onDuplicate?: (() => void) | undefined;
  readonly onDelete: () => void;
  /** The label of the delete button; `Delete` by default. */
  readonly verb?: string | undefined;
  /** The reason that it may not be deleted; '' when it may. */
  readonly undeletableReason?: string;
}

const SAVE = 'mod+S';
const RUN = 'mod+Enter';

/** The state of a definition: saved or not. Always there, so that its text is announced. */
export function EditorState({ isDirty, isNew }: { readonly isDirty: boolean; readonly isNew: boolean }) {
  return (
    <span role="status" className={isDirty ? 'amber' : 'quiet'} title={isDirty ? 'Kept on this computer' : undefined}>
      {isDirty ? '● Unsaved' : !isNew && 'Saved'}
    </span>
  );
}

/** The actions of an editor, with Save last; others are in a menu. */
export function EditorActions<Item>(props: EditorActionsProps<Item>) {
  const { noun, group, id, editing, isReadOnly = false, onRun, onDuplicate, onDelete } = props;
  const { verb = 'Delete', undeletableReason = '' } = props;
  const { draft, save, saving } = editing;
  const saveIt = () => void save();
  const isNew = id === undefined;
  const [mayRun, mayCopy] = [onRun !== undefined, !isNew && onDuplicate !== undefined];
  const mayDelete = !isNew && !isReadOnly && undeletableReason === '';
  useCommands([
    { id: 'save', title: `Save the ${noun}`, group, shortcut: SAVE, when: !isReadOnly, run: saveIt },
    { id: 'run-this', title: `Run this ${noun}…`, group, shortcut: RUN, when: mayRun, run: () => onRun?.() },
    { id: 'duplicate', title: `Duplicate this ${noun}`, group, when: mayCopy, run: () => onDuplicate?.() },
    { id: 'delete', title: `${verb} this ${noun}`, group, when: mayDelete, run: onDelete },
  ]);
  const discard = useDiscard(draft);
  return (
    <ActionBar
      menu={
        isNew ? undefined : (
          <>
            {mayCopy && <Button onClick={onDuplicate}>Duplicate</Button>}
            <CopyButton size="sm" value={id} label="Copy ID" />
            <CopyButton size="sm" value={() => JSON.stringify(editing.value, null, 2)} label="Copy as JSON" />
            {!isReadOnly && (
              <DeleteButton onClick={onDelete} disabled={undeletableReason !== ''} title={undeletableReason}>
                {verb}
              </DeleteButton>
            )}
          </>
        )
      }
    >
      {draft.dirty && !draft.conflict && (
        <Button variant="subtle" onClick={discard}>
          Discard
        </Button>
      )}
      {!isNew && mayRun && <Button onClick={onRun}>Run…</Button>}
      {!isReadOnly && (
        <Button
          // The one primary button, while there is something to save.
          variant={isNew || draft.dirty ? 'filled' : 'default'}
          onClick={saveIt}
          loading={saving}
          data-dirty={draft.dirty}
          aria-keyshortcuts={shortcutName(SAVE)}
        >
          Save <KeyCap>{shortcutText(SAVE)}</KeyCap>
        </Button>
      )}
    </ActionBar>
  );
}
