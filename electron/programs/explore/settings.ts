import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { check } from '../../../shared/expression/evaluate.ts';
import { namePaths } from '../../../shared/expression/name-paths.ts';
import { nearestOf } from '../../../shared/expression/suggestion.ts';
import {
  AuthoredInvariant,
  INVARIANT_FORMS,
  invariantText,
  readInvariant,
  type Invariant,
  type Per,
} from '../../../shared/model/invariant.ts';
import { JsonObject } from '../../../shared/values/json-schema.ts';
import { quoteForMessage } from '../../../shared/values/quote-for-message.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import { parseDuration } from '../../../shared/model/filter.ts';
import { CATALOGUE, type CatalogueFault } from './catalogue.ts';
import { readFault } from './fault-words.ts';
import { EXPRESSION_NAMES, withAlwaysChecked } from './judge.ts';

/** Maximum number of trials at a time: sandboxes of one Hangar. */
const MAX_JOBS = 32;
const Flag = z.boolean().optional();

/** Settings of an exploration that the flags, a file and the library share. */
const SHARED = {
  invariants: z
    .array(AuthoredInvariant)
    .max(100)
    .optional()
    .describe('Sentences that must hold at the end of each trial'),
  faults: z
    .array(z.union([z.string(), JsonObject]))
    .max(100)
    .optional()
    .describe('Faults to try instead of the catalogue, in the words of `hangar fault add` or as objects'),
  faultsAtOnce: z.int().min(1).max(4).optional().describe('Maximum number of elements of a schedule'),
  people: Flag.describe('Tries answers of people, too'),
  runs: Flag.describe('Tries ends of runs, too'),
  order: Flag.describe('Tries orders of calls that overlap, too'),
  trials: z.int().min(1).max(10_000_000).optional().describe('Maximum number of trials'),
  jobs: z.int().min(1).max(MAX_JOBS).optional().describe('Number of trials at a time'),
  speed: z.number().min(1).max(86_400).optional().describe("Speed of the sandboxes' clocks"),
  seed: z.int().min(0).max(4_294_967_295).optional().describe('Seed of random schedules'),
  from: z.string().min(1).optional().describe('`definitions`, or the name of a checkpoint'),
  all: Flag.describe('Goes on after the first counterexample of an invariant'),
} as const;

const Seconds = z.number().positive().max(31_536_000);
const Duration = z
  .union([
    Seconds,
    z.string().refine((text) => parseDuration(text) !== undefined, 'must be a duration such as 90s, 10m, 2h or 3d'),
  ])
  .optional();

/** The settings of an exploration in a file: the flags by name. */
export const ExploreFile = z
  .strictObject({
    $schema: z.string().optional(),
    command: z.array(z.string()).min(1).optional().describe('The client, with its arguments'),
    workspace: z.string().optional().describe('File of the definitions'),
    ...SHARED,
    budget: Duration.describe('Time after which no further schedule begins'),
    trialTimeout: Duration.describe('Time in which a client must end'),
    settle: Duration.describe('Emulated time that follows a client'),
  })
  .meta({ id: 'ExploreFile' });
export type ExploreFile = z.output<typeof ExploreFile>;

/** Settings of an exploration, as the library takes them. */
export const ExploreSettings = z.strictObject({
  ...SHARED,
  budgetSeconds: Seconds.optional(),
  trialTimeoutSeconds: Seconds.optional(),
  settleSeconds: Seconds.optional(),
});
export type ExploreSettings = z.input<typeof ExploreSettings>;

/** Settings with their defaults, checked. */
export interface CheckedSettings {
  readonly invariants: readonly Invariant[];
  readonly faults: readonly CatalogueFault[];
  readonly faultsAtOnce: number;
  readonly people: boolean;
  readonly runs: boolean;
  readonly order: boolean;
  readonly budgetSeconds: number;
  readonly trials: number;
  readonly isRandom: boolean;
  readonly jobs: number;
  readonly trialTimeoutSeconds: number;
  readonly settleSeconds: number;
  readonly speed: number;
  readonly seed: number;
  readonly from: string;
  readonly all: boolean;
}

/** The settings of a file, as the library takes them. */
export function settingsOfFile({ budget, trialTimeout, settle, ...file }: ExploreFile): ExploreSettings {
  const { $schema: _schema, command: _command, workspace: _workspace, ...shared } = file;
  return withoutAbsent({
    ...shared,
    budgetSeconds: secondsOf(budget),
    trialTimeoutSeconds: secondsOf(trialTimeout),
    settleSeconds: secondsOf(settle),
  });
}

/** An object without its fields that are `undefined`. */
export function withoutAbsent<Value extends object>(value: Value): Value {
  // The fields that are left have their types.
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value;
}

function secondsOf(duration: string | number | undefined): number | undefined {
  if (typeof duration !== 'string') return duration;
  return (parseDuration(duration) ?? 0) / 1000;
}

/** Fills in the defaults. Throws `StartError` for an invariant or a fault of no form. */
export function checkedSettings(settings: ExploreSettings): CheckedSettings {
  const { budgetSeconds, trials, faults } = settings;
  return {
    invariants: withAlwaysChecked((settings.invariants ?? []).map(invariantOf)),
    faults: faults === undefined || faults.length === 0 ? CATALOGUE : faults.map(readFault),
    faultsAtOnce: settings.faultsAtOnce ?? 2,
    ...{ people: settings.people ?? false, runs: settings.runs ?? false, order: settings.order ?? false },
    budgetSeconds: budgetSeconds ?? (trials === undefined ? 60 : Infinity),
    trials: trials ?? Infinity,
    isRandom: budgetSeconds !== undefined || trials !== undefined,
    jobs: settings.jobs ?? Math.min(MAX_JOBS, Math.max(1, availableParallelism())),
    trialTimeoutSeconds: settings.trialTimeoutSeconds ?? 30,
    settleSeconds: settings.settleSeconds ?? 3600,
    speed: settings.speed ?? 1,
    seed: settings.seed ?? 1,
    from: settings.from ?? 'definitions',
    all: settings.all ?? false,
  };
}

function invariantOf(given: AuthoredInvariant): Invariant {
  if (typeof given !== 'string') return given;
  const read = readInvariant(given);
  if (read !== undefined) return read;
  const near = nearestOf(given.trim().split(/\s+/)[0] ?? '', ['once', 'exit', 'recovers', 'ends', 'no', 'always']);
  const meant =
    near === undefined ? '' : `; did you mean "${INVARIANT_FORMS.find((form) => form.startsWith(near)) ?? near}"?`;
  throw new StartError(
    'usage',
    `the invariant "${quoteForMessage(given)}" must be one of: ${INVARIANT_FORMS.join(', ')}${meant}`,
  );
}

/** Checks that the tasks and parameters of invariants exist, and the syntax and names of expressions. Throws `StartError`. */
export async function assertMeaningful(invariants: readonly Invariant[], { api }: Hangar): Promise<void> {
  const { items } = await api.definitions.tasks.list();
  const tasks = new Map(items.map(({ slug, parameters }) => [slug, parameters.map((each) => each.slug)]));
  for (const invariant of invariants) {
    const problem =
      'once' in invariant
        ? perProblem(invariant.once, tasks)
        : 'exitMeans' in invariant
          ? perProblem(invariant.exitMeans, tasks)
          : 'always' in invariant
            ? expressionProblem(invariant.always)
            : undefined;
    if (problem !== undefined)
      throw new StartError('usage', `the invariant "${quoteForMessage(invariantText(invariant))}" ${problem}`);
  }
}

function perProblem({ task, per = [] }: Per, tasks: ReadonlyMap<string, readonly string[]>): string | undefined {
  const parameters = tasks.get(task);
  if (parameters === undefined)
    return `names the task "${task}", which the workspace has not${meant(task, [...tasks.keys()])}`;
  const unknown = per.find((name) => !parameters.includes(name));
  return unknown === undefined
    ? undefined
    : `names the parameter "${unknown}", which the task "${task}" has not${meant(unknown, parameters)}`;
}

function expressionProblem(text: string): string | undefined {
  const error = check(text);
  if (error !== null) return `has a wrong expression: ${error.message}`;
  const names = namePaths({ text, mode: 'expression' }).map(({ names: [first] }) => first?.name ?? '');
  const unknown = names.find((name) => !EXPRESSION_NAMES.some((known) => known === name));
  return unknown === undefined
    ? undefined
    : `has the unknown name "${unknown}"${meant(unknown, EXPRESSION_NAMES)}; names are ${EXPRESSION_NAMES.join(', ')}`;
}

function meant(name: string, names: readonly string[]): string {
  const near = nearestOf(name, names);
  if (near !== undefined) return `; did you mean "${near}"?`;
  return names.length === 0 || names.length > 10 ? '' : `; it has ${names.join(', ')}`;
}
