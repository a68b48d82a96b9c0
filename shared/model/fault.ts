import { z } from 'zod';
import { FAULT_KINDS, type FaultKind } from '../registry/fault-kinds.ts';
import { OPERATIONS } from '../registry/operations.ts';
import { fields, list } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { Name, Text, unionOf } from '../values/json-schema.ts';
import { Call } from './call.ts';
import { matchFields, ruleFields } from './rule.ts';

/** A case-sensitive pattern for a whole text: `*` stands for any characters, `?` for one. */
const Glob = z.string().max(200);
const HeaderName = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/, 'must be the name of a header');

/** Conditions of a fault: a request must meet all given ones. */
const Match = z
  .strictObject({
    operation: z
      .union([z.enum(OPERATIONS), list(z.enum(OPERATIONS), COUNTS.matches).min(1)], {
        error:
          'must be a path of /v0 without /v0/, such as tasks/execute, runs/get or prompts/create; webhook; or a list of them',
      })
      .optional()
      .describe('Path of `/v0` without `/v0/`, such as `tasks/execute`; `webhook`; or a list of them'),
    ...matchFields,
    apiKey: Name.min(1).optional().describe('API key, by name or ID'),
    client: Glob.optional().describe('Pattern of the header `User-Agent`, with `*` and `?`'),
    headers: fields(HeaderName, Glob, COUNTS.matches).optional().describe('Patterns of headers, by name'),
  })
  .meta({ id: 'FaultMatch' });

/** A delay, in seconds of the machine's clock. */
const Seconds = z.number().min(0).max(600);

const common = {
  ...ruleFields,
  match: Match.prefault({}).describe('Requests that meet all of these; all requests when empty'),
  countPer: z
    .enum(['fault', 'apiKey', 'idempotencyKey', 'run'])
    .default('fault')
    .describe(
      'Requests that `skip`, `times` and `attempt` count together: all of the fault, or those of each key or run',
    ),
  during: z
    .strictObject({
      every: z.number().min(0.001).max(31_536_000).describe('Length of a period, in emulated seconds'),
      for: z
        .number()
        .min(0.001)
        .max(31_536_000)
        .describe('Beginning of the period in which the fault applies, in seconds'),
    })
    .optional()
    .describe('Applies only within the first `for` of every `every` seconds of emulated time since 1970'),
};

/** The faults by kind (lab, "Faults"). */
export const FAULTS = {
  delay: z
    .strictObject({
      ...common,
      kind: z.literal('delay').describe('Effect'),
      seconds: Seconds.describe('Delay, in seconds of the machine'),
      jitterSeconds: Seconds.default(0).describe('Random further delay, at most'),
    })
    .describe(FAULT_KINDS.delay),
  error: z
    .strictObject({
      ...common,
      kind: z.literal('error').describe('Effect'),
      status: z.int().min(400).max(599).default(500).describe('Status of the answer'),
      code: Name.min(1).optional().describe('Error code of the answer'),
      message: Text.optional().describe('Message of the answer'),
      retryAfterSeconds: z
        .number()
        .min(0)
        .max(86_400)
        .optional()
        .describe('Header `Retry-After`; a key that comes earlier gets the error again'),
      after: z.boolean().default(false).describe('Executes the request first'),
    })
    .describe(FAULT_KINDS.error),
  lose: z.strictObject({ ...common, kind: z.literal('lose').describe('Effect') }).describe(FAULT_KINDS.lose),
  refuse: z.strictObject({ ...common, kind: z.literal('refuse').describe('Effect') }).describe(FAULT_KINDS.refuse),
  truncate: z
    .strictObject({
      ...common,
      kind: z.literal('truncate').describe('Effect'),
      fraction: z.number().min(0).max(1).default(0.5).describe('Part of the body that is sent, from 0 to 1'),
    })
    .describe(FAULT_KINDS.truncate),
  slow: z
    .strictObject({
      ...common,
      kind: z.literal('slow').describe('Effect'),
      bytesPerSecond: z.number().min(1).max(1_000_000_000).describe('Speed of the answer'),
    })
    .describe(FAULT_KINDS.slow),
  hang: z
    .strictObject({
      ...common,
      kind: z.literal('hang').describe('Effect'),
      seconds: Seconds.describe('Time without an answer, in seconds of the machine'),
    })
    .describe(FAULT_KINDS.hang),
  body: z
    .strictObject({
      ...common,
      kind: z.literal('body').describe('Effect'),
      status: z.int().min(200).max(599).default(502).describe('Status of the answer'),
      contentType: z
        .string()
        .regex(/^[\x21-\x7e][\x20-\x7e]{0,199}$/, 'must be a content type, such as "text/html"')
        .default('text/html; charset=utf-8')
        .describe('Content type of the answer'),
      text: Text.default('').describe('Body of the answer'),
    })
    .describe(FAULT_KINDS.body),
  run: z
    .strictObject({
      ...common,
      kind: z.literal('run').describe('Effect'),
      status: z.enum(['Failed', 'Cancelled']).default('Failed').describe('Status in which the run ends'),
      message: Text.optional().describe('Failure of the run'),
      afterSeconds: z.number().min(0).max(31_536_000).default(0).describe('Emulated seconds from Active to that end'),
    })
    .describe(FAULT_KINDS.run),
  hold: z
    .strictObject({
      ...common,
      kind: z.literal('hold').describe('Effect'),
      after: z.boolean().default(false).describe('Executes the request first, and holds its answer'),
      until: Call.optional().describe('Goes on once this call has been answered, counted since the fault was added'),
      seconds: Seconds.nullable()
        .default(30)
        .describe('Goes on after this time, in seconds of the machine; null: never by itself'),
      freezeClock: z.boolean().default(false).describe('Freezes the emulated clock while a request is held'),
    })
    .describe(FAULT_KINDS.hold),
} satisfies Record<FaultKind, z.ZodObject>;

/** A fault of one kind, defaults filled in. */
export type FaultOf<Kind extends FaultKind> = z.output<(typeof FAULTS)[Kind]>;
export const Fault = unionOf('kind', FAULTS).meta({ id: 'Fault' });
export type Fault = z.output<typeof Fault>;
export type AuthoredFault = z.input<typeof Fault>;
