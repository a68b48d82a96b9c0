import type { Access, Endpoint } from '../../../../shared/http/endpoint.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { KEY_OWNER_ROLES, type Caller } from '../../../../shared/model/access.ts';
import type { DecisionName } from '../../../../shared/registry/decisions.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { RequestHeaders } from '../request/request-headers.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import type { Exchange } from './exchange.ts';
import { fieldsOf } from '../../../../shared/values/json.ts';

/** Path parameters by name. */
export type PathParams = Readonly<Record<string, string>>;

/** Authenticates a request and sets its caller, or throws. May return a promise that rejects, for a delayed error. */
type Authenticator = (pipeline: RequestPipeline, exchange: Exchange, params: PathParams) => undefined | Promise<never>;

/** Authentication by the access of the endpoint. To add a kind of access, add an entry. */
export const AUTHENTICATORS: Readonly<Record<Access, Authenticator>> = {
  key: (pipeline, exchange) => {
    const caller = callerByKey(pipeline, exchange);
    exchange.setCaller(caller);
    if (exchange.endpoint?.calledFrom === 'run') exchange.setRelatedIds({ runID: caller.runID });
    countRequest(pipeline, exchange, exchange.headers.apiKey ?? '');
    return undefined;
  },
  webhook: (pipeline, exchange, { envSlug = '', taskID = '', secret = '' }) => {
    const { engine } = pipeline.ports;
    const webhook = engine.webhooks.find(envSlug, taskID, secret);
    if (webhook === undefined)
      throw new ApiError('not_found', 'There is no such webhook.', { decision: 'webhook-answer' });
    // Set before the key is checked, so that the log shows rejected deliveries of this webhook.
    exchange.setCaller(engine.access.webhookUser(), webhook);
    if (webhook.requireServiceToken) {
      engine.access.assertMayTrigger(webhook.environment, callerByKey(pipeline, exchange, 'webhook-answer'));
    }
    countRequest(pipeline, exchange, exchange.path);
    return undefined;
  },
  emulator: (pipeline, exchange) => {
    const late = pipeline.admin.authenticate(exchange);
    exchange.setCaller(pipeline.ports.engine.access.localUser());
    return late;
  },
  // Its handler checks the secret.
  upload: (pipeline, exchange) => {
    exchange.setCaller(pipeline.ports.engine.access.localUser());
    return undefined;
  },
  open: (pipeline, exchange) => {
    exchange.setCaller(pipeline.ports.engine.access.localUser());
    return undefined;
  },
};

/** True when headers carry the valid key of somebody who may use one. */
export function hasKeyFor(access: Engine['access'], { apiKey, ambiguous }: RequestHeaders): boolean {
  const caller = apiKey === undefined || ambiguous !== undefined ? undefined : access.byKey(apiKey);
  return caller !== undefined && KEY_OWNER_ROLES.includes(caller.role);
}

/** @param decision the decision that requires a key */
function callerByKey(
  pipeline: RequestPipeline,
  { headers }: Exchange,
  decision: DecisionName = 'vendor-headers',
): Caller {
  if (headers.ambiguous !== undefined) {
    throw new ApiError(
      'unauthorized',
      `The header ${headers.ambiguous} contradicts another header with the same meaning.`,
      { decision: 'vendor-headers' },
    );
  }
  if (headers.apiKey === undefined) {
    throw new ApiError('unauthorized', 'The request has no API key: send it in the header X-Service-API-Key.', {
      decision,
    });
  }
  const caller = pipeline.ports.engine.access.byKey(headers.apiKey);
  if (caller === undefined) throw new ApiError('unauthorized', 'The API key is not valid.', { decision });
  if (!KEY_OWNER_ROLES.includes(caller.role)) {
    throw new ApiError(
      'forbidden',
      'The owner of this API key may not use API keys: only admins, developers and restricted developers may.',
      { decision: 'roles' },
    );
  }
  return caller;
}

function countRequest({ rules }: RequestPipeline, { start }: Exchange, who: string): void {
  rules.rateLimit.count(who, start.at);
}

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
