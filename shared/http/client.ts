import { isJsonObject } from '../values/json.ts';
import type { AnswerRead, Contract, Endpoint, Request } from './endpoint.ts';
import { ApiError, ERROR_CODES, type ErrorCode } from './errors.ts';

/** A request function such as `fetch`, or the `request` of an in-process application. */
export type Transport = (
  url: string,
  init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
) => Promise<TransportAnswer> | TransportAnswer;

interface TransportAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Origin and headers of a client. */
interface ClientOptions {
  readonly base: string;
  readonly transport: Transport;
  /** Returns the headers of each request, such as the API key. */
  readonly headers?: () => Record<string, string>;
}

/** Functions in the shape of a contract's tree. The argument is optional in a call without required parts. */
export type Client<C> = {
  readonly [K in keyof C]: C[K] extends Endpoint
    ? object extends Request<C[K]>
      ? (request?: Request<C[K]>) => Promise<AnswerRead<C[K]>>
      : (request: Request<C[K]>) => Promise<AnswerRead<C[K]>>
    : Client<C[K]>;
};

/** The part of an endpoint that a client uses. */
export type Route = Pick<Endpoint, 'method' | 'path'>;

/** The part of a contract that a client uses: its tree without schemas. */
export type Routes<C> = { readonly [K in keyof C]: C[K] extends Route ? Route : Routes<C[K]> };

interface Tree {
  readonly [name: string]: Route | Tree;
}

/** The routes of a contract. */
export function routesOf<C extends Contract>(contract: C): Routes<C> {
  // The tree follows the contract that types it.
  return bare(contract) as Routes<C>;
}

function bare(tree: Tree): Tree {
  const routes = Object.entries(tree).map(([name, node]) => {
    return [name, isRoute(node) ? { method: node.method, path: node.path } : bare(node)] as const;
  });
  return Object.fromEntries(routes);
}

/**
 * A typed client of a contract, or of its routes. Rejects with `ApiError` for an error answer; network failures reject as
 * the transport does.
 */
export function createClient<C extends Contract>(contract: C | Routes<C>, options: ClientOptions): Client<C> {
  return clientOf(contract, options) as Client<C>;
}

function clientOf(routes: Tree, options: ClientOptions): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [name, node] of Object.entries(routes)) {
    tree[name] = isRoute(node) ? (request: Parts = {}) => call(node, request, options) : clientOf(node, options);
  }
  return tree;
}

function isRoute(node: Route | Tree): node is Route {
  return typeof node.method === 'string' && typeof node.path === 'string';
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

async function call({ method, path }: Route, { params, query, body }: Parts, options: ClientOptions): Promise<unknown> {
  const url = options.base + fillPath(path, params ?? {}) + queryText(query ?? {});
  const headers: Record<string, string> = { ...options.headers?.() };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = await options.transport(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = parse(await answer.text());
  if (answer.status >= 200 && answer.status < 300) return json;
  throw errorOf(json, answer);
}

/** A path with its parameters filled in, each encoded. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(json: unknown, answer: TransportAnswer): ApiError {
  const { error, code, state } = isJsonObject(json) ? json : {};
  const message = typeof error === 'string' ? error : `The server answered with status ${answer.status}.`;
  return new ApiError(isErrorCode(code) ? code : 'internal', message, isJsonObject(state) ? { state } : {});
}

function isErrorCode(code: unknown): code is ErrorCode {
  return ERROR_CODES.some((known) => known === code);
}
