import { z } from 'zod';
import { FAULT_KINDS, type FaultKind } from '../registry/fault-kinds.ts';
import { OPERATIONS } from '../registry/operations.ts';
import { fields, list } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { Name, Text } from '../values/texts.ts';
import { unionOf } from '../values/union-of.ts';
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
      .optional(),
    ...matchFields,
    /** Name or ID of an API key. */
    apiKey: Name.min(1).optional(),
    /** Matches the header `User-Agent`. */
    client: Glob.optional(),
    headers: fields(HeaderName, Glob, COUNTS.matches).optional(),
  })
  .meta({ id: 'FaultMatch' });

/** A delay, in seconds of the machine's clock. */
const Seconds = z.number().min(0).max(600);

const common = {
  ...ruleFields,
  match: Match.prefault({}),
  /**
   * Scope of the counters behind `skip`, `times` and `attempt`: all requests of the fault together, or those of each key or run.
   */
  countPer: z.enum(['fault', 'apiKey', 'idempotencyKey', 'run']).default('fault'),
  /** Applies only within the first `for` of every `every` seconds of emulated time since 1970. */
  during: z
    .strictObject({ every: z.number().min(0.001).max(31_536_000), for: z.number().min(0.001).max(31_536_000) })
    .optional(),
};

/** The faults by kind (lab, "Faults"). */
export const FAULTS = {
  delay: z
    .strictObject({
      ...common,
      kind: z.literal('delay'),
      seconds: Seconds,
      jitterSeconds: Seconds.default(0),
    })
    .describe(FAULT_KINDS.delay),
  error: z
    .strictObject({
      ...common,
      kind: z.literal('error'),
      status: z.int().min(400).max(599).default(500),
      code: Name.min(1).optional(),
      message: Text.optional(),
      retryAfterSeconds: z.number().min(0).max(86_400).optional(),
      /** Executes the request first. */
      after: z.boolean().default(false),
    })
    .describe(FAULT_KINDS.error),
  lose: z.strictObject({ ...common, kind: z.literal('lose') }).describe(FAULT_KINDS.lose),
  refuse: z.strictObject({ ...common, kind: z.literal('refuse') }).describe(FAULT_KINDS.refuse),
  truncate: z
    .strictObject({
      ...common,
      kind: z.literal('truncate'),
      fraction: z.number().min(0).max(1).default(0.5),
    })
    .describe(FAULT_KINDS.truncate),
  slow: z
    .strictObject({
      ...common,
      kind: z.literal('slow'),
      bytesPerSecond: z.number().min(1).max(1_000_000_000),
    })
    .describe(FAULT_KINDS.slow),
  hang: z.strictObject({ ...common, kind: z.literal('hang'), seconds: Seconds }).describe(FAULT_KINDS.hang),
  body: z
    .strictObject({
      ...common,
      kind: z.literal('body'),
      status: z.int().min(200).max(599).default(502),
      contentType: z
        .string()
        .regex(/^[\x21-\x7e][\x20-\x7e]{0,199}$/, 'must be a content type, such as "text/html"')
        .default('text/html; charset=utf-8'),
      text: Text.default(''),
    })
    .describe(FAULT_KINDS.body),
  run: z
    .strictObject({
      ...common,
      kind: z.literal('run'),
      status: z.enum(['Failed', 'Cancelled']).default('Failed'),
      message: Text.optional(),
      afterSeconds: z.number().min(0).max(31_536_000).default(0),
    })
    .describe(FAULT_KINDS.run),
} satisfies Record<FaultKind, z.ZodObject>;

/** A fault of one kind, defaults filled in. */
export type FaultOf<Kind extends FaultKind> = z.output<(typeof FAULTS)[Kind]>;
export const Fault = unionOf('kind', FAULTS).meta({ id: 'Fault' });
export type Fault = z.output<typeof Fault>;
export type AuthoredFault = z.input<typeof Fault>;
