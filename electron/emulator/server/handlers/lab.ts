import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { AdvanceTarget } from '../../engine/clock/clock-mover.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { Handlers } from '../http/handler.ts';
import type { rules, RuleRequest } from '../../../../shared/contract/emulator/rules.ts';
import type { RuleListName } from '../../../../shared/registry/collections.ts';
import type { ItemOf } from '../../engine/resources/collection-edit.ts';
import type { RuleStore } from '../../lab/rule-store.ts';
import type { Lab } from '../../lab/lab.ts';
import type { UndoLog } from '../http/undo-log.ts';
import type { HeldRequests } from '../http/held-requests.ts';
import type { ServerPorts, Checkpoints, SandboxOperations } from '../http/ports.ts';
import { scheduleView } from '../http/lab-views.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import type { checkpoints } from '../../../../shared/contract/emulator/checkpoints.ts';
import type { SandboxRow } from '../../../../shared/contract/emulator/sandboxes.ts';
import { TEST_BUNDLE_NAME, type TestRow } from '../../../../shared/contract/emulator/tests.ts';
import { ApiError } from '../../../../shared/http/errors.ts';

/** Handlers of the emulated clock. */
export function clockHandlers({ clock }: Engine): Handlers<EmulatorContract>['clock'] {
  return {
    read: () => clock.read(),
    set: ({ body }) => clock.set(body),
    advance: ({ body: { waitSeconds, ...end } }) => clock.advance(targetOf(end), waitSeconds),
  };
}

function targetOf({ seconds, to }: { seconds?: number | undefined; to?: number | undefined }): AdvanceTarget {
  if (seconds !== undefined) return { seconds };
  return to === undefined ? undefined : { to };
}

type RuleHandlers = Handlers<typeof rules>;

/** Reads and changes the rules of the test lab: the same operations for every list. */
export function ruleHandlers({ rules: { faults, answers } }: Lab, undo: UndoLog): RuleHandlers {
  return { faults: listHandlers(faults, undo), answers: listHandlers(answers, undo) };
}

function listHandlers<Name extends RuleListName>(store: RuleStore<Name>, undo: UndoLog) {
  type Request = ItemOf<Name> & RuleRequest;
  return {
    list: () => ({ items: store.items }),
    create: async ({ body }: { body: Request | Request[] }) => {
      const items = await store.add(body);
      const [only] = items;
      return Array.isArray(body) || only === undefined ? { items } : only;
    },
    replace: ({ params, body }: { params: { id: string }; body: Request }) => store.replace(params.id, body),
    remove: async ({ params }: { params: { id: string } }) => {
      const { name, putBack } = await store.remove(params.id);
      undo.remember(`Deleted ${name}`, putBack);
    },
    removeAll: () => {
      const gone = store.items.filter(({ source }) => source === 'runtime');
      const putBack = store.keepRuntime();
      store.removeRuntime();
      if (gone.length > 0) undo.remember(`Deleted ${gone.map(({ slug }) => slug).join(', ')}`, putBack);
    },
    restart: () => store.restart(),
  };
}

/** Handlers of the requests that faults hold. */
export function heldHandlers(held: HeldRequests): Handlers<EmulatorContract>['heldRequests'] {
  return {
    list: () => ({ items: held.list() }),
    release: ({ params, body }) => held.release(params.id, body),
    releaseAll: () => ({ items: held.releaseAll() }),
  };
}

/** Handlers of the applied schedule. */
export function scheduleHandlers({
  ports,
  traffic,
}: {
  readonly ports: ServerPorts;
  readonly traffic: TrafficLog;
}): Handlers<EmulatorContract>['schedule'] {
  const view = () => scheduleView({ ...ports, traffic });
  return {
    get: view,
    apply: async ({ body }) => {
      await ports.lab.schedule.apply(body);
      return view();
    },
    remove: () => ports.lab.schedule.remove(),
  };
}

/** Handlers of the findings. */
export function findingHandlers({ findings }: Lab, undo: UndoLog): Handlers<EmulatorContract>['findings'] {
  return {
    list: () => ({ items: findings.list() }),
    clear: () => {
      const before = findings.list();
      findings.clear();
      if (before.length > 0) undo.remember('Cleared findings', () => findings.putBack(before));
    },
  };
}

/** Handlers of the coverage. */
export function coverageHandlers({ coverage }: Lab, undo: UndoLog): Handlers<EmulatorContract>['coverage'] {
  return {
    read: () => coverage.read(),
    clear: () => undo.remember('Restarted coverage', coverage.clear()),
  };
}

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
