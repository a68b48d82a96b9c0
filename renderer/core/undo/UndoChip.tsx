import { Undo2Icon } from 'lucide-react';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';
import { clockTime } from '../../ui/text/time.ts';
import { useCommands } from '../commands/commands.ts';
import { useUndoList } from '../data/hangar.ts';
import { undoText, useUndo } from './use-undo.ts';

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
