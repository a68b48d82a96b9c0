import { type Per, type Invariant, invariantText } from '../../../shared/model/invariant.ts';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FINDING_LEVELS, type FindingRule } from '../../../shared/registry/finding-rules.ts';
import { survives } from '../../../shared/registry/fault-kinds.ts';
import { Budget } from '../../../shared/expression/budget.ts';
import { ExpressionError } from '../../../shared/expression/expression-error.ts';
import { performance, wallTime } from '../../emulator/timers/timers.ts';
import type { Trial } from './trial.ts';

/** An invariant that does not hold, with the reason in words. */
export interface Violation {
  readonly invariant: Invariant;
  readonly text: string;
  readonly reason: string;
}

/** Findings about the faults and answers of the trial, not about the client. */
const ABOUT_RULES: ReadonlySet<FindingRule> = new Set<FindingRule>(['fault-unused', 'answer-refused']);

/** The invariants that are always checked. */
export const ALWAYS_CHECKED: readonly Invariant[] = [{ ends: true }, { findings: 'error' }];

/** The invariants with those that are always checked, each once. */
export function withAlwaysChecked(invariants: readonly Invariant[]): Invariant[] {
  const byText = new Map([...invariants, ...ALWAYS_CHECKED].map((each) => [invariantText(each), each]));
  return [...byText.values()];
}

/** The invariants that do not hold at the end of a trial. @param baseline the first trial without any fault */
export function judge(invariants: readonly Invariant[], trial: Trial, baseline: Trial): Violation[] {
  return invariants.flatMap((invariant) => {
    const reason = problemOf(invariant, trial, baseline);
    return reason === undefined ? [] : [{ invariant, text: invariantText(invariant), reason }];
  });
}

/** The invariants that do not hold without any fault. A client that fails by itself recovers from nothing. */
export function judgeBaseline(invariants: readonly Invariant[], trial: Trial, baseline: Trial): Violation[] {
  const violations = judge(invariants, trial, baseline);
  if (trial.end !== 'failure') return violations;
  const code = trial.exitCode === null ? '' : `, exit code ${trial.exitCode}`;
  const invariant: Invariant = { recovers: true };
  const reason = `the client ended without success${code}`;
  return [...violations, { invariant, text: invariantText(invariant), reason }];
}

/** The reason that an invariant does not hold; `undefined` when it does. */
function problemOf(invariant: Invariant, trial: Trial, baseline: Trial): string | undefined {
  if ('once' in invariant) return onceProblem(invariant.once, trial);
  if ('exitMeans' in invariant) return exitProblem(invariant.exitMeans, trial, baseline);
  if ('recovers' in invariant) return recoveryProblem(trial);
  if ('ends' in invariant) return END_PROBLEMS[trial.end];
  if ('findings' in invariant) return findingProblem(invariant.findings, trial);
  return expressionProblem(invariant.always, trial);
}

const END_PROBLEMS: Readonly<Partial<Record<Trial['end'], string>>> = {
  timeout: 'the client did not end in time',
  left: 'the client did not end in time, and did not stop when it was told to',
};

/** IDs of the runs that succeeded, by the values of the parameters as text. */
function succeeded({ task, per = [] }: Per, { runs }: Trial): Map<string, string[]> {
  const byValues = new Map<string, string[]>();
  for (const run of runs) {
    if (run.task !== task || run.status !== 'Succeeded') continue;
    const values = per.map((name) => `${name} ${JSON.stringify(run.params[name] ?? null)}`).join(', ');
    byValues.set(values, [...(byValues.get(values) ?? []), run.id]);
  }
  return byValues;
}

function onceProblem(per: Per, trial: Trial): string | undefined {
  const found = [...succeeded(per, trial)].filter(([, ids]) => ids.length > 1);
  if (found.length === 0) return undefined;
  const times = (count: number): string => (count === 2 ? 'twice' : `${count} times`);
  return found
    .map(([values, ids]) => {
      const of = values === '' ? '' : ` for ${values}`;
      return `${per.task} succeeded ${times(ids.length)}${of}: ${ids.join(', ')}`;
    })
    .join('; ');
}

function exitProblem(per: Per, trial: Trial, baseline: Trial): string | undefined {
  if (trial.end !== 'success') return undefined;
  const found = succeeded(per, trial);
  const wanted = [...succeeded(per, baseline).keys()];
  if (per.per === undefined || wanted.length === 0)
    return found.size > 0 ? undefined : `the client ended with success, but no run of ${per.task} succeeded`;
  const missing = wanted.filter((values) => !found.has(values));
  return missing.length === 0
    ? undefined
    : `the client ended with success, but no run of ${per.task} succeeded for ${missing.join('; nor for ')}`;
}

function recoveryProblem({ schedule, unmet, end }: Trial): string | undefined {
  const [element, ...more] = schedule;
  if (element === undefined || more.length > 0 || unmet.length > 0 || !('call' in element)) return undefined;
  if (end === 'success' || !survives(element)) return undefined;
  return 'a single fault, which a good client survives, ended the client without success';
}

function findingProblem(level: 'error' | 'warning', { findings }: Trial): string | undefined {
  const worst = FINDING_LEVELS.indexOf(level);
  const found = findings.filter(
    (finding) => FINDING_LEVELS.indexOf(finding.level) <= worst && !ABOUT_RULES.has(finding.rule),
  );
  return found.length === 0 ? undefined : found.map(findingText).join('; ');
}

/** A finding in words, with the runs that its message does not name. */
function findingText({ rule, message, runIDs }: Finding): string {
  const others = runIDs.filter((id) => !message.includes(id));
  return `${rule}: ${message}${others.length === 0 ? '' : ` (${others.join(', ')})`}`;
}

/** Names that expressions have. */
export const EXPRESSION_NAMES = [
  ...['runs', 'sessions', 'prompts', 'requests', 'findings', 'exitCode', 'schedule'],
] as const;

const CLOCK = { now: wallTime, monotonic: performance.now };

function expressionProblem(text: string, { lists, findings, exitCode, schedule }: Trial): string | undefined {
  const scope = {
    ...{ runs: [], sessions: [], prompts: [], requests: [], ...lists },
    ...{ findings, exitCode, schedule },
  };
  try {
    const value = Budget.forStep(CLOCK).evaluate(text, scope);
    return value === true ? undefined : `the expression gives ${JSON.stringify(value)}, not true`;
  } catch (error) {
    if (error instanceof ExpressionError) return `the expression fails: ${error.message}`;
    throw error;
  }
}
