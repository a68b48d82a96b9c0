import { useAction } from '../../core/data/action.ts';
import { useApi } from '../../core/data/hangar.ts';
import { useUndoable } from '../../core/undo/undo.tsx';

/** The action that deletes the state, which can be undone; with `rereads`, also reloads the workspace file. */
export function useReset() {
  const api = useApi();
  const undoable = useUndoable();
  return useAction((rereads: boolean) =>
    undoable('State reset', () => api.reset({ body: { workspace: rereads, examples: false } })),
  );
}
