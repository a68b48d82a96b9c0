import type { z } from 'zod';
import type { DecisionName } from '../registry/decisions.ts';
import type { ErrorCode } from './errors.ts';

/** The methods that the interface uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Required access: `key` needs an API key (service API, "Authentication"); `webhook` is a secret URL ("Webhook trigger");
 * `upload` is a secret URL too, of one file (docs/task-runtime.md, "Send files"); `emulator` is Hangar's own interface, guarded by `Origin`
 * and the admin token; `open` needs nothing.
 */
export type Access = 'key' | 'webhook' | 'upload' | 'emulator' | 'open';

/**
 * Format of a request body: a JSON object (decision `body-any-content-type`), any JSON value with its bytes (webhooks), or raw
 * bytes (uploads).
 */
export type BodyFormat = 'object' | 'json' | 'bytes';

/** Format of a response: JSON, a server-sent event stream, or bytes to save as a file. */
export type AnswerFormat = 'json' | 'events' | 'bytes';

/**
 * The environment that an operation with an API key concerns, which the key must be allowed to use (decision `roles`): that of the
 * run, session or prompt whose ID is in this field of the query or body; the one that the request selects (decision
 * `env-selection`); that of the run whose key was sent; those of the listed items, which are left out one by one; or none.
 */
type ConcernedEnvironment =
  | { readonly item: 'run' | 'session' | 'prompt'; readonly field: string }
  | 'selected'
  | 'ownRun'
  | 'listed'
  | 'none';

/**
 * An endpoint as a value: the server mounts it, the client calls it, OpenAPI documents it, tests walk it. Parameters in `path`
 * are in braces, `/_emulator/tasks/{id}`; `params` has a field for each.
 */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Heading in the OpenAPI document. Default: derived from the endpoint's place in the contract. */
  readonly tag?: 'task runtime';
  /** Needs the key of a run; with any other key it answers 400 (docs/task-runtime.md, "Calls of a run"). */
  readonly calledFrom?: 'run';
  /** Declared by every endpoint with access `key`: without it, one does not compile. */
  readonly concerns?: ConcernedEnvironment;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Schema of a JSON response. Default: an empty object, which the handler need not return. */
  readonly response?: z.ZodType;
  readonly errors?: readonly ErrorCode[];
  readonly decisions?: readonly DecisionName[];
  readonly bodyFormat?: BodyFormat;
  /** The handler takes the body as it arrives; there is no `body`. */
  readonly takesStream?: true;
  /** The body holds the configuration of a resource: its secrets are masked in the traffic log. */
  readonly holdsSecrets?: true;
  /** Maximum size of the body, in bytes after decompression. Default: the setting `maxBodyBytes`. */
  readonly maxBodyBytes?: number;
  readonly answerFormat?: AnswerFormat;
  /** Status of a successful JSON answer; 200 by default. */
  readonly successStatus?: 201;
  /** Descriptions of the headers that the operation reads, by their documented name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A tree of endpoints; its shape is the shape of the client and of the handlers. */
export interface Contract {
  readonly [name: string]: Endpoint | Contract;
}

/** The field that an endpoint with these fields must still declare. */
type Missing<Fields> = Fields extends { readonly access: 'key' }
  ? Fields extends { readonly concerns: ConcernedEnvironment }
    ? unknown
    : { readonly concerns: ConcernedEnvironment }
  : unknown;

/** Declares an endpoint, keeping its exact type for client and handlers. */
export function endpoint<const E extends Endpoint>(declared: E & Missing<E>): E {
  return declared;
}

/** The fields of an endpoint about its access and its heading in the documentation. */
type Common = Pick<Endpoint, 'access' | 'tag' | 'calledFrom'>;

/** Functions that declare endpoints with these fields, by method: `get('/v0/runs/get', 'Read a run', { … })`. */
function declarations<const Fields extends Common & Pick<Endpoint, 'concerns'>>(fields: Fields) {
  const declaration =
    <const Verb extends Method>(method: Verb) =>
    <const Path extends string, const Rest extends Omit<Endpoint, keyof Common | 'method' | 'path' | 'summary'>>(
      path: Path,
      summary: string,
      rest: Rest & Missing<Fields>,
    ) => ({ ...fields, method, path, summary, ...rest });
  return {
    get: declaration('GET'),
    post: declaration('POST'),
    put: declaration('PUT'),
    patch: declaration('PATCH'),
    delete: declaration('DELETE'),
  };
}

/** Declares endpoints of `/_emulator`. */
export const emulator = declarations({ access: 'emulator' });
/** Declares endpoints without authentication. */
export const open = declarations({ access: 'open' });
/** Declares endpoints of `/v0`. */
export const service = declarations({ access: 'key' });
/** Declares endpoints that only the code of a run calls. */
export const runtimeCall = declarations({
  access: 'key',
  tag: 'task runtime',
  calledFrom: 'run',
  concerns: 'ownRun',
});

/** True for a leaf of a contract's tree. */
export function isEndpoint(node: Endpoint | Contract): node is Endpoint {
  return typeof node.method === 'string' && typeof node.path === 'string';
}

/** Every endpoint of a tree with its dotted name, in declaration order. */
export function* endpointsOf(contract: Contract, prefix = ''): Generator<{ name: string; endpoint: Endpoint }> {
  for (const [key, node] of Object.entries(contract)) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (isEndpoint(node)) yield { name, endpoint: node };
    else yield* endpointsOf(node, name);
  }
}

type Parsed<Part> = Part extends z.ZodType ? z.output<Part> : undefined;
type Sent<Part> = Part extends z.ZodType ? z.input<Part> : undefined;
type Field<E, Name extends 'params' | 'query' | 'body'> = E extends { readonly [K in Name]: infer Part }
  ? Part
  : undefined;

/** Input of a handler: all parts, parsed; `undefined` for those that are not declared. */
export interface Received<E extends Endpoint> {
  readonly params: Parsed<Field<E, 'params'>>;
  readonly query: Parsed<Field<E, 'query'>>;
  readonly body: Parsed<Field<E, 'body'>>;
}

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? object extends Sent<Schema>
    ? { readonly [K in Name]?: Sent<Schema> }
    : { readonly [K in Name]: Sent<Schema> }
  : unknown;

/** Input of a client call: only the declared parts, before parsing. */
export type Request<E extends Endpoint> = Part<'params', Field<E, 'params'>> &
  Part<'query', Field<E, 'query'>> &
  Part<'body', Field<E, 'body'>>;

/** Response of the endpoint before serialization. */
export type Answer<E extends Endpoint> = z.input<E extends { readonly response: infer Schema } ? Schema : z.ZodVoid>;

/** Response of the endpoint as a client parses it. */
export type AnswerRead<E extends Endpoint> = E extends { readonly response: infer Schema }
  ? z.output<Schema>
  : Record<string, never>;
