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
import type { ServerPorts, Checkpoints } from '../http/ports.ts';
import { scheduleView } from '../http/schedule-view.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import type { checkpoints } from '../../../../shared/contract/emulator/checkpoints.ts';

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
