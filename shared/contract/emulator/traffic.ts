import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { Json } from '../../values/json-schema.ts';
import { fields } from '../../values/limited.ts';
import { HEADER_NAME, HEADER_VALUE } from '../../http/request-parts.ts';
import { COUNTS } from '../../values/limits.ts';
import { MaybeEmpty } from '../v0/fields.ts';
import { TrafficCall, TrafficEntry, TrafficRow } from './rows.ts';
import { Count, Filter } from './state.ts';
import { Key } from './one-item.ts';

const Pair = z.object({ name: z.string(), value: z.string() });
const common = {
  httpVersion: z.string(),
  cookies: z.array(Pair),
  headers: z.array(Pair),
  headersSize: z.int(),
  bodySize: z.int(),
};

/** Facts about a request for which the format has no field. */
export const HarDetails = z.object({
  id: z.string().describe('ID in the traffic log'),
  operation: z.string(),
  runID: z.string(),
  sessionID: z.string(),
  promptID: z.string(),
  fault: z.string().describe('Slugs of its faults; "" for none'),
  webhook: z
    .object({ task: z.string(), slug: z.string(), environment: z.string() })
    .optional()
    .describe('The called webhook, by slugs'),
  requestTruncated: z.boolean().describe('Only the beginning of the body is kept'),
  answerTruncated: z.boolean(),
});
export type HarDetails = z.output<typeof HarDetails>;

/** One request and its answer. Source: HAR 1.2, "entries". */
export const HarEntry = z.object({
  startedDateTime: z.string(),
  time: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    ...common,
    queryString: z.array(Pair),
    postData: z
      .object({
        mimeType: z.string(),
        text: z.string(),
        _encoding: z.literal('base64').optional().describe('Absent for plain text'),
      })
      .optional(),
  }),
  response: z.object({
    status: z.int().describe('0 when the client got no answer'),
    statusText: z.string(),
    ...common,
    content: z.object({
      size: z.int(),
      mimeType: z.string(),
      text: z.string(),
      encoding: z.literal('base64').optional(),
    }),
    redirectURL: z.string(),
  }),
  cache: z.object({}),
  timings: z.object({ send: z.number(), wait: z.number(), receive: z.number() }),
  comment: z.string(),
  _hangar: HarDetails,
});
export type HarEntry = z.output<typeof HarEntry>;

/** Requests as an HTTP archive. Source: HAR 1.2. */
const Har = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    comment: z.string(),
    entries: z.array(HarEntry),
  }),
});

/** Kinds of repairs. */
const REPAIRS = ['createTask', 'makeOptional', 'addAlias', 'sendAgain', 'withoutApproval', 'switchOff'] as const;

/** A change that mends a refused request: one request to `/_emulator`, ready to send. */
export const Repair = z.object({
  kind: z.enum(REPAIRS),
  label: z.string().describe('As on a button: `Create task refunds from this call`'),
  request: z.object({ method: z.enum(['POST', 'PUT']), path: z.string(), body: Json }),
});
export type Repair = z.output<typeof Repair>;

/** A refusal in plain words, with what would mend it. */
export const Refusal = z.object({
  text: z.string().describe('In plain words: `There is no task “refunds”.`'),
  sent: z.array(z.object({ path: z.string(), value: Json })).describe('The values at fault, masked as in `request`'),
  nearest: z.string().describe('The most similar name that exists; "" for none'),
  repairs: z.array(Repair),
});
export type Refusal = z.output<typeof Refusal>;

const LIMIT = { max: 100_000, preset: 1000 };

const Selection = z.object({
  offset: Count(LIMIT.max, 0),
  limit: Count(LIMIT.max, LIMIT.preset),
  webhook: MaybeEmpty.describe('Only deliveries to this webhook, as task-id/slug'),
  run: MaybeEmpty.describe(
    'Only requests that created or named this run, by ID, and attempts with their idempotency keys',
  ),
  before: MaybeEmpty.describe('Only requests that began before this one, by ID'),
  after: MaybeEmpty.describe('Only requests that began after this one, by ID'),
  q: Filter,
});

/** Selects requests of the log; also an option of the library. */
export const TrafficFilter = Selection.extend({
  offset: z.int().min(0).max(LIMIT.max).default(0),
  limit: z.int().min(0).max(LIMIT.max).default(LIMIT.preset),
}).strict();

const HeaderName = z.string().max(200).regex(HEADER_NAME, 'must be the name of a header');
const HeaderValue = z.string().max(16_000).regex(HEADER_VALUE, 'must be one line of Latin-1 text, as headers are');

/** Changes to a logged request that is sent again. */
export const TrafficSend = z.strictObject({
  sign: z
    .strictObject({ secret: z.string().min(1).max(10_000), header: HeaderName })
    .optional()
    .describe('Signs the body again: HMAC-SHA256, as `sha256=` and hexadecimal digits in this header'),
  body: Json.optional().describe('A new body: a text unchanged, any other value as JSON'),
  headers: fields(HeaderName, HeaderValue.nullable(), COUNTS.matches)
    .optional()
    .describe('Headers to replace or add; null removes one'),
});
export type TrafficSend = z.output<typeof TrafficSend>;

/** The logged request that a send made. */
export const SentTraffic = z.object({
  id: z.string(),
  status: z.int().describe('0 when no answer arrived'),
});
export type SentTraffic = z.output<typeof SentTraffic>;

/** The traffic log: requests that arrived, and their answers. */
export const traffic = {
  list: emulator.get('/_emulator/traffic', 'List the latest requests, newest first, with filters', {
    query: Selection,
    response: z.object({
      entries: z.array(TrafficRow),
      total: z.int().describe('Number of matching requests, including those beyond `limit`'),
      dropped: z.int().describe('Number of dropped requests'),
      bytes: z.int(),
    }),
    errors: ['invalid_request'],
  }),
  har: emulator.get(
    '/_emulator/traffic.har',
    'Read the latest requests as an HTTP archive (HAR 1.2), oldest first, without secrets',
    { query: Selection, response: Har, errors: ['invalid_request'] },
  ),
  get: emulator.get('/_emulator/traffic/{id}', 'Read a request with both sides, and all attempts of its call', {
    params: Key,
    response: TrafficEntry.extend({
      call: TrafficCall,
      refusal: Refusal.nullable().describe('Plain words and repairs for a refused call; null for other requests'),
    }),
    errors: ['not_found'],
  }),
  clear: emulator.delete('/_emulator/traffic', 'Clear the traffic log', {}),
  send: emulator.post(
    '/_emulator/traffic/{id}/send',
    'Send a logged request to /v0 again, unchanged or changed; returns the new entry',
    {
      params: Key,
      body: TrafficSend,
      response: SentTraffic,
      errors: ['invalid_request', 'not_found', 'conflict', 'rate_limited'],
    },
  ),
};
