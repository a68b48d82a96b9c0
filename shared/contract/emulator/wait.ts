import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { TimestampText } from '../../model/answers.ts';
import { Prompt } from '../../model/prompt.ts';
import { Run, RunStatus } from '../../model/run.ts';
import { OPERATIONS } from '../../registry/operations.ts';
import { HeldRequest } from './held-requests.ts';
import { TrafficRow } from './rows.ts';

/** Maximum time of the machine to wait, in seconds. */
const MAX_SECONDS = 300;
/** Maximum number of requests to wait for, and of runs in an answer. */
export const MAX_WAIT_ROWS = 1000;

const timeout = {
  timeoutSeconds: z
    .number()
    .min(0)
    .max(MAX_SECONDS)
    .default(10)
    .describe("Seconds of the machine's time after which the answer is 408"),
};
const task = z.string().max(200).describe('Task ID or slug');
const runID = z.string().max(200);

/** A request to wait, by kind. */
export const WaitRequest = z.discriminatedUnion('for', [
  z
    .strictObject({ for: z.literal('settled'), ...timeout })
    .describe('No request is in flight, and every run has ended or waits'),
  z
    .strictObject({
      for: z.literal('run'),
      runID: runID.optional(),
      task: task.optional().describe('Task ID or slug; its newest run'),
      status: RunStatus.optional().describe('Any final status when absent'),
      ...timeout,
    })
    .refine((wait) => (wait.runID === undefined) !== (wait.task === undefined), {
      message: 'give exactly one of runID and task',
      path: ['runID'],
    }),
  z.strictObject({ for: z.literal('prompt'), runID: runID.optional(), task: task.optional(), ...timeout }),
  z.strictObject({
    for: z.literal('request'),
    operation: z.enum(OPERATIONS).optional(),
    task: task.optional().describe('Task of the request, by ID or slug'),
    status: z.int().min(0).max(999).optional().describe('Status of the answer; 0 for none'),
    count: z.int().min(1).max(MAX_WAIT_ROWS).default(1),
    ...timeout,
  }),
  z.strictObject({
    for: z.literal('held'),
    operation: z.enum(OPERATIONS).optional(),
    task: task.optional().describe('Slug of the task of the held request'),
    count: z.int().min(1).max(MAX_WAIT_ROWS).default(1),
    ...timeout,
  }),
]);
export type WaitRequest = z.output<typeof WaitRequest>;
/** A wait as a client writes it. */
export type WaitOptions = z.input<typeof WaitRequest>;

/** An unfinished run, in the answer of a settled emulator. */
export const WaitingRun = z.object({
  runID: z.string(),
  on: z
    .enum(['prompt', 'clock', 'slot', 'held'])
    .describe(
      '`held`: it came from a file and was not released. For a run that waits for its children or a session: the reason that those wait',
    ),
  until: TimestampText.optional().describe('The emulated time until which it waits on the clock'),
});
export type WaitingRun = z.output<typeof WaitingRun>;

const SettledAnswer = z.object({
  waiting: z.array(WaitingRun),
  more: z.int().optional().describe('Number of omitted waiting runs; absent for none'),
});
const RunAnswer = z.object({ run: Run });
const PromptAnswer = z.object({ prompt: Prompt });
const RequestAnswer = z.object({
  requests: z.array(TrafficRow).describe('The latest matching ones, oldest first: `count`, and at least 100'),
});

const HeldAnswer = z.object({ held: z.array(HeldRequest).describe('The matching ones, oldest first') });

/** Answers by kind of wait. */
export interface WaitAnswers {
  readonly settled: z.output<typeof SettledAnswer>;
  readonly run: z.output<typeof RunAnswer>;
  readonly prompt: z.output<typeof PromptAnswer>;
  readonly request: z.output<typeof RequestAnswer>;
  readonly held: z.output<typeof HeldAnswer>;
}
export type WaitAnswer = WaitAnswers[keyof WaitAnswers];

/** Waits for something to happen. */
export const wait = emulator.post(
  '/_emulator/wait',
  'Wait until all work has settled, or for a run, a prompt, requests or held requests',
  {
    body: WaitRequest,
    response: z.union([SettledAnswer, RunAnswer, PromptAnswer, RequestAnswer, HeldAnswer]),
    errors: ['invalid_request', 'not_found', 'timeout', 'conflict'],
  },
);
