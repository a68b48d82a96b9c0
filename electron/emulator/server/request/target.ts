import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { readTarget, type RequestTarget } from '../../../../shared/http/request-path.ts';

const TARGET = Symbol('request target');

/** A request target as received by the server. */
export type ReceivedTarget = RequestTarget & {
  /** Response status when there is a problem; 400 by default. */
  readonly status?: number;
  /** The target as it was sent, when it was not in its normalised form. */
  readonly sentAs?: string;
};

interface Received extends IncomingMessage {
  [TARGET]?: ReceivedTarget;
}

/**
 * Normalises the target of a request in place, before anything else reads it. The adapter would resolve dots and
 * backslashes itself, and reject requests without logging them.
 */
export function receive(incoming: IncomingMessage): void {
  const sent = incoming.url ?? '';
  const target = readTarget(sent);
  keep(incoming, sent === target.path + target.search ? target : { ...target, sentAs: sent });
}

/** Marks a request to be answered with this status and message instead of reaching its handler. */
export function receiveRefused(incoming: IncomingMessage, status: number, problem: string): void {
  const { path, search, authority } = readTarget(incoming.url ?? '');
  keep(incoming, { problem, status, path, search, authority });
}

function keep(incoming: Received, target: ReceivedTarget): void {
  incoming[TARGET] = target;
  incoming.url = target.problem === undefined ? target.path + target.search : '/';
}

/** Returns the target of a request. An application called in process has only the web request. */
export function targetOf(request: Request, env: Partial<HttpBindings> | undefined): ReceivedTarget {
  const incoming: Received | undefined = env?.incoming;
  // Only URLs of in-process calls can have a fragment.
  return incoming?.[TARGET] ?? readTarget(request.url.replace(/#.*$/s, ''));
}

/** No target normalises to this path, so no route matches it. */
const UNROUTABLE = '/.';

/** Path for the router, as Hono's option `getPath`. */
export function routedPath(request: Request, options?: { env?: unknown }): string {
  // The adapter passes Node's objects as the environment.
  const target = targetOf(request, options?.env as Partial<HttpBindings> | undefined);
  return target.problem === undefined ? target.path : UNROUTABLE;
}
