import { z } from 'zod';

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
export const Har = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    comment: z.string(),
    entries: z.array(HarEntry),
  }),
});
