import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { SandboxRow } from '../../../../shared/contract/emulator/sandboxes.ts';
import { TEST_BUNDLE_NAME, type TestRow } from '../../../../shared/contract/emulator/tests.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { Handlers } from '../http/handler.ts';
import type { SandboxOperations } from '../http/ports.ts';
import type { UndoLog } from '../http/undo-log.ts';

type Names = 'sandboxes' | 'tests';

/** Handlers of the sandboxes, and of the tests that they are for. */
export function sandboxHandlers(sandboxes: SandboxOperations, undo: UndoLog): Pick<Handlers<EmulatorContract>, Names> {
  return {
    sandboxes: {
      list: (_, { base }) => ({ items: sandboxes.list().map((row) => atHost(base, row)) }),
      create: async ({ body }, { base }) => atHost(base, (await sandboxes.create(body)).row),
      remove: ({ params }) => sandboxes.remove(params.id),
      outcome: ({ params, body }, { base }) => {
        const isOther = sandboxes.list().some(({ id, test }) => id === params.id && test === undefined);
        if (isOther) throw new ApiError('conflict', NO_TEST);
        return atHost(base, sandboxes.tests.tell(params.id, body));
      },
    },
    tests: testHandlers(sandboxes, undo),
  };
}

const NO_TEST = 'This sandbox is for no test: give "test" when it is made, {"test":{"name":"…"}}.';

function testHandlers({ tests }: SandboxOperations, undo: UndoLog): Handlers<EmulatorContract>['tests'] {
  return {
    list: (_, { base }) => ({ items: tests.list().map((row) => atHost(base, row)) }),
    get: async ({ params }, { base }) => {
      const { row, view } = await tests.detail(params.id);
      return { row: atHost(base, row), view };
    },
    bundle: async ({ params }) => ({
      ...{ type: 'application/gzip', name: TEST_BUNDLE_NAME },
      bytes: await tests.bundle(params.id),
    }),
    clear: () => {
      const putBack = tests.forget();
      if (putBack !== undefined) undo.remember('Forgot ended tests', putBack);
    },
  };
}

/** The row with the client's host name for the parent, such as the name of a container; "" for an emulator that has ended. */
function atHost<Row extends SandboxRow | TestRow>(base: string, row: Row): Row {
  const port = /:\d+$/.exec(row.url)?.[0];
  return port === undefined ? row : { ...row, url: base.replace(/:\d*$/, '') + port };
}
