import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { readTarget, type RequestTarget } from '../../../../shared/http/request-path.ts';

/** A request target as received by the server. */
export type ReceivedTarget = RequestTarget & {
  /** Response status when there is a problem; 400 by default. */
  readonly status?: number;
  /** The target as sent, when it was not normalised. */
  readonly sentAs?: string;
};

/** A request as it arrives. */
export interface IncomingRequest {
  readonly method: string;
  readonly target: ReceivedTarget;
  /** Names and values alternate, as on the wire. */
  readonly rawHeaders: readonly string[];
  /** null when there is none. */
  readonly body: Readable | null;
  /** The response of Node; `undefined` in process. */
  readonly outgoing: ServerResponse | undefined;
}

/** Reads a request of Node. Its target is normalised here, before anything else reads it. */
export function incomingRequest(incoming: IncomingMessage, outgoing: ServerResponse): IncomingRequest {
  const sent = incoming.url ?? '';
  const target = readTarget(sent);
  return {
    method: incoming.method ?? 'GET',
    target: sent === target.path + target.search ? target : { ...target, sentAs: sent },
    rawHeaders: incoming.rawHeaders,
    body: incoming,
    outgoing,
  };
}

/** Marks a request to be answered with this status and message, without its handler. */
export function refused(incoming: IncomingRequest, status: number, problem: string): IncomingRequest {
  const { path, search, authority } = incoming.target;
  return { ...incoming, target: { problem, status, path, search, authority } };
}

/** Decodes a segment of a normalised path, whose escapes are all valid. */
export function decodedSegment(segment: string): string {
  return decodeURIComponent(segment);
}

/** Query parameters by name. */
export type Query = Readonly<Record<string, string>>;

/** A parsed query. Of a repeated parameter, the first value. */
interface GivenQuery {
  readonly given: Query;
  readonly repeated: ReadonlySet<string>;
}

const EMPTY: GivenQuery = { given: Object.freeze({}), repeated: new Set() };

/** Parses a query with or without its `?`. */
export function parseQuery(search: string): GivenQuery {
  if (search.length <= 1) return EMPTY;
  const query: Record<string, string> = {};
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name)) repeated.add(name);
    // No parameter has this name, and assigning it would not create a field.
    else if (name !== '__proto__') query[name] = value;
  }
  return { given: query, repeated };
}
