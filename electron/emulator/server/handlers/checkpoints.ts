import type { checkpoints } from '../../../../shared/contract/emulator/checkpoints.ts';
import type { Handlers } from '../http/handler.ts';
import type { Checkpoints } from '../http/checkpoint-ports.ts';

/** Saves, lists, restores and compares checkpoints. */
export function checkpointHandlers(port: Checkpoints): Handlers<typeof checkpoints> {
  return {
    list: () => ({ items: port.list() }),
    save: ({ body }) => port.save(body),
    get: ({ params }) => port.get(params.name),
    remove: ({ params }) => port.remove(params.name),
    restore: ({ params }) => port.restore(params.name),
    diff: ({ params, query }) => port.diff(params.name, query.to),
  };
}
