import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { check } from '../../../shared/expression/evaluate.ts';
import { namePaths } from '../../../shared/expression/name-paths.ts';
import { nearestOf } from '../../../shared/expression/suggestion.ts';
import { type ExploreFile, EXPLORE_SETTINGS, MAX_JOBS } from '../../../shared/model/explore-file.ts';
import {
  type AuthoredInvariant,
  INVARIANT_FORMS,
  invariantText,
  readInvariant,
  type Invariant,
  type Per,
} from '../../../shared/model/invariant.ts';
import { definedFields, keysOf } from '../../../shared/values/objects.ts';
import { quoteForMessage } from '../../../shared/values/messages.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import { parseDuration } from '../../../shared/model/filter.ts';
import { CATALOGUE, type CatalogueFault } from './catalogue.ts';
import { EXPRESSION_NAMES, withAlwaysChecked } from './judge.ts';
import { FAULTS, Fault } from '../../../shared/model/fault.ts';
import { ScheduleElement, SELECTION } from '../../../shared/model/schedule.ts';
import { OPERATIONS } from '../../../shared/registry/operations.ts';
import { pathText } from '../../../shared/values/json.ts';
import { problemsOfIssue, readWith } from '../../../shared/values/schema-problems.ts';
import { faultOfWords } from '../actions/faults.ts';
import { UsageError } from '../flags/field.ts';

const Seconds = z.number().positive().max(31_536_000);

/** Settings of an exploration, as the library takes them. */
export const ExploreSettings = z.strictObject({
  ...EXPLORE_SETTINGS,
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
  const { $schema: _schema, command: _command, workspace: _workspace, ...others } = file;
  const { report: _report, save: _save, bundle: _bundle, verbose: _verbose, ...shared } = others;
  return definedFields({
    ...shared,
    budgetSeconds: secondsOf(budget),
    trialTimeoutSeconds: secondsOf(trialTimeout),
    settleSeconds: secondsOf(settle),
  });
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
  return unknown === undefined ? undefined : `has the unknown name "${unknown}"${meant(unknown, EXPRESSION_NAMES)}`;
}

function meant(name: string, names: readonly string[]): string {
  const near = nearestOf(name, names);
  if (near !== undefined) return `; did you mean "${near}"?`;
  return names.length === 0 || names.length > 10 ? '' : `; it has ${names.join(', ')}`;
}

/** Reads a fault to try: the words of `hangar fault add` as one text, or an object. Throws `StartError`. */
function readFault(given: string | Readonly<Record<string, unknown>>): CatalogueFault {
  const name = `the fault ${quoteForMessage(typeof given === 'string' ? `"${given}"` : JSON.stringify(given))}`;
  try {
    const { match = {}, ...fault } =
      typeof given === 'string' ? faultOfWords(wordsOf(given)) : { kind: 'error', ...given };
    return checked(fault, match);
  } catch (error) {
    if (error instanceof UsageError) throw new StartError('usage', `${name}: ${error.message}`);
    throw error;
  }
}

/** Conditions that the search does not set. */
const MATCHED = ['operation', 'task'];

function checked(fault: Readonly<Record<string, unknown>>, match: object): CatalogueFault {
  const set = [...keysOf(SELECTION), 'keep', 'ttlSeconds'].filter(
    (name) => name !== 'match' && fault[name] !== undefined,
  );
  const others = Object.keys(match).filter((name) => !MATCHED.includes(name));
  const [refused] = [...set, ...others];
  if (refused !== undefined)
    throw new UsageError(`${refused} is not taken: the search says which requests meet a fault`);
  const kind = keysOf(FAULTS).find((name) => name === fault['kind']);
  const element = readWith(ScheduleElement, { call: { operation: OPERATIONS[0] }, ...fault });
  if (!element.success || kind === undefined) throw new UsageError(problemText(element.error?.issues[0]));
  const whole = readWith(Fault, { ...fault, slug: 'fault', match });
  if (!whole.success) throw new UsageError(problemText(whole.error.issues[0]));
  const { operation, task } = whole.data.match;
  return { fault: { ...fault, kind }, operations: operation === undefined ? undefined : [operation].flat(), task };
}

function problemText(issue: Parameters<typeof problemsOfIssue>[0] | undefined): string {
  const [problem] = issue === undefined ? [] : problemsOfIssue(issue);
  return problem === undefined ? 'is not valid' : `${pathText(problem.path)}: ${problem.message}`;
}

/** The words of a text as a shell splits them: quotes keep spaces. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
