import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { contract } from '../../../../shared/contract/index.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { type Endpoint, endpointsOf } from '../../../../shared/http/endpoint.ts';
import { NAMED_PROBLEMS } from '../../../../shared/http/problems.ts';
import { HEADER_NAME, HEADER_VALUE, TARGET_TEXT } from '../../../../shared/http/request-parts.ts';
import { RUN_STATUSES } from '../../../../shared/model/status.ts';
import { DECISIONS } from '../../../../shared/registry/decisions.ts';
import { keysOf } from '../../../../shared/values/objects.ts';
import { fields, list } from '../../../../shared/values/limited.ts';
import { MAX_LEVELS } from '../../../../shared/values/limits.ts';
import { LATEST } from '../../../../shared/values/timestamp.ts';
import { readHeaders } from '../request/request-headers.ts';
import { type CapturedBody, type LoggedExchange, trafficID, type TrafficStart } from './logged-exchange.ts';
import { bytesOf, charactersOf, MAX_BODY_BYTES } from './traffic-log.ts';

/** Length above which the bodies of a stored request are in base64, which bounds their growth, in characters. */
const LONG_CHARACTERS = 3_000_000;
/** Maximum number of names and values of headers. */
const MAX_HEADERS = 20_000;
/** Headers that are not stored: a later start cannot use them, and they may open a session of the window. */
const UNSTORED_HEADERS = new Set(['cookie', 'proxy-authorization']);

const Body = z
  .object({ size: z.int().min(0), text: z.string().optional(), base64: z.string().optional() })
  .transform(({ size, text, base64 }, context): CapturedBody => {
    if (size === 0) return { part: '', size };
    const part = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
    if (part.length > size || part.length > MAX_BODY_BYTES) context.addIssue('is longer than its size');
    return { part, size };
  });

/** A part of a request's target. It is shown as it crosses a connection, and copied as code. */
const Target = z.string().regex(TARGET_TEXT);
/** Names and values that alternate. */
const Headers = list(z.string(), MAX_HEADERS).refine((texts) =>
  texts.every((text, at) => (at % 2 === 0 ? HEADER_NAME : HEADER_VALUE).test(text)),
);

/** The data behind the error of a stored request. */
const Facts = z.object({
  problems: list(
    z.object({
      name: z.string(),
      text: z.string(),
      at: list(z.union([z.string(), z.int()]), 2 * MAX_LEVELS)
        .readonly()
        .optional(),
      lacks: z.enum(['value', 'alias']).optional(),
    }),
    NAMED_PROBLEMS + 1,
  )
    .readonly()
    .optional(),
  named: z.object({ noun: z.string(), name: z.string() }).optional(),
  environment: z.string().optional(),
});

/** A stored request. Omits empty fields. */
const StoredExchange = z.object({
  id: z.string().regex(/^trf[0-9a-f]{1,16}z[1-9]\d{0,14}$/),
  at: z.int().min(0).max(LATEST),
  milliseconds: z.number().min(0),
  endpoint: z.string().optional(),
  method: z.string().regex(/^(?!CONNECT$)[A-Z-]{1,20}$/),
  path: Target,
  search: Target.default(''),
  sentAs: Target.optional(),
  headers: Headers,
  warnings: list(z.string(), MAX_HEADERS).default([]),
  replayOf: z.string().default(''),
  fault: z.object({ slug: z.string(), kind: z.string(), instead: z.int().nullable() }).optional(),
  callerID: z.string().default(''),
  runID: z.string().default(''),
  runStatus: z.enum(['', ...RUN_STATUSES]).default(''),
  sessionID: z.string().default(''),
  promptID: z.string().default(''),
  status: z.int().min(0).max(999),
  error: z
    .object({
      message: z.string(),
      code: z.string(),
      decision: z.enum(keysOf(DECISIONS)).nullable(),
      facts: Facts.optional(),
    })
    .optional(),
  webhook: z.object({ taskID: z.string(), slug: z.string(), task: z.string().optional() }).optional(),
  answerHeaders: fields(z.string().regex(HEADER_NAME), z.string().regex(HEADER_VALUE), 1000),
  request: Body,
  answer: Body,
});
type StoredExchange = z.input<typeof StoredExchange>;

/** Serialises a request, secrets included. The text has at most 4 MiB. */
export function storedText(logged: LoggedExchange, id: string): string {
  const text = JSON.stringify(storedExchange(logged, id, isUtf8));
  return text.length <= LONG_CHARACTERS ? text : JSON.stringify(storedExchange(logged, id, () => false));
}

/** @param isText decides which bodies are stored as text */
function storedExchange(logged: LoggedExchange, id: string, isText: (bytes: Buffer) => boolean): StoredExchange {
  const { endpoint, webhook, fault, error } = logged;
  return {
    id,
    at: logged.at,
    milliseconds: logged.milliseconds,
    endpoint: endpoint && nameOf(endpoint),
    method: logged.method,
    path: logged.path,
    search: orNothing(logged.search),
    sentAs: logged.sentAs,
    headers: storedHeaders(logged.rawHeaders),
    warnings: logged.warnings.length === 0 ? undefined : [...logged.warnings],
    replayOf: orNothing(logged.replayOf),
    fault: fault && { slug: fault.slug, kind: fault.kind, instead: fault.instead },
    callerID: orNothing(logged.callerID),
    runID: orNothing(logged.runID),
    runStatus: logged.runStatus === '' ? undefined : logged.runStatus,
    sessionID: orNothing(logged.sessionID),
    promptID: orNothing(logged.promptID),
    status: logged.status,
    error: error && { message: error.message, code: error.code, decision: error.decision, facts: error.facts },
    webhook: webhook && { taskID: webhook.taskID, slug: webhook.slug, task: webhook.task },
    answerHeaders: logged.answerHeaders,
    request: storedBody(logged.request, isText),
    answer: storedBody(logged.answer, isText),
  };
}

function orNothing(text: string): string | undefined {
  return text === '' ? undefined : text;
}

const storedHeadersOf = new WeakMap<readonly string[], readonly string[]>();

/** Headers to store. Requests share equal headers. */
function storedHeaders(rawHeaders: readonly string[]): string[] {
  let stored = storedHeadersOf.get(rawHeaders);
  if (stored === undefined) {
    stored = rawHeaders.filter(
      (_, index) => !UNSTORED_HEADERS.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()),
    );
    storedHeadersOf.set(rawHeaders, stored);
  }
  return stored as string[];
}

function storedBody({ part, size }: CapturedBody, isText: (bytes: Buffer) => boolean): z.input<typeof Body> {
  if (size === 0) return { size };
  const bytes = typeof part === 'string' ? undefined : Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  if (bytes === undefined && isText === isUtf8) return { size, text: part as string };
  const body = bytes ?? Buffer.from(part);
  return isText(body) ? { size, text: body.toString() } : { size, base64: body.toString('base64') };
}

/** A restored request, without its start. */
interface RestoredExchange {
  /** Prefix of its ID. */
  readonly prefix: string;
  readonly logged: Omit<LoggedExchange, 'start'>;
}

/** Parses a stored request; `undefined` when it is invalid or its endpoint is unknown. */
export function restoredExchange(value: unknown): RestoredExchange | undefined {
  const { data } = StoredExchange.safeParse(value);
  if (data === undefined) return undefined;
  const { id, endpoint: name, headers, sentAs, fault, error, webhook, ...rest } = data;
  // Without its endpoint, its secrets could not be masked.
  const endpoint = name === undefined ? undefined : endpoints().get(name);
  if (name !== undefined && endpoint === undefined) return undefined;
  const split = id.lastIndexOf('z') + 1;
  const logged = {
    ...rest,
    ...{ endpoint, sentAs, fault, error, webhook },
    numbered: undefined,
    number: Number(id.slice(split)),
    startedAt: rest.at / 1000,
    rawHeaders: headers,
    idempotencyKey: readHeaders(headers).idempotencyKey,
  };
  return { prefix: id.slice(0, split), logged: { ...logged, bytes: charactersOf(headers) + bytesOf(logged) } };
}

/** The requests of an archive, oldest first, without duplicates. Throws `ApiError('invalid_request')` that names the first invalid one. */
export function restoredExchanges(values: readonly unknown[]): LoggedExchange[] {
  const restored = values.map((value, index) => {
    const exchange = restoredExchange(value);
    if (exchange === undefined) throw new ApiError('invalid_request', `traffic[${index}] is not a logged request.`);
    return exchange;
  });
  const prefixes = [...new Set(restored.map(({ prefix }) => prefix))];
  const starts = new Map<string, TrafficStart>(
    prefixes.map((prefix, index) => [prefix, { prefix, order: index - prefixes.length }]),
  );
  const byID = new Map<string, LoggedExchange>();
  for (const { prefix, logged } of restored) {
    const start = starts.get(prefix);
    if (start !== undefined) byID.set(trafficID({ start, number: logged.number }), { ...logged, start });
  }
  return [...byID.values()];
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

let known: ReadonlyMap<string, Endpoint> | undefined;

/** Every endpoint by its name. */
function endpoints(): ReadonlyMap<string, Endpoint> {
  return (known ??= new Map([...endpointsOf(contract)].map(({ endpoint }) => [nameOf(endpoint), endpoint])));
}
