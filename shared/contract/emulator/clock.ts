import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { TimestampText } from '../../model/answers.ts';
import { readTime } from '../../values/json-schema.ts';

/** A moment in a request, read as microseconds since 1970. */
const Moment = z
  .string()
  .transform((text, context) => readTime(text, context))
  .meta({ override: { type: 'string', format: 'date-time' } });

/** Maximum speed: a day in a second. */
const MAX_SPEED = 86_400;
/** Ten years in seconds, leap days included. */
const MAX_SECONDS = 315_619_200;
/** Maximum time of the machine to wait for work, in seconds. */
const MAX_WAIT = 600;

const ClockState = z.enum(['running', 'frozen']);

/** A scheduled effect of the clock, pending or past. */
export const ClockItem = z.object({
  at: TimestampText,
  kind: z.enum(['wait', 'queue', 'timeout', 'answer', 'schedule']),
  runID: z.string().describe('"" for a schedule'),
  taskSlug: z.string().optional().describe('The task of a schedule'),
});
export type ClockItem = z.output<typeof ClockItem>;

/** Work in progress that does not wait on the clock. */
export const Busy = z.object({
  kind: z.enum(['script', 'command', 'request']),
  runID: z.string().describe('The run of the script, steps or command, or of the request; "" for none'),
});
export type Busy = z.output<typeof Busy>;

/** State of the clock, as sent in events. */
export const ClockRow = z.object({
  now: TimestampText,
  state: ClockState,
  speed: z.number(),
  offsetSeconds: z.number().describe("The emulated time minus the machine's"),
  autoSkip: z.boolean(),
});
export type ClockRow = z.output<typeof ClockRow>;

/** State of the clock, its scheduled effects, and work in progress that does not wait on it. */
export const ClockView = ClockRow.extend({
  upcoming: z.array(ClockItem).describe('The 20 soonest scheduled items'),
  busy: z.array(Busy),
});
export type ClockView = z.output<typeof ClockView>;

/** A change of the clock. Fields left out stay as they are. */
export const ClockChange = z.strictObject({
  state: ClockState.optional(),
  speed: z.number().min(1).max(MAX_SPEED).optional().describe('Emulated seconds per second'),
  now: Moment.optional().describe('Not before the emulated time'),
  autoSkip: z.boolean().optional().describe('Skip waits while nothing else runs'),
});

/** The distance of an advance: exactly one of `seconds`, `to` and `next`. */
export const ClockAdvance = z
  .strictObject({
    seconds: z.number().positive().max(MAX_SECONDS).optional(),
    to: Moment.optional().describe('Not before the emulated time'),
    next: z.literal(true).optional().describe('To the soonest scheduled item'),
    waitSeconds: z.number().min(0).max(MAX_WAIT).default(10).describe('Time of the machine to wait for busy work'),
  })
  .refine(({ seconds, to, next }) => [seconds, to, next].filter((given) => given !== undefined).length === 1, {
    message: 'give exactly one of seconds, to and next',
    path: ['seconds'],
  });

/** The result of an advance. */
export const ClockAdvanced = z.object({
  now: TimestampText,
  events: z.array(ClockItem).describe('The items that became due, in order'),
  more: z.boolean().describe('10,000 events were reached; advance again'),
  blockedBy: z.array(Busy).describe('Work that reached neither a wait nor its end in time'),
});
export type ClockAdvanced = z.output<typeof ClockAdvanced>;

/** The clock of the emulated service. */
export const clock = {
  read: emulator.get('/_emulator/clock', 'Read the clock, its next scheduled items, and the busy work', {
    response: ClockView,
  }),
  set: emulator.put('/_emulator/clock', 'Freeze, speed up or move the clock', {
    body: ClockChange,
    response: ClockView,
    errors: ['invalid_request'],
  }),
  advance: emulator.post(
    '/_emulator/clock/advance',
    'Advance the clock; runs everything that becomes due, in order and each at its time',
    { body: ClockAdvance, response: ClockAdvanced, errors: ['invalid_request'] },
  ),
};
