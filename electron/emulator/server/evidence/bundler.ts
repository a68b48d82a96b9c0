import type { Finding } from '../../../../shared/contract/emulator/findings.ts';
import { Slices } from '../../slices/slices.ts';
import type { PersistedTraffic } from '../http/persisted-traffic.ts';
import type { ServerPorts } from '../http/ports.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import { JsonPieces } from '../request/json-text.ts';
import { prepareBundle } from './bundle.ts';

/** Prepares a bundle unless it is cancelled. @param findings instead of the current ones */
export type Bundler = (isWanted: () => boolean, findings?: readonly Finding[]) => Promise<JsonPieces>;

/** Returns the function that prepares the bundles of a server. */
export function bundler(ports: ServerPorts, traffic: TrafficLog, kept: PersistedTraffic): Bundler {
  return async (isWanted, findings) => {
    await kept.ready();
    const evidence = {
      entries: [...traffic.select({ limit: Infinity })].reverse(),
      dropped: traffic.dropped,
      findings: findings ?? ports.lab.findings.list(),
    };
    return new JsonPieces(await prepareBundle(ports, evidence, new Slices(isWanted)));
  };
}
