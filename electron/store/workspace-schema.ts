import type { z } from 'zod';
import { Workspace, WORKSPACE_VERSION } from '../../shared/model/workspace.ts';
import type { JsonPath, Problem } from './workspace-error.ts';

/** A workspace with its defaults, or what its schema finds wrong. */
export type SchemaResult = { readonly workspace: Workspace } | { readonly problems: readonly Problem[] };

/** Checks a value against the schema of workspaces, and fills in the defaults. */
export function parseWorkspace(value: unknown): SchemaResult {
  const other = otherVersion(value);
  if (other !== null) return { problems: [other] };
  const result = Workspace.safeParse(value, { error: sentence });
  if (result.success) return { workspace: result.data };
  return { problems: result.error.issues.flatMap((issue) => problemsOf(issue)) };
}

function otherVersion(value: unknown): Problem | null {
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
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
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is not a known field' }));
  }
  if (issue.code === 'invalid_union') {
    const nearest = nearestBranch(issue);
    if (nearest.length > 0) return nearest.flatMap((inner) => problemsOf(inner, path));
  }
  if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }];
  return [{ path, message: issue.message }];
}

/** Of a union's branches, the one that the value came nearest to: something within it is wrong, not the whole. */
function nearestBranch(issue: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const within = issue.errors.filter((issues) => issues.some(({ path }) => path.length > 0));
  return within.sort((a, b) => a.length - b.length)[0] ?? [];
}

const NOUNS: Readonly<Record<string, string>> = {
  ...{ string: 'a string', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ object: 'an object', record: 'an object', array: 'a list', null: 'null' },
};

/** What an issue says of its field; the schemas' own messages stand before these. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_union') {
    const options = Array.isArray(issue['options'])
      ? issue['options'].map((option) => JSON.stringify(option)).join(', ')
      : '';
    return options === '' ? undefined : `must be one of ${options}`;
  }
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'is missing';
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
