import type { Coverage } from '../../lab/coverage.ts';
import { operationOf } from './operation-of.ts';
import type { TrafficLog } from './traffic-log.ts';

/** Counts the answered requests of the traffic log in the coverage. */
export function countCoverage(traffic: TrafficLog, coverage: Coverage): void {
  traffic.subscribe((change) => {
    if (change.type !== 'added' || change.logged.endpoint === undefined) return;
    const operation = operationOf(change.logged.endpoint);
    if (operation === undefined) return;
    coverage.addCall(operation, change.logged);
    for (const { id, status } of change.listedRuns) coverage.addRun(id, status);
  });
}
