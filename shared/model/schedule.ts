import { z } from 'zod';
import { keysOf } from '../values/objects.ts';
import { list } from '../values/limited.ts';
import { Name, unionOf } from '../values/json-schema.ts';
import { Call, Nth } from './call.ts';
import { Fault, FAULTS } from './fault.ts';
import { callText, faultEffect } from './fault-sentence.ts';

/** Maximum number of elements of a schedule. */
export const MAX_ELEMENTS = 8;

/** Fields of a fault that say which requests it is for; an element says that by its call. */
export const SELECTION = {
  id: true,
  slug: true,
  enabled: true,
  when: true,
  nth: true,
  skip: true,
  times: true,
  share: true,
  match: true,
  countPer: true,
  during: true,
} as const;

/** The nth run, prompt or request for approval of a task, by its slug; without a task, of those that have none. */
const Numbered = z
  .strictObject({
    task: Name.min(1).optional().describe('Slug of its task; absent for one without a task'),
    nth: Nth.default(1).describe('Number among those of the same task, from 1'),
  })
  .meta({ id: 'Numbered' });
export type Numbered = z.output<typeof Numbered>;

const CALL_FAULTS = Object.fromEntries(
  keysOf(FAULTS).map((kind) => {
    const schema: z.ZodObject = FAULTS[kind];
    return [kind, schema.omit({ ...SELECTION }).extend({ call: Call.describe('The request that meets it') })];
  }),
);

const afterSeconds = z
  .number()
  .min(0)
  .max(31_536_000)
  .default(0)
  .describe('Emulated seconds between the question and the answer');

const RunElement = FAULTS.run.omit(SELECTION).extend({ run: Numbered.describe('The run that ends so') });
const PromptElement = z.strictObject({
  prompt: Numbered.describe('The prompt, by the task of its run'),
  answer: z.enum(['submit', 'cancel']).describe('`submit` gives each parameter its default'),
  afterSeconds,
});
const RequestElement = z.strictObject({
  request: Numbered.describe('The request for approval, by the task that it asks for'),
  answer: z.enum(['approve', 'reject']),
  afterSeconds,
});

type Without<Fields> = Omit<Fields, keyof typeof SELECTION>;
/** The element of one fault, for each kind. */
type CallElementOf<Each> = Each extends Fault ? Without<Each> & { readonly call: Call } : never;
/** A fault of a call. */
export type CallElement = CallElementOf<Fault>;
export type RunElement = z.output<typeof RunElement>;
export type PersonElement = z.output<typeof PromptElement> | z.output<typeof RequestElement>;
/** One thing that happens in a trial. */
export type ScheduleElement = CallElement | RunElement | PersonElement;

/** The schemas of elements by the field that names what they happen to. */
const ELEMENTS = {
  call: unionOf('kind', CALL_FAULTS),
  run: RunElement,
  prompt: PromptElement,
  request: RequestElement,
} as const;

/** An element of a schedule. The table above has the kinds of the faults. */
export const ScheduleElement = z
  .union([ELEMENTS.call, ELEMENTS.run, ELEMENTS.prompt, ELEMENTS.request])
  .meta({ id: 'ScheduleElement' }) as unknown as z.ZodType<ScheduleElement>;

/** Checks an element by the schema of the field that names its subject, so that a message is about what was meant. */
const checkElement: z.core.$ZodType['_zod']['run'] = (payload, context) => {
  const given: unknown = payload.value;
  const names = keysOf(ELEMENTS);
  const name =
    typeof given === 'object' && given !== null ? names.find((field) => Object.hasOwn(given, field)) : undefined;
  if (name !== undefined) return ELEMENTS[name]._zod.run(payload, context);
  const message = `must be an object with one of ${names.join(', ')}`;
  payload.issues.push({ code: 'custom', input: given, inst: ScheduleElement, message, continue: false });
  return payload;
};
ScheduleElement._zod.parse = checkElement;
ScheduleElement._zod.run = checkElement;

/** All that happens in a trial. */
export const Schedule = list(ScheduleElement, MAX_ELEMENTS);
export type Schedule = readonly ScheduleElement[];

/** A text that is equal for elements about the same call, run, prompt or request for approval. */
export function subjectKey(element: ScheduleElement): string {
  return JSON.stringify(subjectOf(element));
}

/** A text that is equal for equal elements. */
export function elementKey(element: ScheduleElement): string {
  return JSON.stringify(element, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** A text that is equal for schedules with the same elements, in any order. */
export function scheduleKey(schedule: Schedule): string {
  return schedule.map(elementKey).sort().join('\n');
}

function subjectOf(element: ScheduleElement): object {
  if ('call' in element) return { call: element.call };
  if ('run' in element) return { run: element.run };
  return 'prompt' in element ? { prompt: element.prompt } : { request: element.request };
}

/** An element in words: `tasks/execute for refund #1: executed, but the answer is lost`. */
export function elementText(element: ScheduleElement): string {
  if ('call' in element) return `${callText(element.call)}: ${faultEffect(faultOf(element))}`;
  if ('run' in element) {
    const { status, afterSeconds: after } = element;
    return `run #${element.run.nth}${ofTask(element.run)}: ${status === 'Failed' ? 'fails' : 'is cancelled'}${afterText(after)}`;
  }
  const [noun, asked] =
    'prompt' in element ? ['prompt', element.prompt] : (['request for approval', element.request] as const);
  return `${noun} #${asked.nth}${ofTask(asked)}: ${ANSWERED[element.answer]}${afterText(element.afterSeconds)}`;
}

/** An element in one or two words: `lose`, `error 500 after`; one about no call as a sentence. */
export function elementWord(element: ScheduleElement): string {
  if (!('call' in element)) return elementText(element);
  return element.kind === 'error' ? `error ${element.status}${element.after ? ' after' : ''}` : element.kind;
}

/** A schedule in one sentence; `no fault` for an empty one. */
export function scheduleText(schedule: Schedule): string {
  return schedule.length === 0 ? 'no fault' : schedule.map(elementText).join('; and ');
}

const ANSWERED = { submit: 'submitted', cancel: 'cancelled', approve: 'approved', reject: 'rejected' } as const;

function ofTask({ task }: Numbered): string {
  return task === undefined ? '' : ` of ${task}`;
}

function afterText(seconds: number): string {
  return seconds === 0 ? '' : ` after ${seconds} s`;
}

/** The fault of an element about a call, for the first request that meets all its conditions. @param slug name of the rule */
export function faultOf({ call, ...fault }: CallElement, slug = 'schedule'): Fault {
  const match = { operation: call.operation, task: call.task ?? null };
  return Fault.parse({ ...fault, slug, match, nth: call.nth });
}
