import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { ParamIndexMap, ParamStash, Router as Matcher } from 'hono/router';
import { isEndpoint, type Contract, type Endpoint, type Method } from '../../../../shared/http/endpoint.ts';
import { type IncomingRequest, decodedSegment } from '../request/target.ts';
import type { PathParams } from './authenticate.ts';
import type { AnyHandler, Handlers } from './handler.ts';
import type { HttpResponse } from './http-response.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import { type Serve, serveEndpoint } from './serve-endpoint.ts';
import { fieldsOf } from '../../../../shared/values/json.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Maximum length of a path with suggestions, in characters. */
const LONGEST_RESEMBLING = 200;

/** Numbers of matching routes with the places of their parameters, and the values of parameters. */
type Match = [[number, ParamIndexMap][], ParamStash];

/** The routes of all servers of this process by number, and the matcher built from them. */
class RouteTable {
  readonly #numbers = new Map<string, number>();
  readonly #ofEndpoints = new WeakMap<Endpoint, number>();
  readonly #routes: (readonly [method: string, path: string])[] = [];
  /** Paths without parameters, by method. */
  readonly #plain = new Map<string, Map<string, Match>>(METHODS.map((method) => [method, new Map()]));
  #matcher: Matcher<number> | undefined;

  /** Returns the number of an endpoint's route, which is added when it is new. */
  number(endpoint: Endpoint): number {
    const known = this.#ofEndpoints.get(endpoint);
    if (known !== undefined) return known;
    // The matcher writes `/_emulator/tasks/{id}` as `/_emulator/tasks/:id`.
    const number = this.#add(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'));
    this.#ofEndpoints.set(endpoint, number);
    return number;
  }

  #add(method: string, path: string): number {
    const name = `${method} ${path}`;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#routes.push([method, path]) - 1;
    this.#numbers.set(name, number);
    if (path.includes(':')) this.#matcher = undefined;
    else this.#plain.get(method)?.set(path, [[[number, NO_INDICES]], []]);
    return number;
  }

  match(method: string, path: string): Match {
    // A path without parameters comes first: the matcher refuses one beside a parameter, such as held/release beside held/:id.
    const plain = this.#plain.get(method)?.get(path);
    if (plain !== undefined) return plain;
    this.#matcher ??= this.#build();
    // This kind of matcher always returns this form of result.
    return this.#matcher.match(method, path) as Match;
  }

  #build(): Matcher<number> {
    const matcher = new RegExpRouter<number>();
    for (const [number, [method, path]] of this.#routes.entries())
      if (path.includes(':')) matcher.add(method, path, number);
    return matcher;
  }
}

const NO_INDICES: ParamIndexMap = {};

/** Shared by all servers: building a matcher takes about a millisecond, and every server has the same routes. */
const TABLE = new RouteTable();

interface Route {
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  /** Made with the first request: a sandbox that lives for milliseconds serves few endpoints. */
  serve: Serve | undefined;
}

/** Endpoints of one server. */
export class Router {
  readonly #pipeline: RequestPipeline;
  /** By number in the table. */
  readonly #routes: (Route | undefined)[] = [];

  constructor(pipeline: RequestPipeline) {
    this.#pipeline = pipeline;
  }

  /** Registers every endpoint of a contract with its handler. */
  mount<C extends Contract>(contract: C, handlers: Handlers<C>): void {
    for (const [name, node] of Object.entries(contract)) {
      // `Handlers<C>` has the shape of the contract.
      const own = fieldsOf(handlers)[name];
      if (isEndpoint(node)) this.#add(node, own as AnyHandler);
      else this.mount(node, own as Handlers<Contract>);
    }
  }

  #add(endpoint: Endpoint, handler: AnyHandler): void {
    this.#routes[TABLE.number(endpoint)] = { endpoint, handler, serve: undefined };
  }

  /** Serves a request by its endpoint; `undefined` when it has none. HEAD is served as GET. */
  serve(incoming: IncomingRequest): HttpResponse | Promise<HttpResponse> | undefined {
    const { method, target } = incoming;
    if (target.problem !== undefined) return undefined;
    const [matches, stash] = TABLE.match(method === 'HEAD' ? 'GET' : method, target.path);
    for (const [number, indices] of matches) {
      const route = this.#routes[number];
      if (route === undefined) continue;
      route.serve ??= serveEndpoint(this.#pipeline, route.endpoint, route.handler);
      return route.serve(incoming, paramsOf(indices, stash));
    }
    return undefined;
  }

  /** Endpoints at a normalised path, one per method. */
  at(path: string): readonly Endpoint[] {
    return METHODS.flatMap((method) => {
      const [matches] = TABLE.match(method, path);
      return matches.flatMap(([number]) => this.#routes[number]?.endpoint ?? []).slice(0, 1);
    });
  }

  /** Paths of the emulated API, as suggestions for a mistyped one. */
  resembling(path: string): readonly string[] {
    if (path.length > LONGEST_RESEMBLING) return [];
    return this.#routes.flatMap((route) => {
      if (route === undefined) return [];
      const { access, params, path: known } = route.endpoint;
      return access === 'key' && params === undefined ? [known] : [];
    });
  }
}

const NO_PARAMS: PathParams = {};

function paramsOf(indices: ParamIndexMap, stash: ParamStash): PathParams {
  const names = Object.keys(indices);
  if (names.length === 0) return NO_PARAMS;
  return Object.fromEntries(names.map((name) => [name, decodedSegment(stash[indices[name] ?? 0] ?? '')]));
}
