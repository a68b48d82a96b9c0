import type { z } from 'zod';
import type { Problem } from '../../../../shared/http/errors.ts';
import type { Problems } from '../../../../shared/http/problems.ts';
import { decisionOfField, shapeOf } from '../../../../shared/http/field-decisions.ts';
import { problemsOfIssue, readWith, type SchemaProblem } from '../../../../shared/values/schema-problems.ts';
import type { DecisionName } from '../../../../shared/registry/decisions.ts';
import { pathText } from '../../../../shared/values/json.ts';
import type { Access } from '../../../../shared/http/endpoint.ts';
import type { ChosenDecisions } from '../../../../shared/model/workspace.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';

/** Parses a value. On failure, adds a clause for each invalid field, such as `amount: must be a number`. */
export function check(schema: z.ZodType, value: unknown, part: string, problems: Problems): unknown {
  const parsed = readWith(schema, value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    for (const problem of problemsOfIssue(issue)) {
      if (problems.isFull) problems.addUnnamed();
      else problems.add(problemOf(problem, part), decisionOf(problem, schema, part));
    }
  }
  return undefined;
}

function problemOf({ path, message }: SchemaProblem, part: string): Problem {
  return { name: pathText(path) || part, text: message, at: path.length === 0 ? undefined : [part, ...path] };
}

function decisionOf({ path, isUnknown }: SchemaProblem, schema: z.ZodType, part: string): DecisionName | undefined {
  if (isUnknown) return 'unknown-fields';
  return part === 'body' && path.length === 0 ? 'body-any-content-type' : decisionOfField(schema, path[0]);
}

/** A parsed value, and the paths of unknown fields. */
interface KnownPart {
  readonly value: unknown;
  readonly unknown: readonly string[];
}

/** Does the same as `check`, but removes and lists unknown fields. Mutates `value`, which must not be shared. */
export function checkKnown(schema: z.ZodType, value: unknown, part: string, problems: Problems): KnownPart {
  const parsed = schema.safeParse(value);
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
    const rest = read.success ? read : field.safeParse(withoutInvalidFields(own, read.error.issues));
    if (rest.success) fields[name] = rest.data;
  }
  return fields;
}

/** Removes invalid fields from an object of fields, such as `resources`. */
function withoutInvalidFields(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const invalid = new Set<PropertyKey | undefined>(issues.map(({ path }) => path[0]));
  // A value that is invalid as a whole may have any size and is not searched.
  if (!isObject(value) || Array.isArray(value) || invalid.has(undefined)) return UNREADABLE;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !invalid.has(name)));
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

/** Maximum number of names in the warnings of one request, separately for fields and for query parameters. */
const MAX_NAMED = 20;

/** True when unknown names are errors; otherwise they are ignored (decision `unknown-fields`). */
export function refusesUnknown(access: Access, strict: boolean, decisions: ChosenDecisions): boolean {
  return access === 'emulator' || strict || decisions['unknown-fields'] === 'refuse';
}

/** Warnings for ignored names; those beyond the maximum are counted in one. */
export function ignoredNames(what: 'field' | 'query parameter', names: readonly string[]): string[] {
  const sentences = names
    .slice(0, MAX_NAMED)
    .map((name) => `The ${what} "${quoteForMessage(name)}" is not known and was ignored`);
  const rest = names.length - sentences.length;
  return rest === 0 ? sentences : [...sentences, `${rest} more of them were ignored`];
}
