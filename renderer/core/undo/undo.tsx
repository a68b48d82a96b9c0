import { notifications } from '@mantine/notifications';
import { Undo2Icon } from 'lucide-react';
import type { UndoRow } from '../../../shared/contract/emulator/undo.ts';
import { offerUndo } from '../../ui/layout/confirm.tsx';
import { notify, useAction } from '../data/action.ts';
import { useApi, useUndoList } from '../data/hangar.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { clockTime } from '../../ui/text/time.tsx';
import { useCommands } from '../commands/commands.ts';

/** Text of what undoes an entry: `Undo: Cleared traffic`, or `Redo: Reset` for what was an undoing itself. */
function undoText({ title }: UndoRow): string {
  const undone = /^Undid:? (.+)$/.exec(title)?.[1];
  return undone === undefined ? `Undo: ${title}` : `Redo: ${undone}`;
}

/** The action that undoes an entry of the server's list. */
function useUndo() {
  const api = useApi();
  return useAction(async (entry: UndoRow, onUndone?: () => void) => {
    notifications.hide(entry.id);
    await api.undo.apply({ body: { id: entry.id } });
    notify(undoText(entry).replace(/^Undo/, 'Undone').replace(/^Redo/, 'Redone'));
    onUndone?.();
  });
}

interface UndoableOptions {
  /** Sentences about the effects. */
  readonly notes?: readonly string[];
  /** Called after it was undone in the notice. */
  readonly onUndone?: () => void;
}

/** Returns a function that does something destructive, and then offers to undo it. @param done said when it cannot be undone */
export function useUndoable() {
  const api = useApi();
  const undo = useUndo();
  return async (done: string, work: () => Promise<unknown>, { notes = [], onUndone }: UndoableOptions = {}) => {
    const known = new Set((await api.undo.list()).items.map(({ id }) => id));
    await work();
    const entry = (await api.undo.list()).items.find(({ id }) => !known.has(id));
    if (entry === undefined) notify([done, ...notes].join('\n'));
    else offerUndo([entry.title, ...notes].join('\n'), () => void undo.run(entry, onUndone), entry.id);
  };
}

/** The button of the status bar that undoes the last clearing, deletion or replacement, with a command for each. */
export function UndoChip({ className }: { className: string }) {
  const { items } = useUndoList();
  const { run, busy } = useUndo();
  useCommands(
    items.map((entry) => ({
      ...{ id: `undo-${entry.id}`, title: undoText(entry), group: 'Undo', keywords: 'revert back', inMenu: false },
      note: `until ${clockTime(entry.until).slice(0, 5)}`,
      run: () => void run(entry),
    })),
  );
  const [last] = items;
  if (last === undefined) return null;
  const text = stripBidiControls(undoText(last));
  return (
    <button
      type="button"
      className={className}
      title={text}
      aria-disabled={busy}
      onClick={() => void (busy || run(last))}
    >
      <Undo2Icon size={12} />
      <span className="ellipsis">{text}</span>
    </button>
  );
}
