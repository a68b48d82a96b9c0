import type { z } from 'zod';
import { hasMoreValues } from '../../../../shared/values/limited.ts';
import { COUNTS } from '../../../../shared/values/limits.ts';
import { Workspace, WORKSPACE_VERSION } from '../../../../shared/model/workspace.ts';
import { COLLECTIONS, type WorkspaceCollection } from './workspace-collections.ts';
import type { JsonPath } from '../../../../shared/values/json-path.ts';
import type { Problem } from './workspace-error.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/values/json.ts';

/** A workspace with defaults, or the problems that its schema found. */
export type SchemaResult = { readonly workspace: Workspace } | { readonly problems: readonly Problem[] };

/** Maximum number of problems searched for. */
const MAX_PROBLEMS = 50;

/**
 * Checks a value against the schema of workspaces and fills in defaults. Yields after each definition.
 * @param known definitions that were checked before and are used unchanged
 */
export function* parseInSteps(
  value: unknown,
  known: ReadonlySet<unknown> = new Set(),
): Generator<void, SchemaResult, undefined> {
  const other = otherVersion(value);
  if (other !== null) return { problems: [other] };
  const whole = isJsonObject(value) ? value : null;
  const lists = COLLECTIONS.map((collection) => [collection, listIn(whole, collection)] as const);
  // Lists are checked item by item below; everything else is checked here.
  const emptied = Object.fromEntries(lists.flatMap(([{ name }, list]) => (list === undefined ? [] : [[name, []]])));
  const top = Workspace.safeParse(whole === null ? value : { ...whole, ...emptied }, { error: sentence });
  const problems = top.success ? [] : top.error.issues.flatMap((issue) => problemsOf(issue));
  const filled: Record<string, unknown> = { ...top.data };
  for (const [collection, list] of lists) {
    if (list === undefined || problems.length >= MAX_PROBLEMS) continue;
    filled[collection.name] = yield* parseList(collection, list, { known, problems });
  }
  // Each part was returned by its schema.
  return problems.length > 0 ? { problems } : { workspace: filled as Workspace };
}

function listIn(value: JsonObject | null, { name }: WorkspaceCollection): readonly unknown[] | undefined {
  const list = value?.[name];
  return Array.isArray(list) ? list : undefined;
}

function* parseList(
  { name, schema }: WorkspaceCollection,
  items: readonly unknown[],
  { known, problems }: { readonly known: ReadonlySet<unknown>; readonly problems: Problem[] },
): Generator<void, unknown[], undefined> {
  const parsed: unknown[] = [];
  if (items.length > COUNTS.definitions) {
    problems.push({ path: [name], message: `must be at most ${COUNTS.definitions} long` });
    return parsed;
  }
  for (const [i, item] of items.entries()) {
    if (!known.has(item) && hasMoreValues(item, COUNTS.definitionValues)) {
      problems.push({ path: [name, i], message: `holds more than ${COUNTS.definitionValues} values` });
      return parsed;
    }
    const result = known.has(item)
      ? { success: true as const, data: item }
      : schema.safeParse(item, { error: sentence });
    if (result.success) parsed.push(result.data);
    else
      for (const issue of result.error.issues)
        for (const problem of problemsOf(issue, [name, i])) problems.push(problem);
    if (problems.length >= MAX_PROBLEMS) return parsed;
    yield;
  }
  return parsed;
}

function otherVersion(value: unknown): Problem | null {
  const version = isJsonObject(value) ? value['version'] : undefined;
  if (typeof version !== 'number' || version === WORKSPACE_VERSION) return null;
  const message =
    version > WORKSPACE_VERSION
      ? `is ${version}, of a newer Hangar; this one knows version ${WORKSPACE_VERSION}, and leaves the file as it is. Use the newer Hangar, or another file`
      : `must be ${WORKSPACE_VERSION}; no Hangar has written version ${version}`;
  return { path: ['version'], message };
}

function problemsOf(issue: z.core.$ZodIssue, above: JsonPath = []): Problem[] {
  const path = [...above, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_PROBLEMS).map((key) => ({ path: [...path, key], message: 'is not a known field' }));
  }
  if (issue.code === 'invalid_union') {
    const nearest = nearestBranch(issue);
    if (nearest.length > 0) return nearest.flatMap((inner) => problemsOf(inner, path));
  }
  if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }];
  return [{ path, message: issue.message }];
}

/** Returns the issues of the union branch that fits best: those within the value, fewest first. */
function nearestBranch(issue: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const within = issue.errors.filter((issues) => issues.some(({ path }) => path.length > 0));
  return within.sort((a, b) => a.length - b.length)[0] ?? [];
}

const NOUNS: Readonly<Record<string, string>> = {
  ...{ string: 'a string', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ object: 'an object', record: 'an object', array: 'a list', null: 'null', json: 'a JSON value' },
};

/** Message for an issue; a schema's own message takes precedence. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_union') {
    const options = Array.isArray(issue['options'])
      ? issue['options'].map((option) => JSON.stringify(option)).join(', ')
      : '';
    return options === '' ? undefined : `must be one of ${options}`;
  }
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'is missing';
  if (issue.code === 'custom' && typeof issue.params?.['expected'] === 'string')
    return `must be ${NOUNS[issue.params['expected']] ?? issue.params['expected']}`;
  if (issue.code === 'invalid_type') return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') {
    const values = issue.values.map((value) => JSON.stringify(value));
    return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`;
  }
  if (issue.code === 'too_small') return `must be ${bound(issue.origin, 'at least', String(issue.minimum))}`;
  if (issue.code === 'too_big') return `must be ${bound(issue.origin, 'at most', String(issue.maximum))}`;
  return undefined;
}

function bound(origin: string, comparison: string, limit: string): string {
  const unit = origin === 'string' ? ' characters long' : origin === 'array' ? ' long' : '';
  return `${comparison} ${limit}${unit}`;
}
