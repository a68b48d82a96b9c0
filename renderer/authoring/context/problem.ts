import type { z } from 'zod';
import type { Breach } from '../../../shared/model/formula-checks.ts';
import { COLLECTIONS, type CollectionName, keyOf } from '../../../shared/registry/collections.ts';
import { type Json, type JsonObject, type JsonPath, pathKey, valueAt } from '../../../shared/values/json.ts';

/** A problem to show at a field. An error prevents saving; a warning does not. */
export interface Problem {
  readonly path: JsonPath;
  readonly text: string;
  readonly severity: 'error' | 'warning';
  /** The field is empty. Not shown until it was touched. */
  readonly isMissing?: boolean;
}

/** Makes errors at paths. */
export function errorsAt(found: readonly { path: JsonPath; text: string }[]): Problem[] {
  return found.map(({ path, text }) => ({ path, text, severity: 'error' }));
}

const KEY_NAMES = { slug: 'slug', email: 'e-mail address', key: 'text' } as const;

/** The error of a key that another definition of the collection has; '' is no key. */
export function takenProblems(collection: CollectionName, value: JsonObject, others: readonly object[]): Problem[] {
  const { key, noun } = COLLECTIONS[collection];
  const own = keyOf(collection, value);
  const isTaken = own !== '' && others.some((other) => keyOf(collection, other) === own);
  return isTaken ? errorsAt([{ path: [key], text: `another ${noun} has this ${KEY_NAMES[key]}` }]) : [];
}

/** Makes an error at the field of each violation. */
export function errorsOf(breaches: readonly Breach[]): Problem[] {
  return errorsAt(breaches.map(({ path, message }) => ({ path, text: message })));
}

/** The violations of a schema, each at its field. */
export function schemaProblems(schema: z.ZodType, value: Json): Problem[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.flatMap((issue) => problemsOfIssue(issue, [], value));
}

/** The problems with errors before warnings. */
export function errorsFirst(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

/** The first problem of each path. */
export function firstByPath(problems: readonly Problem[]): ReadonlyMap<string, Problem> {
  return firstBy(problems, ({ path }) => pathKey(path));
}

/** The first problem at or below each item of a list, by index, with the name of its field. */
export function firstByItem(problems: readonly Problem[], list: JsonPath): ReadonlyMap<unknown, Problem> {
  const first = firstBy(problems, ({ path }) => path[list.length]);
  return new Map(Array.from(first, ([index, problem]) => [index, named(problem, problem.path.slice(list.length + 1))]));
}

function named(problem: Problem, field: JsonPath): Problem {
  return field.length === 0 ? problem : { ...problem, text: `${pathInWords(field)}: ${problem.text}` };
}

/** A path in words, such as `parameters 2 › slug`. */
export function pathInWords(path: JsonPath): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text} ${step + 1}` : text === '' ? step : `${text} › ${step}`),
    '',
  );
}

function firstBy<Key>(problems: readonly Problem[], keyOf: (problem: Problem) => Key): ReadonlyMap<Key, Problem> {
  // Of equal keys, a map keeps the last.
  return new Map(problems.toReversed().map((problem) => [keyOf(problem), problem]));
}

type Issue = z.core.$ZodIssue;

function problemsOfIssue(issue: Issue, base: JsonPath, value: Json): Problem[] {
  const path: JsonPath = [...base, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The branch that failed last is the intended one.
    const branches = issue.errors.toSorted((a, b) => farthest(b) - farthest(a));
    return (branches[0] ?? []).flatMap((inner) => problemsOfIssue(inner, path, value));
  }
  const at = valueAt(value, path);
  const isMissing = at === undefined || at === '';
  return [{ path, text: isMissing ? 'is required' : issueText(issue), severity: 'error', isMissing }];
}

function farthest(issues: readonly Issue[]): number {
  return Math.max(0, ...issues.map(({ path, code }) => path.length * 2 + (code === 'invalid_type' ? 0 : 1)));
}

function issueText(issue: Issue): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (issue.code === 'invalid_type') return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  // Messages of lists are sentences already.
  const isNumber = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int');
  if (issue.code === 'too_small' && isNumber) return `must be at least ${String(issue.minimum)}`;
  if (issue.code === 'too_big' && isNumber) return `must be at most ${String(issue.maximum)}`;
  return issue.message;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'yes or no',
  array: 'a list',
  record: 'an object',
  object: 'an object',
};
