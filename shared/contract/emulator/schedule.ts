import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { Call } from '../../model/call.ts';
import { RunStatus } from '../../model/run.ts';
import { Schedule } from '../../model/schedule.ts';
import { Json } from '../../values/json-schema.ts';

/** Number of calls of a schedule that are kept at least, whatever the setting `trafficEntries` says. */
export const MAX_CALLS = 10_000;

/** A call that was answered since the schedule was applied. */
export const AnsweredCall = z
  .object({
    call: Call,
    requestID: z.string().describe('ID in the traffic log'),
    startedAt: z.number().describe('Arrival, in milliseconds of the machine since the first call'),
    endedAt: z.number(),
    status: z.int().describe('Status that the client got; 0 for no answer'),
    fault: z.string().describe('Kinds of the faults that it met, separated by commas; "" for none'),
    executed: z.boolean().describe('True when the service carried it out'),
    runID: z.string().describe('The run that it made or named; "" for none'),
    key: z.string().describe('`Idempotency-Key`, masked; "" for none'),
  })
  .meta({ id: 'AnsweredCall' });
export type AnsweredCall = z.output<typeof AnsweredCall>;

/** A prompt or a request for approval that was asked since the schedule was applied. */
const Asked = z.object({
  kind: z.enum(['prompt', 'request']),
  task: z.string().nullable().describe('Slug of its task; null for none'),
  nth: z.int(),
  id: z.string(),
});

/** A run as the end of a trial shows it. */
export const ObservedRun = z
  .object({
    id: z.string(),
    task: z.string().nullable().describe('Slug; null for a prompt of a runbook'),
    nth: z
      .int()
      .nullable()
      .describe('Number among those of its task since the schedule was applied; null for earlier runs'),
    status: RunStatus,
    params: z.record(z.string(), Json),
    startedAt: z.number().nullable().describe('When it became Active, in emulated milliseconds since the first call'),
    endedAt: z.number().nullable().describe('null while it goes on'),
  })
  .meta({ id: 'ObservedRun' });
export type ObservedRun = z.output<typeof ObservedRun>;

/** An applied schedule, and what became of it. */
export const ScheduleView = z
  .object({
    schedule: Schedule.nullable().describe('null when none is applied'),
    unmet: z.array(z.int()).describe('Indexes of the elements that nothing has met'),
    calls: z.array(AnsweredCall).describe('In the order of their arrival'),
    asked: z.array(Asked).describe('Oldest first'),
    runs: z.array(ObservedRun).describe('All runs, oldest first'),
  })
  .meta({ id: 'ScheduleView' });
export type ScheduleView = z.output<typeof ScheduleView>;

const path = '/_emulator/schedule';

/** The schedule of faults, answers and orders that is applied to this emulator. */
export const schedule = {
  get: emulator.get(path, 'Read the applied schedule, and what became of it', { response: ScheduleView }),
  apply: emulator.post(path, 'Apply a schedule, instead of any before; calls are numbered from 1 again', {
    body: Schedule,
    response: ScheduleView,
    errors: ['invalid_request', 'conflict'],
  }),
  remove: emulator.delete(path, 'Remove the schedule', {}),
};
