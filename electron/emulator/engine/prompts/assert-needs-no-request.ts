import { ApiError } from '../../../../shared/http/errors.ts';
import type { TaskDefinition } from '../definitions/definitions.ts';
import type { Call } from '../context/call.ts';

/** Throws 403 for a task that `/v0` executes only by an approved request (docs/task-runtime.md, "Request an execution"). */
export function assertNeedsNoRequest({ slug, requireRequests }: TaskDefinition, { caller, origin }: Call): void {
  if (!requireRequests || origin.kind !== 'api' || caller.bypassesRequests === true) return;
  throw new ApiError(
    'task_must_be_requested',
    `The task "${slug}" must be requested: call /v0/requests/create from a run, or use a key with "requests": "bypass".`,
  );
}
