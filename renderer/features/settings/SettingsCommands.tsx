import { useStore } from 'zustand';
import { useCommands } from '../../core/commands/commands.ts';
import { routes } from '../../core/data/routes.ts';
import { isAt, useNavigate } from '../../core/page/page.ts';
import { lazyComponent } from '../../ui/deferred-code.ts';
import { closeSaveDialog, openSaveDialog, saveDialog } from './checkpoints/save-dialog-store.ts';
import { useAction } from '../../core/data/action.ts';
import { useApi } from '../../core/data/hangar.ts';
import { useUndoable } from '../../core/undo/undo.tsx';

const SaveDialog = lazyComponent(() => import('./checkpoints/SaveDialog.tsx').then((file) => file.SaveDialog));

/** Commands of the settings and of authoring for every page, and the dialog of one of them. */
export function SettingsCommands() {
  const isSaving = useStore(saveDialog, ({ isOpen }) => isOpen);
  const navigate = useNavigate();
  const { run: reset } = useReset();
  useCommands([
    {
      ...{ id: 'new-task', title: 'New task', group: 'File', keywords: 'create add' },
      // On the page itself, the list has the command.
      when: !isAt('/tasks'),
      run: () => navigate('/tasks/new'),
    },
    {
      ...{ id: 'save-checkpoint', title: 'Save checkpoint', group: 'Settings', keywords: 'snapshot state' },
      run: openSaveDialog,
    },
    { id: 'reset', title: 'Reset', group: 'Settings', keywords: 'state delete', run: () => void reset(false) },
    {
      ...{ id: 'export', title: 'Export', group: 'Settings', keywords: 'download file state' },
      run: () => download(`${routes.export.path}?state=true`, 'hangar-export.json'),
    },
    {
      ...{ id: 'export-bundle', title: 'Export bundle', group: 'Settings', keywords: 'download failure evidence' },
      run: () => download(routes.bundle.path),
    },
  ]);
  return isSaving && <SaveDialog onClose={closeSaveDialog} />;
}

/** Downloads a file. @param name name of the saved file; by default that of the answer */
function download(path: string, name = ''): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = name;
  link.click();
}

/** The action that deletes the state, which can be undone; with `rereads`, also reloads the workspace file. */
export function useReset() {
  const api = useApi();
  const undoable = useUndoable();
  return useAction((rereads: boolean) =>
    undoable('State reset', () => api.reset({ body: { workspace: rereads, examples: false } })),
  );
}
