import { z } from 'zod';
import { emulator, open } from '../../http/endpoint.ts';
import { JsonObject, Json } from '../../values/json-schema.ts';
import { fields } from '../../values/limited.ts';
import { COUNTS } from '../../values/limits.ts';
import { MAX_FILTER } from '../../model/filter-terms.ts';
import { RUN_STATUSES } from '../../model/status.ts';
import { MaybeEmpty, TimeUp } from '../v0/fields.ts';
import { LogPage, PromptRow, RunDetail, RunRow, SessionRow } from './rows.ts';
import { Key, readOne } from './one-item.ts';
import { ReasonOrNull } from './reason.ts';
import { Held, releaseOne } from './release.ts';
import { Sleep } from '../../model/run.ts';

/** The named result of a step. */
export const StepResult = z.object({
  step: z.int().describe('Index of the step'),
  name: z.string().describe('Its name under `as`'),
  value: Json.describe('null without a result'),
});
export type StepResult = z.output<typeof StepResult>;

/** The step from which a run's task is run again. */
export const RunFromStep = z.strictObject({
  step: z.int().min(0).max(COUNTS.steps).describe('Index of the step to begin from, as in `steps` of the run'),
  results: JsonObject.default({}).describe('Results of earlier steps by name; those of the run by default'),
});
export type RunFromStep = z.output<typeof RunFromStep>;

/** The endpoint that runs the task of a run again from one of its steps. */
const runFromStep = {
  results: readOne(
    '/_emulator/runs/{id}/results',
    'Read the results of the steps of a run',
    z.object({ results: z.array(StepResult) }),
  ),
  executeFrom: emulator.post(
    '/_emulator/runs/{id}/execute',
    'Run the task of a run again from a step, with the results of earlier steps',
    {
      params: Key,
      body: RunFromStep,
      response: z.object({ runID: z.string() }),
      errors: ['invalid_request', 'not_found'],
    },
  ),
};

/** A count in a query, with its maximum and its default. */
export const Count = (max: number, preset: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number, zero or more')
    .transform(Number)
    .pipe(z.int().max(max))
    .optional()
    .default(preset)
    .meta({ override: { type: 'integer', minimum: 0, maximum: max, default: preset } });
const window = { offset: Count(999_999_999, 0), limit: Count(1000, 100) };

/** The filter of a list. */
export const Filter = z
  .string()
  .max(MAX_FILTER)
  .optional()
  .describe('A filter: words and terms such as `status:failed` (docs/filters.md)');

/** Query of an endpoint that lists pending items, with a filter. */
export const PENDING_LIST = { query: z.object({ q: Filter }), errors: ['invalid_request'] } as const;

/** Statuses, separated by commas. */
const Statuses = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text === '' ? [] : text.split(',')))
  .pipe(z.array(z.enum(RUN_STATUSES)))
  .meta({ override: { type: 'string', description: 'Run statuses, separated by commas' } });

const Execute = z.strictObject({
  paramValues: JsonObject.default({}),
  environment: z.string().optional().describe('ID or slug; the default environment when absent'),
  resources: fields(z.string(), z.string(), COUNTS.aliases).default({}),
  repeats: MaybeEmpty.describe('ID of the run that it repeats; ignored when that run was removed'),
});

/** User that answers a prompt, by ID or e-mail address; the local user when absent. */
const as = z.string().optional();

/** Runs as the window shows them. */
export const runs = {
  list: emulator.get('/_emulator/runs', 'List runs, newest first, with filters', {
    query: z.object({
      task: MaybeEmpty.describe('Task ID or slug'),
      status: Statuses,
      environment: MaybeEmpty,
      session: MaybeEmpty,
      q: Filter,
      text: MaybeEmpty.describe('Found in ID, task, failure or origin'),
      since: TimeUp.describe('Created at this time or later'),
      until: TimeUp.describe('Created before this time'),
      ...window,
    }),
    response: z.object({ runs: z.array(RunRow), total: z.int() }),
    errors: ['invalid_request'],
  }),
  get: emulator.get('/_emulator/runs/{id}', 'Read a run with its timeline, children, prompts and output', {
    params: Key,
    query: z.object({
      timeline: z
        .enum(['', 'waiting'])
        .optional()
        .transform((text) => text || undefined)
        .describe('`waiting` leaves out of `timeline` the other phases, which the times of the rows tell as well'),
    }),
    response: RunDetail,
    errors: ['invalid_request', 'not_found'],
  }),
  logs: emulator.get('/_emulator/runs/{id}/logs', 'Read log lines of a run, ascending, debug lines included', {
    params: Key,
    query: z.object({ offset: Count(999_999_999, 0), limit: Count(10_000, 1000) }),
    response: LogPage,
    errors: ['invalid_request', 'not_found'],
  }),
  cancel: emulator.post('/_emulator/runs/{id}/cancel', 'Cancel a run as the local user', {
    params: Key,
    errors: ['invalid_request', 'not_found'],
  }),
  release: releaseOne('/_emulator/runs/{id}/release', 'a run'),
  ...runFromStep,
  execute: emulator.post('/_emulator/tasks/{id}/execute', 'Execute a task as the local user', {
    params: Key,
    body: Execute,
    response: z.object({ runID: z.string() }),
    errors: ['invalid_request', 'not_found'],
  }),
};

/** Sessions as the window shows them. */
export const sessions = {
  list: emulator.get('/_emulator/sessions', 'List sessions, newest first, with filters', {
    query: z.object({ runbook: MaybeEmpty, q: Filter, ...window }),
    response: z.object({ sessions: z.array(SessionRow), total: z.int() }),
    errors: ['invalid_request'],
  }),
  get: readOne(
    '/_emulator/sessions/{id}',
    'Read a session with its blocks and runs',
    z.object({ row: SessionRow, runs: z.array(RunRow), reason: ReasonOrNull, held: Held }),
  ),
  cancel: emulator.post('/_emulator/sessions/{id}/cancel', 'Cancel a session as the local user', {
    params: Key,
    errors: ['invalid_request', 'not_found'],
  }),
  release: releaseOne('/_emulator/sessions/{id}/release', 'a session'),
  execute: emulator.post('/_emulator/runbooks/{id}/execute', 'Execute a runbook as the local user', {
    params: Key,
    body: Execute.omit({ resources: true, repeats: true }),
    response: z.object({ sessionID: z.string() }),
    errors: ['invalid_request', 'not_found'],
  }),
};

/** Prompts as the window shows and answers them. */
export const prompts = {
  list: emulator.get('/_emulator/prompts', 'List pending prompts, oldest first, with a filter', {
    ...PENDING_LIST,
    response: z.object({ prompts: z.array(PromptRow) }),
  }),
  get: readOne('/_emulator/prompts/{id}', 'Read a prompt', PromptRow),
  submit: emulator.post('/_emulator/prompts/{id}/submit', 'Submit a prompt as a user', {
    params: Key,
    body: z.strictObject({ values: JsonObject.default({}), as }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
  }),
  cancel: emulator.post('/_emulator/prompts/{id}/cancel', 'Cancel a prompt as a user', {
    params: Key,
    body: z.strictObject({ as }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
  }),
};

/** Waits of runs on the clock (docs/task-runtime.md, "Calls of a run"). */
export const sleeps = {
  skip: emulator.post('/_emulator/sleeps/{id}/skip', 'End a wait of a run now; returns an ended one unchanged', {
    params: z.object({ id: z.string() }),
    response: z.object({ sleep: Sleep }),
    errors: ['not_found'],
  }),
};

const Upload = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.int(), url: z.string() });

/** Files for parameters of type upload. */
export const uploads = {
  create: emulator.post('/_emulator/uploads', 'Store a file for a parameter of type upload; the body is the file', {
    query: z.object({ name: z.string().default('file') }),
    body: z.unknown(),
    bodyFormat: 'bytes',
    response: Upload,
    errors: ['invalid_request', 'payload_too_large'],
    decisions: ['param-types'],
  }),
  get: open.get('/_emulator/uploads/{id}', 'Read an uploaded file', {
    params: Key,
    response: z.unknown(),
    answerFormat: 'bytes',
    errors: ['not_found'],
  }),
};
