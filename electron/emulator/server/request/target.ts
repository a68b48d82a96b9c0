import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { readTarget, type RequestTarget } from '../../../../shared/http/request-path.ts';

const TARGET = Symbol('request target');

/** A request target as the server received it. */
export type ReceivedTarget = RequestTarget & {
  /** The status of the answer when there is a problem: 400 unless said otherwise. */
  readonly status?: number;
};

interface Received extends IncomingMessage {
  [TARGET]?: ReceivedTarget;
}

/**
 * Normalises the target of a request in place, before anything else reads it: the adapter would resolve dots and
 * backslashes, and refuse requests that then are in no log.
 */
export function receive(incoming: IncomingMessage): void {
  keep(incoming, readTarget(incoming.url ?? ''));
}

/** Keeps a request from its handler whatever its target is; it is answered with this status and sentence. */
export function receiveRefused(incoming: IncomingMessage, status: number, problem: string): void {
  const { path, search, authority } = readTarget(incoming.url ?? '');
  keep(incoming, { problem, status, path, search, authority });
}

function keep(incoming: Received, target: ReceivedTarget): void {
  incoming[TARGET] = target;
  incoming.url = target.problem === undefined ? target.path + target.search : '/';
}

/** The target of a request; an application called in process has only a web request. */
export function targetOf(request: Request, env: Partial<HttpBindings> | undefined): ReceivedTarget {
  const incoming: Received | undefined = env?.incoming;
  // Only a browser's or a program's own URL can have a fragment; it is never sent.
  return incoming?.[TARGET] ?? readTarget(request.url.replace(/#.*$/s, ''));
}

/** A path that no target normalises to, so that no route matches it. */
const UNROUTABLE = '/.';

/** The path that the router matches, for Hono's option `getPath`. */
export function routedPath(request: Request, options?: { env?: unknown }): string {
  // The adapter gives Node's objects as the environment.
  const target = targetOf(request, options?.env as Partial<HttpBindings> | undefined);
  return target.problem === undefined ? target.path : UNROUTABLE;
}
