import type { Endpoint } from '../../../../shared/http/endpoint.ts';
import type { Operation } from '../../../../shared/registry/operations.ts';
import type { Coverage } from '../../lab/coverage.ts';
import { operationOf } from './faults.ts';
import type { TrafficLog } from './traffic-log.ts';

/** Counts the answered requests of the traffic log in the coverage. */
export function countCoverage(traffic: TrafficLog, coverage: Coverage): void {
  const operations = new Map<Endpoint, Operation | undefined>();
  const operationBy = (endpoint: Endpoint): Operation | undefined => {
    if (!operations.has(endpoint)) operations.set(endpoint, operationOf(endpoint));
    return operations.get(endpoint);
  };
  traffic.subscribe((change) => {
    if (change.type !== 'added' || change.logged.endpoint === undefined) return;
    const operation = operationBy(change.logged.endpoint);
    if (operation === undefined) return;
    coverage.addCall(operation, change.logged);
    for (const { id, status } of change.listedRuns) coverage.addRun(id, status);
  });
}
