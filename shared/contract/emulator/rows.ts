import { z } from 'zod';
import { ShownDisplay } from '../../model/display.ts';
import { TimestampOrNull, TimestampText } from '../../model/answers.ts';
import { STEP_KINDS } from '../../model/behavior.ts';
import { Json } from '../../values/json-schema.ts';
import { Prompt } from '../../model/prompt.ts';
import { Sleep, LogEntry, Run, RunStatus } from '../../model/run.ts';
import { Session } from '../../model/session.ts';
import { FINDING_RULES } from '../../registry/finding-rules.ts';
import { keysOf } from '../../values/objects.ts';
import { ReasonOrNull } from './reason.ts';
import { Held } from './release.ts';

/** Origin of a run or a session. */
const ORIGINS = ['api', 'webhook', 'window', 'session', 'child', 'schedule'] as const;
export const Origin = z.object({
  kind: z.enum(ORIGINS),
  /** ID of the request in the traffic log that made it; "" once that request is dropped. */
  trafficID: z.string(),
  /** The webhook's slug, for `webhook`. */
  webhook: z.string(),
});
export type Origin = z.output<typeof Origin>;

/** The first parameter values of a run. */
const FirstValues = z
  .array(z.tuple([z.string(), z.string()]))
  .describe('First three parameter values, by slug, as texts of up to 60 characters; `{…}` for lists and objects');

/** A run in a list: the fields of a row, small enough to stream by the thousand. */
export const RunRow = z.object({
  id: z.string(),
  taskID: z.string(),
  taskSlug: z.string(),
  name: z.string().describe('Name of the task; `Close the day, 2 Confirm` for a prompt of a runbook'),
  environment: z.string().describe('Slug'),
  sessionID: z.string(),
  parentID: z.string().describe('The run that executed this one; "" when none'),
  status: RunStatus,
  waiting: z.boolean().describe('Waits for a prompt'),
  createdAt: TimestampText,
  createdBy: z.string(),
  activeAt: TimestampOrNull,
  endedAt: TimestampOrNull,
  origin: Origin,
  failure: z.string().describe('Reason of the failure; "" for none'),
  repeats: z.string().describe('The run that it repeats, when it was run again; "" when none'),
  values: FirstValues,
  reason: ReasonOrNull,
  held: Held,
});
export type RunRow = z.output<typeof RunRow>;

/** A period of a run, for its timeline. */
export const TimelineSpan = z.object({
  runID: z.string(),
  name: z.string(),
  phase: z.enum(['queued', 'active', 'waiting']),
  from: TimestampText,
  to: TimestampOrNull.describe('null while it lasts'),
});
export type TimelineSpan = z.output<typeof TimelineSpan>;

/** State of a step. `pending`: not reached yet; `unreached`: the run ended before it. */
const STEP_STATES = ['pending', 'active', 'done', 'failed', 'cancelled', 'skipped', 'unreached'] as const;

/** A step of a run, in the order of its behavior. */
export const RunStep = z.object({
  do: z.enum(STEP_KINDS),
  text: z.string().describe('Its text, description, task, seconds or message as authored, up to 200 characters'),
  state: z.enum(STEP_STATES),
  from: TimestampOrNull,
  to: TimestampOrNull.describe('null while it lasts'),
  promptID: z.string().describe('The prompt that it created; "" for none'),
  runID: z.string().describe('The run that it executed; "" when none'),
});
export type RunStep = z.output<typeof RunStep>;

/** A period that the clock skipped. */
export const ClockJump = z.object({ from: TimestampText, to: TimestampText });

/** The automatic answer to a prompt or a request for approval: due, refused, or given. */
export const PromptAnswer = z.object({
  rule: z.string().describe('Slug of the rule'),
  dueAt: TimestampText.describe('When it is due, or was given'),
  problem: z.string().nullable().describe('Reason of the refusal; null for none'),
  held: z
    .literal(true)
    .optional()
    .describe('It is not given until its prompt or request is released; absent otherwise'),
});
export type PromptAnswer = z.output<typeof PromptAnswer>;

/** A prompt in the inbox: the prompt of `/v0`, its origin, and its automatic answer. */
export const PromptRow = z.object({
  prompt: Prompt,
  taskID: z.string(),
  taskSlug: z.string(),
  name: z.string(),
  environment: z.string(),
  sessionID: z.string(),
  values: FirstValues.describe('Of its run'),
  answer: PromptAnswer.nullable().describe('null when no rule answers it'),
  reason: ReasonOrNull,
  held: Held,
});
export type PromptRow = z.output<typeof PromptRow>;

/** A wait on the clock that the code of a run began with `sleeps/create`. */
const SleepRow = Sleep.extend({ endedAt: TimestampOrNull.describe('null while it lasts') });

/** A run with the fields that `/v0` does not show. */
export const RunDetail = z.object({
  row: RunRow,
  run: Run.describe('As in /v0/runs/get'),
  output: Json.describe('As `output` in /v0/runs/getOutputs'),
  timeline: z.array(TimelineSpan).describe('Of the run and its children, the run first'),
  behavior: z
    .enum(['steps', 'script', 'command', 'builtin', ''])
    .describe('Kind of its behavior; "builtin" for a task that comes with Hangar, "" for a prompt of a runbook'),
  steps: z.array(RunStep).describe('Of a behavior of steps'),
  jumps: z.array(ClockJump).describe('Known jumps of the clock during the run'),
  children: z.array(RunRow),
  prompts: z.array(PromptRow),
  sleeps: z.array(SleepRow),
  displays: z.array(ShownDisplay).describe('Its displays, oldest first'),
  logLines: z.int().describe('Number of lines of its log, debug lines included'),
  reason: ReasonOrNull,
  held: Held,
});
export type RunDetail = z.output<typeof RunDetail>;

/** A block of a session and its status. */
export const SessionBlock = z.object({
  slug: z.string(),
  name: z.string(),
  kind: z.enum(['task', 'prompt']),
  status: z.enum(['Pending', 'Active', 'Waiting', 'Succeeded', 'Failed', 'Skipped', 'Cancelled']),
  runID: z.string().describe('"" while it has none'),
});
export type SessionBlock = z.output<typeof SessionBlock>;

/** A session with its blocks. */
export const SessionRow = z.object({
  session: Session,
  runbookSlug: z.string(),
  environment: z.string(),
  origin: Origin,
  blocks: z.array(SessionBlock),
  failure: z.string(),
  reason: ReasonOrNull,
  held: Held,
});
export type SessionRow = z.output<typeof SessionRow>;

/** Log lines of a run, ascending, debug lines included. */
export const LogPage = z.object({ lines: z.array(LogEntry), total: z.int() });
export type LogPage = z.output<typeof LogPage>;

/** A request in the traffic list. Keys and webhook secrets are masked. */
export const TrafficRow = z.object({
  id: z.string(),
  at: TimestampText,
  method: z.string(),
  path: z.string(),
  query: z.string(),
  status: z.int().describe('0 when the client disconnected before the answer'),
  milliseconds: z.number(),
  client: z.string().describe('User-Agent'),
  caller: z.string().describe('Name of the key or user; "" when unknown'),
  runID: z.string().describe('The run that it created or named; "" for none'),
  runStatus: RunStatus.optional().describe('Status of the run that the answer to runs/get gave'),
  sessionID: z.string(),
  promptID: z.string(),
  subject: z
    .object({ slug: z.string(), values: z.array(z.string()) })
    .optional()
    .describe(
      'Slug of the task and first values as texts: of the run, or of the body without one; absent when unknown',
    ),
  summary: z.string().optional().describe('What came, where no field says it: `50 runs`; a refusal in plain words'),
  error: z.string().describe('The message of an error answer'),
  code: z.string(),
  decision: z.string().describe('Decision that the request broke; "" when none'),
  warnings: z.array(z.string()).describe('As in X-Hangar-Warning'),
  idempotencyKey: z.string(),
  replayOf: z.string().describe('ID of the request whose answer was repeated; "" when this one was processed'),
  webhook: z.string().describe('Slug of the called webhook'),
  fault: z
    .object({
      slug: z.string().describe('Slugs of the faults, separated by commas'),
      kind: z.string().describe('Their kinds'),
      instead: z
        .object({ status: z.int() })
        .optional()
        .describe('The answer without the fault; absent when nothing was executed'),
    })
    .optional(),
});
export type TrafficRow = z.output<typeof TrafficRow>;

/** One side of an exchange as it went over the wire. */
export const TrafficSide = z.object({
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string().describe('As text; base64 when `encoding` says so'),
  encoding: z.enum(['utf8', 'base64']),
  size: z.int().describe('Bytes of the whole body'),
  truncated: z.boolean().describe('Only the beginning of the body is kept'),
});
export type TrafficSide = z.output<typeof TrafficSide>;

/** A request with both sides, and the part of the interface that it called or broke. */
export const TrafficEntry = z.object({
  row: TrafficRow,
  request: TrafficSide,
  answer: TrafficSide,
  operation: z.string().describe('Summary of the operation; "" when no path matched'),
  decisions: z.array(z.object({ name: z.string(), rule: z.string() })),
});
export type TrafficEntry = z.output<typeof TrafficEntry>;

/** An attempt of a call. Times are the machine's. */
export const CallAttempt = z.object({
  row: TrafficRow,
  sinceFirstMilliseconds: z.number().describe('From the beginning of the first attempt'),
  pauseMilliseconds: z.number().nullable().describe('From the end of the previous attempt; null for the first'),
  hasSameKey: z.boolean().describe('It has the Idempotency-Key of the previous attempt'),
  retryAfterSeconds: z.number().nullable().describe('Retry-After of its answer; null for none'),
  keptRetryAfter: z
    .boolean()
    .nullable()
    .describe('It waited as long as the previous answer asked; null when that asked for nothing'),
});

export type CallAttempt = z.output<typeof CallAttempt>;

/** The requests by which a client made one call, and the verdict on its retries. */
export const TrafficCall = z.object({
  attempts: z.array(CallAttempt).describe('Oldest first, the 20 around this request at most'),
  summary: z.string().describe('Such as `3 attempts in 3.1 s, one run`'),
  verdict: z
    .object({
      level: z.enum(['fine', 'warning', 'error']),
      rule: z
        .enum(['', ...keysOf(FINDING_RULES)])
        .describe('The rule of the findings that the attempts break; "" for none'),
      text: z.string(),
    })
    .nullable()
    .describe('null when the call needed no retry'),
});
export type TrafficCall = z.output<typeof TrafficCall>;
