import type { z } from 'zod';
import type { Access, Answer, AnswerFormat, Contract, Endpoint, Received } from '../../../../shared/http/endpoint.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import type { EnvironmentDefinition } from '../../engine/definitions.ts';
import type { Call, WebhookMatch } from '../../engine/engine.ts';
import type { FieldProblem } from '../../engine/field-problems.ts';
import type { Exchange, RelatedIds } from './exchange.ts';
import type { RequestHeaders } from '../request/request-headers.ts';
import type { JsonPieces, JsonText } from '../request/json-text.ts';

/** What a handler may ask of the request beside its parsed parts. */
export interface RequestContext {
  readonly caller: Caller;
  /** The call as the engine wants it: caller, origin, and where remarks go. */
  readonly call: Call;
  /** The environment that the request names (decision `env-selection`), or the one named here. */
  readonly environment: (named?: string) => EnvironmentDefinition;
  /** The address that the client reached the server by, such as `http://127.0.0.1:4100`. */
  readonly base: string;
  readonly method: string;
  readonly headers: RequestHeaders;
  /** The remote address; "" in process. */
  readonly address: string;
  readonly rawHeaders: readonly string[];
  /** The body, its `Content-Encoding` undone. */
  readonly bytes: Buffer;
  /** Notes for the traffic log what the request made, named or concerned. */
  readonly setRelatedIds: (made: Partial<RelatedIds>) => void;
  readonly setHeader: (name: string, value: string) => void;
  /** False when the client is gone, so that nobody hears the answer. */
  readonly isClientConnected: () => boolean;
  /** Ends the connection at once. */
  readonly disconnect: () => void;
}

/** The context of a webhook's URL. */
export interface WebhookContext extends RequestContext {
  readonly webhook: WebhookMatch;
}

/** A file to save. */
export interface FileAnswer {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly name: string;
}

/** What a handler gives, by the format of the endpoint's answer. `null` in place of a stream: none is wanted (HEAD). */
export type HandlerResult<E extends Endpoint> = E extends { readonly answerFormat: infer Format extends AnswerFormat }
  ? { json: Answer<E> | JsonText | JsonPieces; events: ReadableStream<Uint8Array> | null; bytes: FileAnswer }[Format]
  : Answer<E> | JsonText | JsonPieces;

type ContextOf<A extends Access> = A extends 'webhook' ? WebhookContext : RequestContext;

/** What serves an endpoint. Synchronous ones are answered in the turn of the event loop in which they were asked. */
export interface Handler<E extends Endpoint> {
  (input: Received<E>, context: ContextOf<E['access']>): HandlerResult<E> | Promise<HandlerResult<E>>;
  readonly faults?: FaultFinder<E>;
}

/**
 * Finds what else the handler would refuse in a request that is refused already, so that one answer names all of it; does
 * nothing. A 404 or 403 that it throws is not answered.
 */
type FaultFinder<E extends Endpoint> = (
  fields: ReadableFields<E['body']>,
  context: ContextOf<E['access']>,
) => readonly FieldProblem[];

/** The fields of a body that could be read, by their own schemas; those at fault are left out. */
type ReadableFields<Body> =
  Body extends z.ZodPipe<infer Whole>
    ? ReadableFields<Whole>
    : Body extends z.ZodObject
      ? Partial<z.output<Body>>
      : never;

/** Gives a handler the finder of its further faults. */
export function withFaults<E extends Endpoint>(handler: Handler<E>, faults: FaultFinder<E>): Handler<E> {
  return Object.assign(handler, { faults });
}

/** A handler once its types have done their work. */
export interface AnyHandler {
  (input: { params: unknown; query: unknown; body: unknown }, context: Exchange): unknown;
  readonly faults?: (fields: Readonly<Record<string, unknown>>, context: Exchange) => readonly FieldProblem[];
}

/** A handler for every endpoint of a contract, in its shape: a missing or superfluous one does not compile. */
export type Handlers<C> = {
  readonly [K in keyof C]: C[K] extends Endpoint ? Handler<C[K]> : C[K] extends Contract ? Handlers<C[K]> : never;
};
