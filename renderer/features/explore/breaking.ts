import type { Counterexample } from '../../../shared/contract/emulator/explorations.ts';
import type { ObservedRun } from '../../../shared/contract/emulator/schedule.ts';
import { readInvariant } from '../../../shared/model/invariant.ts';
import { FINDING_RULES } from '../../../shared/registry/finding-rules.ts';
import type { Json } from '../../../shared/values/json.ts';

/** Runs of one value that break `once`, oldest first. */
interface Breaking {
  /** The values of the parameters as text; '' without any. */
  readonly values: string;
  readonly runs: readonly ObservedRun[];
}

/** The runs that break `once`, by value; none for other invariants. */
export function breakingOf({ invariant, runs }: Pick<Counterexample, 'invariant' | 'runs'>): readonly Breaking[] {
  const read = readInvariant(invariant);
  if (read === undefined || !('once' in read)) return [];
  const { task, per = [] } = read.once;
  const byValues = new Map<string, ObservedRun[]>();
  for (const run of runs) {
    if (run.task !== task || run.status !== 'Succeeded') continue;
    const values = valuesText(per.map((name) => run.params[name] ?? null));
    byValues.set(values, [...(byValues.get(values) ?? []), run]);
  }
  return [...byValues].flatMap(([values, found]) => (found.length > 1 ? [{ values, runs: found }] : []));
}

/** Values in one line, texts without quotes. */
export function valuesText(values: readonly Json[]): string {
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
}

/** The harm that a counterexample does, as a title: `refund succeeds twice for AB1042`. */
export function harmOf(found: Pick<Counterexample, 'invariant' | 'runs' | 'reason' | 'findings'>): string {
  const { invariant } = found;
  const read = readInvariant(invariant);
  if (read === undefined) return `“${invariant}” does not hold`;
  if ('once' in read) {
    const [worst] = breakingOf(found);
    const times = worst === undefined || worst.runs.length === 2 ? 'twice' : `${worst.runs.length} times`;
    const values = worst?.values ?? '';
    return `${read.once.task} succeeds ${times}${values === '' ? '' : ` for ${values}`}`;
  }
  if ('exitMeans' in read) return `Exit 0, but ${read.exitMeans.task} did not succeed`;
  if ('recovers' in read) return 'One fault ends the client without success';
  if ('ends' in read) return 'The client does not end';
  if ('findings' in read) {
    const worst = found.findings.find(({ level }) => level === read.findings) ?? found.findings[0];
    return worst === undefined ? 'A mistake of the client' : FINDING_RULES[worst.rule].title;
  }
  return `“${read.always}” is not true`;
}
