import type { TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import { instantOf } from '../../../ui/text/time.ts';
import type { RequestKind, RequestMark } from './lane.ts';

/** Operations that create a run. */
const MAKES = new Set(['tasks/execute', 'runs/create', 'runbooks/execute']);
/** Operations that only read. */
const READS = /\/(?:get|getOutputs|list|getLogs|logs|getTaskReviewers)$/;

/** The requests of a run as marks, oldest first. */
export function requestMarks(requests: readonly TrafficRow[]): RequestMark[] {
  const ascending = [...requests].sort((a, b) => (a.at < b.at ? -1 : 1));
  const latest = new Map<string, number>();
  return ascending.map((request) => {
    const at = instantOf(request.at);
    const { idempotencyKey } = request;
    const repeats = idempotencyKey === '' ? null : (latest.get(idempotencyKey) ?? null);
    if (idempotencyKey !== '') latest.set(idempotencyKey, at);
    const operation = operationOf(request);
    return { id: request.id, at, kind: kindOf(request, operation), operation, status: request.status, repeats };
  });
}

/** Operation of a request: its path without `/v0/`. */
export function operationOf({ path, webhook }: Pick<TrafficRow, 'path' | 'webhook'>): string {
  return webhook === '' ? path.replace(/^\/v0\//, '') : `webhook ${webhook}`;
}

function kindOf({ status, replayOf, webhook }: TrafficRow, operation: string): RequestKind {
  if (status === 0) return 'lost';
  if (replayOf !== '') return 'replayed';
  if (READS.test(operation)) return 'poll';
  if (status >= 400) return 'refused';
  return MAKES.has(operation) || webhook !== '' ? 'execute' : 'other';
}
