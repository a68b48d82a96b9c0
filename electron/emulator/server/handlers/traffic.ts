import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import { inSlicesIfLong } from '../../slices/slices.ts';
import type { Handlers } from '../http/handler.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import type { TrafficSender } from '../http/traffic-sender.ts';

/** Dependencies of the handlers of traffic. */
interface TrafficContext {
  readonly traffic: TrafficLog;
  readonly sender: TrafficSender;
}

/** Handlers of the traffic log. */
export function trafficHandlers({ traffic, sender }: TrafficContext): Handlers<EmulatorContract>['traffic'] {
  return {
    list: ({ query }, { isClientConnected }) => inSlicesIfLong(traffic.list(query), isClientConnected),
    get: ({ params }) => traffic.read(traffic.find(params.id)),
    clear: () => {
      traffic.clear();
      return {};
    },
    send: ({ params, body }) => sender.send(traffic.find(params.id), body),
  };
}
