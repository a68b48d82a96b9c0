import type { z } from 'zod';
import type { BodyFormat, Endpoint } from '../../../../shared/http/endpoint.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { Problems } from '../../../../shared/http/problems.ts';
import { type Json, pathText } from '../../../../shared/values/json.ts';
import { BODY_LIMITS, EXPORT_LIMITS } from '../../../../shared/values/limits.ts';
import { repeatedField } from '../../../../shared/values/repeated-field.ts';
import { addFieldProblems } from '../../engine/definitions/field-problems.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import { assertEnvironmentAllowed } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import type { AnyHandler } from './handler.ts';
import { parseJsonText, utf8Text } from '../request/parse-json.ts';
import { ignoredNames, check, checkKnown, readableFields } from '../request/validate.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';

/** An endpoint with its handler. */
interface Service {
  readonly pipeline: RequestPipeline;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
}

/** Reads the body of a request for its handler; `undefined` for an endpoint without one. Reports problems. */
export function readBodyValue(service: Service, exchange: Exchange, problems: Problems): unknown {
  const { body, bodyFormat = 'object' } = service.endpoint;
  return body === undefined ? undefined : BODIES[bodyFormat](service, exchange, { body, problems });
}

type Read = (
  service: Service,
  exchange: Exchange,
  reading: { readonly body: z.ZodType; readonly problems: Problems },
) => unknown;

/** Body readers by format. */
const BODIES: Readonly<Record<BodyFormat, Read>> = {
  object: (service, exchange, { body, problems }) => {
    const parsed = parsedBody(service.endpoint, exchange);
    const value = bySchema(service, exchange, { body, problems, parsed });
    if (!problems.isEmpty && !problems.isFull) addHandlerProblems(service, exchange, { body, problems, parsed });
    return value;
  },
  // Any JSON value is allowed.
  json: ({ endpoint }, exchange) => parsedBody(endpoint, exchange),
  bytes: (_, { bytes }) => bytes,
};

/** Limits of an endpoint's body. Endpoints with their own size limit accept exports. */
export function limitsOf({ maxBodyBytes }: Endpoint): typeof BODY_LIMITS {
  return maxBodyBytes === undefined ? BODY_LIMITS : EXPORT_LIMITS;
}

/** Parses the body. An empty body counts as `{}`; `null` does not. */
function parsedBody(endpoint: Endpoint, exchange: Exchange): Json {
  exchange.text = utf8Text(exchange.bytes);
  const value = parseJsonText(exchange.text, limitsOf(endpoint));
  judgeRepeatedField(endpoint, exchange);
  return value === undefined ? {} : value;
}

/** Larger bodies are exports with state; they are not checked for repeated fields. */
const MAX_CHECKED_BYTES = 16 * 1024 * 1024;

/**
 * Judges the first field that a valid JSON body repeats. Refused by `/_emulator`, since one of its values would be lost; on `/v0` the
 * last one counts, with a warning (decision `unknown-fields`).
 */
function judgeRepeatedField({ access, bodyFormat }: Endpoint, exchange: Exchange): void {
  const { text, bytes } = exchange;
  const isJudged = access === 'emulator' || access === 'key' || access === 'webhook';
  if (!isJudged || bodyFormat === 'bytes' || bytes.length > MAX_CHECKED_BYTES) return;
  const repeated = repeatedField(text ?? bytes.toString('utf8'));
  if (repeated === undefined) return;
  const path = pathText(repeated.path);
  if (access === 'emulator') throw new ApiError('invalid_request', `${path}: is given twice.`);
  exchange.warn(`Of the field "${quoteForMessage(path)}", which is given twice, the last value counts`);
}

interface BodyCheck {
  readonly body: z.ZodType;
  readonly problems: Problems;
  readonly parsed: Json;
}

/** Checks a body against its schema. Decision `unknown-fields`. */
function bySchema(
  { pipeline, endpoint }: Omit<Service, 'handler'>,
  exchange: Exchange,
  { body, problems, parsed }: BodyCheck,
): unknown {
  if (pipeline.rules.refusesUnknown(endpoint.access)) return check(body, parsed, 'body', problems);
  const { value, unknown } = checkKnown(body, parsed, 'body', problems);
  for (const sentence of ignoredNames('field', unknown)) exchange.warn(sentence);
  return value;
}

/**
 * Adds problems that the handler finds in the readable fields, so that one response names all of them (decision `errors`).
 */
function addHandlerProblems(
  { pipeline, endpoint, handler }: Service,
  exchange: Exchange,
  { body, problems, parsed }: BodyCheck,
): void {
  if (handler.findProblems === undefined) return;
  try {
    const fields = readableFields(body, parsed);
    assertEnvironmentAllowed(pipeline.ports.engine, endpoint, exchange, fields);
    addFieldProblems(problems, handler.findProblems(fields, exchange));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A 404 or 403 is reported once the body is valid.
    if (error.code !== 'invalid_request') return;
    const found = error.facts.problems ?? [{ name: '', text: error.message.replace(/\.$/, '') }];
    problems.addAll(
      found,
      (problem) => problem,
      () => error.decision ?? 'errors',
    );
  }
}
