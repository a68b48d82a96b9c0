import { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import type { DecisionName } from '../../../../shared/registry/decisions.ts';

/** True when a caller's key is not limited to other environments (decision `roles`). Every check of that limit asks this. */
export function mayUseEnvironment({ environmentIDs }: Caller, environmentID: string): boolean {
  return environmentIDs?.includes(environmentID) !== false;
}

/** Throws 403 for an item of an environment that the caller's key may not use. */
export function assertEnvironmentOf(caller: Caller, environmentID: string, noun: string): void {
  if (!mayUseEnvironment(caller, environmentID)) throw notVisible(noun, 'roles');
}

/** The 403 for an item that the caller may not see. */
export function notVisible(noun: string, decision: DecisionName): ApiError {
  return new ApiError('forbidden', `You may not see or use this ${noun}.`, { decision });
}
