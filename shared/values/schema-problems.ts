import type { z } from 'zod';
import type { JsonPath } from './json.ts';

/** A field that breaks its schema. */
export interface SchemaProblem {
  readonly path: JsonPath;
  /** The end of a sentence that begins with the path: `must be a string`. */
  readonly message: string;
  /** True for a field that the schema does not know. */
  readonly isUnknown: boolean;
}

/** The fields at fault in an issue: each unknown field, and those of the union branch that fits best. */
export function* problemsOfIssue(
  issue: z.core.$ZodIssue,
  above: JsonPath = [],
): Generator<SchemaProblem, void, undefined> {
  const path = [...above, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield { path: [...path, key], message: 'is not a known field', isUnknown: true };
    return;
  }
  const nested = issue.code === 'invalid_union' ? nearestBranch(issue) : [];
  for (const inner of nested) yield* problemsOfIssue(inner, path);
  if (nested.length > 0) return;
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  yield { path, message, isUnknown: false };
}

/** Issues of the union branch that fits best: those within the value, fewest first. */
function nearestBranch(issue: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const inner = issue.errors.filter((issues) => issues.some(({ path }) => path.length > 0));
  return inner.sort((a, b) => a.length - b.length)[0] ?? [];
}

/**
 * Parses a value. Issues have the messages of this file unless the schema has its own. Passes options to zod only for an invalid
 * value, since they make parsing fifteen times slower.
 */
export function readWith<Value>(schema: z.ZodType<Value>, value: unknown): z.ZodSafeParseResult<Value> {
  const read = schema.safeParse(value);
  return read.success ? read : schema.safeParse(value, { error: issueMessage });
}

function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_union' && Array.isArray(issue['options'])) return `must be ${choice(issue['options'])}`;
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'is required';
  if (issue.code === 'invalid_union') return 'has no allowed form';
  if (issue.code === 'custom') return expectation(issue.params?.['expected']);
  if (issue.code === 'invalid_type') return `must be ${NOUNS[issue.expected] ?? `of type ${issue.expected}`}`;
  if (issue.code === 'invalid_value') return `must be ${choice(issue.values)}`;
  if (issue.code === 'too_small')
    return `must be ${bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', String(issue.minimum))}`;
  if (issue.code === 'too_big')
    return `must be ${bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', String(issue.maximum))}`;
  return undefined;
}

/** Expected value, as declared by custom schemas. */
function expectation(expected: unknown): string | undefined {
  return typeof expected === 'string' ? `must be ${NOUNS[expected] ?? expected}` : undefined;
}

function choice(values: readonly unknown[]): string {
  return (values.length === 1 ? '' : 'one of ') + values.map((value) => JSON.stringify(value)).join(', ');
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: 'null',
  json: 'a JSON value',
};

function bound(origin: string, comparison: string, limit: string): string {
  if (origin === 'string') return `${comparison} ${limit} characters long`;
  if (origin === 'array') return `a list of ${comparison} ${limit}`;
  return `${comparison} ${limit}`;
}
