import { useApi, useTasks } from '../core/data/hangar.ts';
import type { Command } from '../core/commands/commands.ts';
import { notifyError } from '../core/data/action.ts';
import { useLiveQuery } from '../core/data/query.ts';
import { useHoldNext } from '../core/held/use-hold-next.ts';
import { useNavigate } from '../core/page/url.ts';
import { useUndoable } from '../core/undo/use-undo.ts';

/** Commands that restore a checkpoint, hold the next execution of a task, and explore; and whether all are known. */
export function useLabCommands(): { readonly commands: readonly Command[]; readonly loaded: boolean } {
  const api = useApi();
  const navigate = useNavigate();
  const undoable = useUndoable();
  const hold = useHoldNext();
  const tasks = useTasks();
  const checkpoints = useLiveQuery('palette checkpoints', async () => (await api.checkpoints.list()).items);
  const restore = (name: string) =>
    undoable(`Restored ${name}`, () => api.checkpoints.restore({ params: { name } })).catch(notifyError);
  const inPalette = { group: 'Lab', inMenu: false };
  return {
    loaded: checkpoints.error !== '' || checkpoints.data !== undefined,
    commands: [
      { ...inPalette, id: 'explore', title: 'Explore', keywords: 'faults search', run: () => navigate('/explore') },
      ...(checkpoints.data ?? [])
        .filter(({ problem }) => problem === '')
        .map(({ name }) => ({
          ...{ ...inPalette, id: `restore-${name}`, title: `Restore checkpoint ${name}` },
          run: () => void restore(name),
        })),
      ...tasks.items.map(({ id, slug, name = slug }) => ({
        ...{ ...inPalette, id: `hold-${id}`, title: `Hold the next ${name}`, keywords: slug },
        run: () => void hold.run({ operation: 'tasks/execute', task: slug }),
      })),
    ],
  };
}
