import type { z } from 'zod';
import type { Problems } from '../../../../shared/http/problems.ts';
import { decisionOfField, shapeOf } from '../../../../shared/http/field-decisions.ts';
import { pathText } from '../../../../shared/values/json-path.ts';

/** Parses a value. On failure, adds a clause for each invalid field, such as `amount: must be a number`. */
export function check(schema: z.ZodType, value: unknown, part: string, problems: Problems): unknown {
  const parsed = schema.safeParse(value, { error: sentence });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    if (problems.isFull) problems.addUnnamed();
    else addClauses(issue, { schema, part, problems });
  }
  return undefined;
}

/** A parsed value, and the paths of unknown fields. */
interface KnownPart {
  readonly value: unknown;
  readonly unknown: readonly string[];
}

/** Does the same as `check`, but removes and lists unknown fields. Mutates `value`, which must not be shared. */
export function checkKnown(schema: z.ZodType, value: unknown, part: string, problems: Problems): KnownPart {
  const parsed = schema.safeParse(value, { error: sentence });
  if (parsed.success) return { value: parsed.data, unknown: [] };
  const unknown = parsed.error.issues.filter((issue) => issue.code === 'unrecognized_keys');
  for (const issue of unknown) removeKeys(value, issue);
  const names = unknown.flatMap(({ path, keys }) => keys.map((key) => pathText([...path, key])));
  return { value: check(schema, value, part, problems), unknown: names };
}

/** Parses the fields of an object one by one; invalid ones are omitted. */
export function readableFields(schema: z.ZodType, value: unknown): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  if (!isObject(value)) return fields;
  for (const [name, field] of Object.entries(shapeOf(schema))) {
    const own: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    const read = field.safeParse(own);
    const rest = read.success ? read : field.safeParse(withoutFaults(own, read.error.issues));
    if (rest.success) fields[name] = rest.data;
  }
  return fields;
}

/** Removes invalid fields from an object of fields, such as `resources`. */
function withoutFaults(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const faulty = new Set<PropertyKey | undefined>(issues.map(({ path }) => path[0]));
  // A value that is invalid as a whole may have any size and is not searched.
  if (!isObject(value) || Array.isArray(value) || faulty.has(undefined)) return UNREADABLE;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !faulty.has(name)));
}

/** Rejected by every schema of a body. */
const UNREADABLE = Symbol('unreadable');

function removeKeys(value: unknown, { path, keys }: z.core.$ZodIssueUnrecognizedKeys): void {
  let holder = value;
  for (const step of path) holder = isObject(holder) ? Reflect.get(holder, step) : undefined;
  if (isObject(holder)) for (const key of keys) Reflect.deleteProperty(holder, key);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The schema of a part of a request, and the list of its problems. */
interface PartCheck {
  readonly schema: z.ZodType;
  readonly part: string;
  readonly problems: Problems;
}

function addClauses(issue: z.core.$ZodIssue, check: PartCheck): void {
  const { schema, part, problems } = check;
  if (issue.code === 'unrecognized_keys') {
    const path = issue.path.length === 0 ? '' : `${pathText(issue.path)}.`;
    problems.addAll(
      issue.keys,
      (key) => `${path}${key}: is not a known field`,
      () => 'unknown-fields',
    );
    return;
  }
  const nested = issue.code === 'invalid_union' ? closest(issue) : [];
  for (const inner of nested) addClauses({ ...inner, path: [...issue.path, ...inner.path] }, check);
  if (nested.length > 0) return;
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  const isBody = part === 'body' && issue.path.length === 0;
  const decision = isBody ? 'body-any-content-type' : decisionOfField(schema, issue.path[0]);
  problems.add(`${pathText(issue.path) || part}: ${message}`, decision);
}

/** Returns the issues of the union branch that fits best: those within the value, fewest first. */
function closest(issue: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const inner = issue.errors.filter((issues) => issues.some(({ path }) => path.length > 0));
  return inner.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** Message for an issue; a schema's own message takes precedence. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'is required';
  if (issue.code === 'invalid_union')
    return issue.note === UNKNOWN_KIND ? 'is of no known kind' : 'has no allowed form';
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

/** Note of zod for an unknown discriminator. */
const UNKNOWN_KIND = 'No matching discriminator';

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
