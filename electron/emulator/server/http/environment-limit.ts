import type { Endpoint } from '../../../../shared/http/endpoint.ts';
import { fieldsOf } from '../../../../shared/values/json.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { Exchange } from './exchange.ts';

/**
 * Throws the 403 for a key that is limited to other environments than the one that an operation concerns (decision `roles`).
 * Every call of a handler passes here first. `selected` is checked where the environment is chosen (`Exchange.environment`), and
 * `listed` for each item.
 */
export function assertEnvironmentAllowed(
  { access }: Pick<Engine, 'access'>,
  { concerns = 'none' }: Endpoint,
  { caller }: Pick<Exchange, 'caller'>,
  fields: unknown,
): void {
  if (concerns === 'ownRun') access.assertMayConcern('run', caller.runID, caller);
  if (typeof concerns === 'string') return;
  const id = typeof fields === 'object' && fields !== null ? fieldsOf(fields)[concerns.field] : undefined;
  if (typeof id === 'string') access.assertMayConcern(concerns.item, id, caller);
}
