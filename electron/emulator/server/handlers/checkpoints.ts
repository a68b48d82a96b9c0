import type { checkpoints } from '../../../../shared/contract/emulator/checkpoints.ts';
import type { Handlers } from '../http/handler.ts';
import type { UndoLog } from '../http/undo-log.ts';
import type { Checkpoints } from '../http/checkpoint-ports.ts';

/** Means to undo changes of the whole state. */
export interface Undoing {
  readonly undo: UndoLog;
  /** Captures the parts that a checkpoint does not have; returns a function that puts them back. */
  readonly others: () => () => Promise<void>;
}

/** Saves, lists, restores and compares checkpoints. */
export function checkpointHandlers(port: Checkpoints, { undo, others }: Undoing): Handlers<typeof checkpoints> {
  return {
    list: () => ({ items: port.list() }),
    save: ({ body }) => port.save(body),
    get: ({ params }) => port.get(params.name),
    remove: ({ params }) => port.remove(params.name),
    restore: ({ params: { name } }) => {
      port.get(name);
      return undo.checkpointed(`Restored ${name}`, others, () => port.restore(name));
    },
    diff: ({ params, query }) => port.diff(params.name, query.to),
  };
}
