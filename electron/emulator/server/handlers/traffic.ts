import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import { inSlicesIfLong, Slices } from '../../slices/slices.ts';
import { refusalOf } from '../evidence/refusal.ts';
import { openHar } from '../evidence/har.ts';
import type { Handlers } from '../http/handler.ts';
import type { PersistedTraffic } from '../http/persisted-traffic.ts';
import type { ServerPorts } from '../http/ports.ts';
import { requestMatcher } from '../http/request-search.ts';
import { trafficCall } from '../http/traffic-call.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import type { UndoLog } from '../http/undo-log.ts';
import { trafficID, type LoggedExchange } from '../http/logged-exchange.ts';
import type { TrafficSender } from '../http/traffic-sender.ts';
import { JsonPieces } from '../request/json-text.ts';

/** Dependencies of the handlers of traffic. */
interface TrafficContext {
  readonly ports: ServerPorts;
  readonly traffic: TrafficLog;
  readonly kept: PersistedTraffic;
  readonly sender: TrafficSender;
  readonly undo: UndoLog;
}

/** Handlers of the traffic log. */
export function trafficHandlers({
  ports,
  traffic,
  kept,
  sender,
  undo,
}: TrafficContext): Handlers<EmulatorContract>['traffic'] {
  return {
    list: ({ query }, { isClientConnected }) => {
      const matches = requestMatcher(query.q, { ...ports, traffic });
      return kept.whenReady(() => inSlicesIfLong(traffic.list(query, matches), isClientConnected));
    },
    har: async ({ query }, { setHeader, isClientConnected }) => {
      const pieces = await openHar({ ports, traffic, kept, selection: query }, new Slices(isClientConnected));
      setHeader('Content-Disposition', 'attachment; filename="hangar-traffic.har"');
      return new JsonPieces(pieces);
    },
    get: ({ params }) =>
      kept.whenReady(() => {
        const logged = traffic.find(params.id);
        const entry = traffic.read(logged);
        const isWhole = !entry.request.truncated && logged.request.part === entry.request.body;
        const workspace = ports.workspace.current();
        const faults = ports.lab.rules.faults.items;
        const refusal = refusalOf({ ...entry, facts: traffic.facts(logged), isWhole, workspace, faults });
        return { ...entry, call: trafficCall(traffic, logged), refusal };
      }),
    clear: () =>
      kept.whenReady(async () => {
        const before = traffic.logged();
        await kept.clear();
        if (before.length > 0) undo.remember('Cleared traffic', () => putBack({ ports, traffic, kept }, before));
      }),
    send: ({ params, body }) => kept.whenReady(() => sender.send(traffic.find(params.id), body)),
  };
}

/** Puts requests back before those that came since. */
export async function putBack(
  { ports, traffic, kept }: Pick<TrafficContext, 'ports' | 'traffic' | 'kept'>,
  before: readonly LoggedExchange[],
): Promise<void> {
  const known = new Set(before.map(trafficID));
  await kept.replace([...before, ...traffic.logged().filter((logged) => !known.has(trafficID(logged)))]);
  // The log was cleared and filled; readers load it again.
  ports.emit({ type: 'reset' });
}
