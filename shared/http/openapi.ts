import { z } from 'zod';
import { type Contract, type Endpoint, endpointsOf } from './endpoint.ts';
import type { DecisionName } from '../registry/decisions.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { listOf, objectOf } from '../values/json.ts';
import { Schemas } from './openapi-schemas.ts';

/** Title of an OpenAPI document, and the decisions that its endpoints name. */
export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  /** Text of a decision in the document. */
  readonly decision: (name: DecisionName) => object;
  /** Decisions that concern every endpoint. */
  readonly general?: readonly DecisionName[];
}

/** An object in an OpenAPI document. */
export type OpenApiObject = Record<string, unknown>;

/** The OpenAPI 3.1 document of a contract, derived from its endpoints. */
export function openApiDocument(contract: Contract, options: DocumentOptions): OpenApiObject {
  const schemas = new Schemas();
  const paths: Record<string, OpenApiObject> = {};
  const tags = new Set<string>();
  for (const { name, endpoint } of endpointsOf(contract)) {
    const place = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : 'control';
    const tag = endpoint.tag ?? place;
    tags.add(tag);
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint, { name, tag, schemas, options });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: options.title,
      version: options.version,
      license: { name: 'MIT', identifier: 'MIT' },
      ...(options.general === undefined ? {} : { 'x-decision': options.general.map(options.decision) }),
    },
    servers: [{ url: '/' }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: { schemas: schemas.all(), securitySchemes: SECURITY_SCHEMES, headers: HEADERS },
  };
}

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-API-Key',
    description: 'Begins with `tkn_`. Any single word may stand in place of `Service`.',
  },
  adminToken: { type: 'http', scheme: 'bearer', description: 'Only when Hangar was started with an admin token.' },
};

const SECURITY: Readonly<Record<Endpoint['access'], readonly Record<string, readonly string[]>[]>> = {
  key: [{ apiKey: [] }],
  // A key is only required with `requireServiceToken`.
  webhook: [{}, { apiKey: [] }],
  emulator: [{}, { adminToken: [] }],
  upload: [],
  open: [],
};

const text = { type: 'string' };
const HEADERS = {
  'Idempotency-Key': { description: 'The key of the request, when it carried one.', schema: text },
  'X-Hangar-Warning': { description: 'Warnings, joined by "; ".', schema: text },
  'X-Hangar-Fault': { description: 'Slugs of the injected faults, joined by ",".', schema: text },
  'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer' } },
  Allow: { description: 'The allowed methods of the path.', schema: text },
};

interface OperationContext {
  readonly name: string;
  readonly tag: string;
  readonly schemas: Schemas;
  readonly options: DocumentOptions;
}

function operation(endpoint: Endpoint, { name, tag, schemas, options }: OperationContext): OpenApiObject {
  const named = endpoint.decisions ?? [];
  const parameters = [
    ...fields(endpoint.params, 'path', schemas),
    ...fields(endpoint.query, 'query', schemas),
    ...headers(endpoint),
  ];
  return {
    operationId: name.replaceAll('.', '_'),
    summary: endpoint.summary,
    tags: [tag],
    security: SECURITY[endpoint.access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.takesStream === true ? { requestBody: BYTES } : {}),
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(endpoint, endpoint.body, schemas) }),
    responses: responses(endpoint, schemas),
    ...(named.length === 0 ? {} : { 'x-decision': named.map(options.decision) }),
  };
}

function fields(schema: z.ZodObject | undefined, place: 'path' | 'query', schemas: Schemas): OpenApiObject[] {
  if (schema === undefined) return [];
  const { properties, required } = schemas.of(schema, 'input');
  return Object.entries(objectOf(properties)).map(([name, property]) => {
    const { description, ...rest } = objectOf(property);
    return {
      name,
      in: place,
      required: place === 'path' || listOf(required).includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function headers({ headers = {}, access, method }: Endpoint): OpenApiObject[] {
  const repeats = (access === 'key' || access === 'webhook') && (method === 'POST' || method === 'PATCH');
  const key = { 'Idempotency-Key': 'A random UUID; a later request with it gets the answer of the first.' };
  return Object.entries({ ...headers, ...(repeats ? key : {}) }).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: text,
  }));
}

const BYTES = { required: true, content: { 'application/octet-stream': {} } };

function requestBody(endpoint: Endpoint, body: z.ZodType, schemas: Schemas): OpenApiObject {
  if (endpoint.bodyFormat === 'bytes') return BYTES;
  const schema = schemas.of(body, 'input');
  // Decision `unknown-fields`.
  const isOpen = endpoint.access === 'key';
  return { required: true, content: { 'application/json': { schema: isOpen ? opened(schema) : schema } } };
}

/** A schema that allows additional fields, at any depth. */
function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([name, value]) => name !== 'additionalProperties' || value !== false);
  return Object.fromEntries(entries.map(([name, value]) => [name, opened(value)]));
}

const ANSWER_TYPES = {
  json: 'application/json',
  events: 'text/event-stream',
  bytes: 'application/octet-stream',
} as const;

/** The default of `response`. */
const NOTHING = z.strictObject({});

function responses(endpoint: Endpoint, schemas: Schemas): OpenApiObject {
  const format = endpoint.answerFormat ?? 'json';
  const media = format === 'json' ? { schema: schemas.of(endpoint.response ?? NOTHING, 'output') } : {};
  const named = [
    'X-Hangar-Warning',
    ...(endpoint.access === 'key' || endpoint.access === 'webhook' ? ['X-Hangar-Fault'] : []),
  ];
  const shared = Object.fromEntries(named.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  const success = { description: 'Success', headers: shared, content: { [ANSWER_TYPES[format]]: media } };
  const errors = errorCodesOf(endpoint).map(
    (code) => [String(ERRORS[code].status), errorResponse(code, schemas)] as const,
  );
  return { [String(endpoint.successStatus ?? 200)]: success, ...Object.fromEntries(errors) };
}

const IMPLIED: Readonly<Record<Endpoint['access'], readonly ErrorCode[]>> = {
  key: ['unauthorized', 'forbidden', 'rate_limited'],
  webhook: ['rate_limited', 'forbidden'],
  // Too many wrong admin tokens.
  emulator: ['unauthorized', 'forbidden', 'rate_limited'],
  upload: ['forbidden'],
  open: ['forbidden'],
};

/** The errors that an endpoint declares, and those that follow from its access, its parameters and its body. */
function errorCodesOf({ access, errors = [], body, params, query, method }: Endpoint): ErrorCode[] {
  const fromBody: ErrorCode[] = ['invalid_request', 'payload_too_large', 'unsupported_media_type'];
  const codes = new Set<ErrorCode>([
    ...errors,
    ...IMPLIED[access],
    ...(body === undefined ? [] : fromBody),
    ...(params === undefined && query === undefined && method === 'GET' ? [] : (['invalid_request'] as const)),
    'internal',
  ]);
  return [...codes].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
}

/** Headers of errors, beside those of every response. */
const ERROR_HEADERS: Partial<Record<ErrorCode, string>> = { rate_limited: 'Retry-After', method_not_allowed: 'Allow' };

function errorResponse(code: ErrorCode, schemas: Schemas): OpenApiObject {
  const own = ERROR_HEADERS[code];
  return {
    description: ERRORS[code].meaning,
    ...(own === undefined ? {} : { headers: { [own]: { $ref: `#/components/headers/${own}` } } }),
    content: { 'application/json': { schema: schemas.of(code === 'timeout' ? TimeoutAnswer : ErrorAnswer, 'output') } },
  };
}

/** The body of every error. */
const ErrorAnswer = z
  .object({
    error: z.string().describe('The message, for people'),
    code: z.string().describe('The code, for programs'),
  })
  .meta({ id: 'Error' });

/** The body of a 408. */
const TimeoutAnswer = ErrorAnswer.extend({ state: z.looseObject({}).describe('The current state') }).meta({
  id: 'Timeout',
});
