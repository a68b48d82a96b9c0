import type { z } from 'zod';
import { hasMoreValues } from '../../../../shared/values/limited.ts';
import { COUNTS } from '../../../../shared/values/limits.ts';
import { DEFINITIONS, Workspace, WORKSPACE_VERSION } from '../../../../shared/model/workspace.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../../../shared/registry/collections.ts';
import { problemsOfIssue, readWith } from '../../../../shared/values/schema-problems.ts';
import type { Problem } from './workspace-error.ts';
import { type JsonPath, isJsonObject, type JsonObject } from '../../../../shared/values/json.ts';

/** A workspace with defaults, or the problems that its schema found. */
type SchemaResult = { readonly workspace: Workspace } | { readonly problems: readonly Problem[] };

/** Number of problems at which checking stops. */
const MAX_PROBLEMS = 50;

/**
 * Checks a value against the schema of workspaces and fills in defaults.
 * @param known definitions that are already checked, and used unchanged
 */
export function parseWorkspace(value: unknown, known: ReadonlySet<unknown> = new Set()): SchemaResult {
  const other = otherVersion(value);
  if (other !== null) return { problems: [other] };
  const whole = isJsonObject(value) ? value : null;
  const lists = COLLECTION_NAMES.map((name) => [name, listIn(whole, name)] as const);
  // Lists are checked item by item below; everything else is checked here.
  const emptied = Object.fromEntries(lists.flatMap(([name, list]) => (list === undefined ? [] : [[name, []]])));
  const top = readWith(Workspace, whole === null ? value : { ...whole, ...emptied });
  const problems = top.success ? [] : problemsOf(top.error);
  const filled: [CollectionName, unknown[]][] = [];
  for (const [name, list] of lists) {
    if (list === undefined || problems.length >= MAX_PROBLEMS) continue;
    filled.push([name, parseList(name, list, { known, problems })]);
  }
  if (!top.success || problems.length > 0) return { problems };
  return { workspace: { ...top.data, ...Object.fromEntries(filled) } };
}

function listIn(value: JsonObject | null, name: CollectionName): readonly unknown[] | undefined {
  const list = value?.[name];
  return Array.isArray(list) ? list : undefined;
}

function parseList(
  name: CollectionName,
  items: readonly unknown[],
  { known, problems }: { readonly known: ReadonlySet<unknown>; readonly problems: Problem[] },
): unknown[] {
  const parsed: unknown[] = [];
  const schema: z.ZodType = DEFINITIONS[name];
  if (items.length > COUNTS.definitions) {
    problems.push({ path: [name], message: `must be a list of at most ${COUNTS.definitions}` });
    return parsed;
  }
  for (const [i, item] of items.entries()) {
    if (!known.has(item) && hasMoreValues(item, COUNTS.definitionValues)) {
      problems.push({ path: [name, i], message: `has more than ${COUNTS.definitionValues} values` });
      return parsed;
    }
    const result = known.has(item) ? { success: true as const, data: item } : readWith(schema, item);
    if (result.success) parsed.push(result.data);
    else problems.push(...problemsOf(result.error, [name, i]));
    if (problems.length >= MAX_PROBLEMS) return parsed;
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

/** The first problems of an error. */
function problemsOf({ issues }: z.ZodError, above: JsonPath = []): Problem[] {
  const problems: Problem[] = [];
  for (const issue of issues) {
    for (const { path, message } of problemsOfIssue(issue, above)) {
      if (problems.length === MAX_PROBLEMS) return problems;
      problems.push({ path, message });
    }
  }
  return problems;
}
