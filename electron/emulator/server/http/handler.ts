import type { z } from 'zod';
import type { Access, Answer, AnswerFormat, Contract, Endpoint, Received } from '../../../../shared/http/endpoint.ts';
import type { FieldProblem } from '../../engine/definitions/field-problems.ts';
import type { Exchange } from './exchange.ts';
import type { JsonPieces, JsonText } from '../request/json-text.ts';

/** Context of a handler: the request beyond its parsed parameters, query and body. */
export type RequestContext = Pick<
  Exchange,
  | 'caller'
  | 'call'
  | 'environment'
  | 'base'
  | 'method'
  | 'headers'
  | 'address'
  | 'localPort'
  | 'rawHeaders'
  | 'bytes'
  | 'source'
  | 'setRelatedIds'
  | 'setHeader'
  | 'isClientConnected'
  | 'onDisconnect'
  | 'disconnect'
>;

/** Context of a webhook's handler. */
type WebhookContext = RequestContext & Pick<Exchange, 'webhook'>;

/** A file to download. */
export interface FileAnswer {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly name: string;
}

/** A compressed JSON file to download, produced while it is sent. */
export class GzipFile {
  readonly pieces: JsonPieces;
  readonly name: string;

  /** @param name file name of plain letters */
  constructor(pieces: JsonPieces, name: string) {
    [this.pieces, this.name] = [pieces, name];
  }
}

/** Result of a handler for a message that wants no answer: 202 without a body. */
export const ACCEPTED = Symbol('accepted');

/** Result of a handler, by the endpoint's response format. A `null` stream stands for no body (HEAD). */
type HandlerResult<E extends Endpoint> = E extends { readonly answerFormat: infer Format extends AnswerFormat }
  ? {
      json: Answer<E> | JsonText | JsonPieces | typeof ACCEPTED;
      events: ReadableStream<Uint8Array> | null;
      bytes: FileAnswer | GzipFile;
    }[Format]
  : Answer<E> | JsonText | JsonPieces | typeof ACCEPTED;

type ContextOf<A extends Access> = A extends 'webhook' ? WebhookContext : RequestContext;

/** Handler of an endpoint. Synchronous handlers are answered in the same turn of the event loop. */
export interface Handler<E extends Endpoint> {
  (input: Received<E>, context: ContextOf<E['access']>): HandlerResult<E> | Promise<HandlerResult<E>>;
  readonly findProblems?: ProblemFinder<E>;
}

/**
 * Finds further problems in a rejected request, so that one response names all of them. Has no effects. A 404 or 403 that it
 * throws is ignored.
 */
type ProblemFinder<E extends Endpoint> = (
  fields: ReadableFields<E['body']>,
  context: ContextOf<E['access']>,
) => readonly FieldProblem[];

/** The valid fields of a body, each checked by its own schema. */
type ReadableFields<Body> =
  Body extends z.ZodPipe<infer Whole>
    ? ReadableFields<Whole>
    : Body extends z.ZodObject
      ? Partial<z.output<Body>>
      : never;

/** Adds a finder of further problems to a handler. */
export function withProblemFinder<E extends Endpoint>(handler: Handler<E>, findProblems: ProblemFinder<E>): Handler<E> {
  return Object.assign(handler, { findProblems });
}

/** A handler without its endpoint's types. */
export interface AnyHandler {
  (input: { params: unknown; query: unknown; body: unknown }, context: Exchange): unknown;
  readonly findProblems?: (fields: Readonly<Record<string, unknown>>, context: Exchange) => readonly FieldProblem[];
}

/** Handlers for all endpoints of a contract, in its shape. A missing or superfluous one does not compile. */
export type Handlers<C> = {
  readonly [K in keyof C]: C[K] extends Endpoint ? Handler<C[K]> : C[K] extends Contract ? Handlers<C[K]> : never;
};
