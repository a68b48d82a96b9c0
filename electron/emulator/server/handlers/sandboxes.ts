import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { SandboxRow } from '../../../../shared/contract/emulator/sandboxes.ts';
import type { Handlers } from '../http/handler.ts';
import type { SandboxOperations } from '../http/ports.ts';

/** Handlers of the sandboxes. */
export function sandboxHandlers(sandboxes: SandboxOperations): Handlers<EmulatorContract>['sandboxes'] {
  return {
    list: (_, { base }) => ({ items: sandboxes.list().map((row) => atHost(base, row)) }),
    create: async ({ body }, { base }) => atHost(base, (await sandboxes.create(body)).row),
    remove: ({ params }) => sandboxes.remove(params.id),
  };
}

/** The row with the client's host name for the parent, such as the name of a container. */
function atHost(base: string, row: SandboxRow): SandboxRow {
  const port = /:\d+$/.exec(row.url)?.[0] ?? '';
  return { ...row, url: base.replace(/:\d*$/, '') + port };
}
