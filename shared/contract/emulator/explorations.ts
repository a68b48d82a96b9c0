import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { TimestampText } from '../../model/answers.ts';
import { Call } from '../../model/call.ts';
import { REPETITIONS } from '../../model/reproduced.ts';
import { list } from '../../values/limited.ts';
import { Finding } from './findings.ts';
import { Key } from './one-item.ts';
import { AnsweredCall, MAX_CALLS, ObservedRun } from './schedule.ts';

const Count = z.int().min(0);
/** A number of schedules that were tried, of those that there are. */
const Part = z.object({ tried: Count, total: Count });

/** The extent of a search. */
export const Explored = z
  .object({
    schedules: Count.describe('Neither baseline, nor shrinking, nor repetitions'),
    calls: Count.describe('Calls of the client without faults'),
    ...{ singles: Part, newCalls: Part, pairs: Part, people: Part, orders: Part },
    unmet: Count.describe('Schedules with an element that nothing met'),
    seconds: z.number().min(0),
  })
  .meta({ id: 'Explored' });
export type Explored = z.output<typeof Explored>;

/** An element of a schedule as short as it can be written; checked when it is applied. */
const Element = z.looseObject({});
const Texts = z.string().max(100_000);

/** A smallest schedule under which an invariant does not hold. */
export const Counterexample = z
  .object({
    invariant: Texts.describe('Its canonical text'),
    reason: Texts,
    schedule: list(Element, 8),
    also: list(Element, 200).describe('Other kinds of the same faults that break it, too'),
    calls: list(AnsweredCall, MAX_CALLS).describe('Calls of the latest trial'),
    runs: list(ObservedRun, 10_000).describe('Its runs, oldest first'),
    findings: list(Finding, 1000).describe('Its findings, oldest first'),
    exitCode: z.int().nullable().describe('Its exit code; null when the client was ended'),
    trial: Count.describe('Number of the trial that found it; 0 for a repeated schedule'),
    reproduced: z.int().min(0).max(REPETITIONS).describe('Number of five repetitions in which it broke'),
    repetitions: z
      .int()
      .min(0)
      .max(REPETITIONS)
      .optional()
      .describe('Number of the repetitions when the search was stopped before there were five; absent otherwise'),
    message: Texts.describe('The ladder'),
    output: Texts.describe('Text that the client printed, the last 64 KB'),
  })
  .meta({ id: 'Counterexample' });
export type Counterexample = z.output<typeof Counterexample>;

/** The result of an exploration, as reports have it. */
export const ExploreReport = z
  .object({
    holds: z.boolean().describe('True when the baseline held and no counterexample was found'),
    unsteady: list(Call, 10_000).describe('Calls that differ between the two trials of the baseline'),
    explored: Explored,
    complete: z.boolean().describe('False when the budget ended before everything was tried'),
    invariants: list(Texts, 200),
    baseline: list(z.object({ invariant: Texts, reason: Texts }), 200).describe(
      'Invariants that fail without any fault',
    ),
    counterexamples: list(Counterexample, 200),
    text: z.string().max(2_000_000),
  })
  .meta({ id: 'ExploreReport' });
export type ExploreReport = z.output<typeof ExploreReport>;

/** Maximum number of outcomes of a group that are told one by one. */
export const MAX_OUTCOMES = 2000;

const Outcomes = z
  .string()
  .regex(/^[hbur.-]*$/, 'must be letters of outcomes')
  .max(MAX_OUTCOMES)
  .describe(
    'A letter for each schedule: `h` held, `b` broke an invariant, `u` has an element that nothing met, `r` runs, `.` not tried, `-` there is none',
  );

/** The schedules of a search, and what came of each. */
export const Space = z
  .strictObject({
    faults: list(z.string().max(200), 200).describe('Kinds of faults, in the order of the letters of a call'),
    calls: list(z.strictObject({ call: Call, outcomes: Outcomes }), MAX_OUTCOMES).describe('Single faults, by call'),
    newCalls: Outcomes.describe('Schedules about a call that the baseline did not make'),
    pairs: Outcomes.describe('Other schedules of two elements'),
    others: Outcomes.describe('All others: people, ends of runs, orders, more elements, random ones'),
  })
  .meta({ id: 'Space' });
export type Space = z.output<typeof Space>;

/** Settings of an exploration that its page shows. */
const ExplorationSettings = z.strictObject({
  from: z.string().max(1000),
  seed: z.number(),
  jobs: Count,
  speed: z.number(),
  budgetSeconds: z.number().nullable().describe('null for none'),
  ...{ people: z.boolean(), runs: z.boolean(), order: z.boolean() },
});

/** An exploration that begins. */
const NewExploration = z.strictObject({
  command: z.string().max(10_000).describe('The command line'),
  invariants: list(Texts, 200),
  settings: ExplorationSettings.optional(),
});

/** News of an exploration: its extent so far, or its result. */
export const ExplorationNews = z.strictObject({
  explored: Explored.optional(),
  space: Space.optional(),
  report: ExploreReport.optional(),
  state: z.enum(['running', 'ended', 'interrupted']),
});

export type ExplorationNews = z.output<typeof ExplorationNews>;

/** An exploration that this Hangar's sandboxes serve. */
export const Exploration = NewExploration.extend({
  id: z.string(),
  state: z
    .enum(['running', 'ended', 'interrupted'])
    .describe('`interrupted`: by its user, or its command was not heard of for 60 s'),
  startedAt: TimestampText,
  explored: Explored.nullable(),
  space: Space.nullable().describe('null until its command has told it'),
  counterexamples: z.array(Counterexample),
  baseline: ExploreReport.shape.baseline,
  unsteady: ExploreReport.shape.unsteady,
  complete: z.boolean().describe('True once everything was tried'),
  holds: z.boolean().nullable().describe('null until it has ended'),
  text: z.string().describe('The result in words; "" until it has ended'),
}).meta({ id: 'Exploration' });
export type Exploration = z.output<typeof Exploration>;

const path = '/_emulator/explorations';

/** Explorations that `hangar explore --url` makes with the sandboxes of this Hangar. */
export const explorations = {
  list: emulator.get(path, 'List the explorations, newest first', {
    response: z.object({ items: z.array(Exploration) }),
  }),
  get: emulator.get(`${path}/{id}`, 'Read one exploration', {
    params: Key,
    response: Exploration,
    errors: ['not_found'],
  }),
  create: emulator.post(path, 'Begin an exploration, which its command carries out', {
    body: NewExploration,
    response: Exploration,
    successStatus: 201,
    errors: ['invalid_request'],
  }),
  update: emulator.put(
    `${path}/{id}`,
    'Tell the progress or the result of an exploration, or stop it with the state `interrupted`',
    {
      params: Key,
      body: ExplorationNews,
      response: Exploration,
      errors: ['invalid_request', 'not_found'],
    },
  ),
};
