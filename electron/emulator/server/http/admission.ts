import type { Access } from '../../../../shared/http/endpoint.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { KEY_OWNER_ROLES, type Caller } from '../../../../shared/model/access.ts';
import type { Edge } from './edge.ts';
import type { Exchange } from './exchange.ts';

/** The parameters of a webhook's path. */
export type PathParams = Readonly<Record<string, string>>;

/** Lets a request in, or throws, or gives a promise that rejects: an error that is answered late. */
type Admit = (edge: Edge, exchange: Exchange, params: PathParams) => undefined | Promise<never>;

/** Admission by what an endpoint asks for. Adding a kind of access is adding an entry. */
export const ADMISSIONS: Readonly<Record<Access, Admit>> = {
  key: (edge, exchange) => {
    exchange.admit(callerByKey(edge, exchange));
    count(edge, exchange.facts.apiKey ?? '');
    return undefined;
  },
  webhook: (edge, exchange, { envSlug = '', taskID = '', secret = '' }) => {
    const { engine } = edge.ports;
    const webhook = engine.webhooks.find(envSlug, taskID, secret);
    if (webhook === undefined) throw new ApiError('not_found', 'There is no such webhook.');
    // Before the key is looked at: in the log, a refused delivery is one of this webhook, too.
    exchange.admit(engine.access.webhookUser(), webhook);
    if (webhook.requireServiceToken) {
      engine.access.assertMayTrigger(webhook.environment, callerByKey(edge, exchange));
    }
    count(edge, exchange.path);
    return undefined;
  },
  emulator: (edge, exchange) => {
    const late = edge.admin.admit(exchange);
    exchange.admit(edge.ports.engine.access.localUser());
    return late;
  },
  open: (edge, exchange) => {
    exchange.admit(edge.ports.engine.access.localUser());
    return undefined;
  },
};

function callerByKey(edge: Edge, { facts }: Exchange): Caller {
  if (facts.ambiguous !== undefined) {
    throw new ApiError(
      'unauthorized',
      `The header ${facts.ambiguous} says something else than another one that means the same.`,
    );
  }
  if (facts.apiKey === undefined) {
    throw new ApiError('unauthorized', 'The request has no API key: send it in the header X-Service-API-Key.');
  }
  const caller = edge.ports.engine.access.byKey(facts.apiKey);
  if (caller === undefined) throw new ApiError('unauthorized', 'The API key is not valid.');
  if (!KEY_OWNER_ROLES.includes(caller.role)) {
    throw new ApiError(
      'forbidden',
      'The owner of this API key may not use API keys: only admins, developers and restricted developers may.',
    );
  }
  return caller;
}

function count({ ports, rateLimit }: Edge, who: string): void {
  rateLimit.count(who, ports.engine.definitions().settings.rateLimit, ports.clock.monotonic());
}
