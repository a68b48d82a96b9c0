import { keysOf } from '../values/objects.ts';
import type { DecisionName } from '../registry/decisions.ts';
import type { JsonPath } from '../values/json.ts';

/** Every error of the interface: its code, status and description. To add an error, add a row. Source: decision `errors`. */
export const ERRORS = {
  invalid_request: {
    status: 400,
    meaning: 'The request is not understood or breaks a rule; the message names every field at fault.',
  },
  unauthorized: { status: 401, meaning: 'The API key is missing, unknown or ambiguous.' },
  forbidden: { status: 403, meaning: 'The caller is known but may not see or do this.' },
  task_must_be_requested: {
    status: 403,
    meaning: 'The task has `requireRequests`: a run requests it and a reviewer approves.',
  },
  not_found: { status: 404, meaning: 'The path, or what the request names, does not exist.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method; `Allow` lists those that do.',
  },
  timeout: {
    status: 408,
    meaning: 'The wait timed out; `state` is the current state.',
  },
  conflict: { status: 409, meaning: 'Conflicts with something that exists.' },
  payload_too_large: { status: 413, meaning: 'The body, after decompression, is over the limit.' },
  unsupported_media_type: { status: 415, meaning: 'The `Content-Encoding` is neither gzip nor deflate.' },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests in the window; `Retry-After` says how many seconds to wait.',
  },
  internal: { status: 500, meaning: 'An error of Hangar itself; never a mistake of the client.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

/** The code of an error, `code` in the answer. */
export type ErrorCode = keyof typeof ERRORS;

/** All codes, in the table's order. */
export const ERROR_CODES = keysOf(ERRORS);

/** A wrong part of a request: a clause of the message, which is not read for it, since it quotes what clients sent. */
export interface Problem {
  /** The field, as the message names it: `amount`, `resources.db`; "" for none. */
  readonly name: string;
  /** The rest of the clause: `must be a number`. */
  readonly text: string;
  /** The path of its value in the request: `['body', 'paramValues', 'amount']`; absent where there is none. */
  readonly at?: JsonPath | undefined;
  /** Names a thing that is missing: the value of a parameter, or an alias that the task declares. */
  readonly lacks?: 'value' | 'alias' | undefined;
}

/** The data behind the message of an error, for evidence and repairs. */
export interface ErrorFacts {
  readonly problems?: readonly Problem[] | undefined;
  /** A thing that is not there, is there already, or may not be used so. Its name is cut as in the message. */
  readonly named?: { readonly noun: string; readonly name: string } | undefined;
  /** Slug of an environment that the caller may use, unlike that of the request. */
  readonly environment?: string | undefined;
}

/** Optional parts of an error. */
interface ErrorDetails {
  /** Headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Decision that refused the request; null when none did. Default: `errors`, and null for an error of Hangar itself. */
  readonly decision?: DecisionName | null;
  /** The current state, answered as `state` when a wait times out. */
  readonly state?: object | undefined;
  readonly facts?: ErrorFacts;
}

/**
 * An error of the interface, answered as `{ error, code }` with the status of its code. The decision is shown in the
 * traffic log and never answered.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly decision: DecisionName | null;
  readonly state: object | undefined;
  readonly facts: ErrorFacts;

  /** @param message a sentence that names the problem and, where it helps, its solution */
  constructor(code: ErrorCode, message: string, { headers = {}, decision, state, facts = {} }: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
    this.state = state;
    this.facts = facts;
    this.decision = decision === undefined ? (code === 'internal' ? null : 'errors') : decision;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
