import type { z } from 'zod';
import { ApiError } from '../../shared/http/errors.ts';

/** How many faults one message names; a body of a million unknown fields is not answered by a million words. */
const NAMED_FAULTS = 50;

/** Parses a value, or adds to `faults` one clause for each field at fault: `amount: must be a number`. */
export function check(schema: z.ZodType, value: unknown, part: string, faults: string[]): unknown {
  const parsed = schema.safeParse(value, { error: sentence });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) faults.push(...clauses(issue, part));
  return undefined;
}

/** Throws the 400 that names every field at fault, if any is. */
export function assertFaultless(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const named = faults.slice(0, NAMED_FAULTS);
  const rest = faults.length - named.length;
  const more = rest === 0 ? [] : [`and ${rest} more`];
  throw new ApiError('invalid_request', `${[...named, ...more].join('; ')}.`);
}

function clauses(issue: z.core.$ZodIssue, part: string): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${pathText([...issue.path, key])}: is not a known field`);
  }
  const nested = issue.code === 'invalid_union' ? closest(issue) : [];
  if (nested.length > 0) {
    return nested.flatMap((inner) => clauses({ ...inner, path: [...issue.path, ...inner.path] }, part));
  }
  if (issue.code === 'invalid_key') {
    return [`${pathText(issue.path) || part}: ${issue.issues[0]?.message ?? issue.message}`];
  }
  return [`${pathText(issue.path) || part}: ${issue.message}`];
}

/** Of a union's branches the one that the value came nearest to: it got deepest, with the fewest faults. */
function closest(issue: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const inner = issue.errors.filter((issues) => issues.some(({ path }) => path.length > 0));
  return inner.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** `order.items[0].price` */
function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** What an issue says of its field; the schemas' own messages stand before these. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'is required';
  if (issue.code === 'invalid_union')
    return issue.note === UNKNOWN_KIND ? 'is of no known kind' : 'has no allowed form';
  if (issue.code === 'invalid_type') return `must be ${NOUNS[issue.expected] ?? `of type ${issue.expected}`}`;
  if (issue.code === 'invalid_value') return `must be ${choice(issue.values)}`;
  if (issue.code === 'too_small')
    return `must be ${bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', String(issue.minimum))}`;
  if (issue.code === 'too_big')
    return `must be ${bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', String(issue.maximum))}`;
  return undefined;
}

/** The schema library's own note. */
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
};

function bound(origin: string, comparison: string, limit: string): string {
  if (origin === 'string') return `${comparison} ${limit} characters long`;
  if (origin === 'array') return `a list of ${comparison} ${limit}`;
  return `${comparison} ${limit}`;
}
