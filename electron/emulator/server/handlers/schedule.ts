import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { Handlers } from '../http/handler.ts';
import type { HeldRequests } from '../http/held-requests.ts';
import type { ServerPorts } from '../http/ports.ts';
import { scheduleView } from '../http/schedule-view.ts';
import type { TrafficLog } from '../http/traffic-log.ts';

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
