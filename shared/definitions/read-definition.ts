import { taskBreaches } from '../model/formula-checks.ts';
import { Task, type AuthoredTask } from '../model/task.ts';
import { isJsonObject, type Json, type JsonObject, type JsonPath } from '../values/json.ts';
import { problemsOfIssue, readWith } from '../values/schema-problems.ts';
import type { z } from 'zod';
import type { FieldProblem } from './definition-problem.ts';
import { ineffectiveFields } from './field.ts';
import { KINDS, type KindName, type Surroundings } from './kinds.ts';
import { TaskFields, configVariables, variablesOf, withDevelopment } from './task-fields.ts';
import { toTask } from './to-task.ts';

/** The folders around a definition, as far as it needs them. */
export interface DefinitionHost {
  /**
   * Finds the file that a definition names, and the surroundings of its task. The variables are those of the project: `before` the
   * task's own, and `after`, which win.
   */
  readonly surroundings: (kind: KindName, entrypoint: string | undefined) => FoundSurroundings;
}

interface FoundSurroundings extends Omit<Surroundings, 'variables' | 'parameters'> {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** The reason why the named file is refused. */
  readonly refused?: string;
  /** The reason why the named file cannot be read: the task is served, and its runs fail with it. */
  readonly missing?: string;
}

/** A definition that has been read. Without a task, it is refused because of its problems. */
export interface ReadDefinition {
  readonly slug: string;
  readonly kind: string;
  readonly task?: Task;
  readonly notEmulated: readonly string[];
  readonly problems: readonly FieldProblem[];
}

const ONE_KIND = `needs exactly one kind: ${Object.keys(KINDS).join(', ')}`;

/** Reads a definition: the value of its file, or that of an export with the same fields. */
export function readDefinition(value: Json, host: DefinitionHost): ReadDefinition {
  if (!isJsonObject(value)) return refused('', '', [{ path: [], message: 'must be a mapping of fields' }]);
  const slug = typeof value['slug'] === 'string' ? value['slug'] : '';
  const { kinds, fields, unknown } = partsOf(value);
  const [kind = '', second] = kinds;
  const found: FieldProblem[] = unknown.map((name) => ({ path: [name], message: 'is not a known field' }));
  if (kind === '' && unknown.length === 0) found.push({ path: [], message: ONE_KIND });
  if (second !== undefined)
    found.push({ path: [second], message: `is a second kind, beside ${kind}; a task ${ONE_KIND}` });
  const read = readWith(TaskFields, fields);
  if (!read.success) found.push(...problemsOf(read.error, []));
  if (!read.success || found.length > 0) return refused(slug, kind, found);
  return isKind(kind) ? ofKind(kind, value, read.data, host) : ofOtherKind(kind, fields, read.data);
}

/** Maximum number of problems that are named: a file may have thousands, and each is looked up in its text. */
const MOST_PROBLEMS = 20;

function refused(slug: string, kind: string, problems: readonly FieldProblem[]): ReadDefinition {
  return { slug, kind, notEmulated: [], problems: problems.slice(0, MOST_PROBLEMS) };
}

interface DefinitionParts {
  readonly kinds: readonly string[];
  readonly fields: JsonObject;
  readonly unknown: readonly string[];
}

/** Tells the kinds of a definition from its other fields. A single unknown mapping, beside no known kind, is a kind of its own. */
function partsOf(value: JsonObject): DefinitionParts {
  const names = Object.keys(value);
  const kinds = names.filter(isKind);
  const unknown = names.filter((name) => !isKind(name) && !Object.hasOwn(TaskFields.shape, name));
  const [other = ''] = unknown;
  const isOtherKind =
    kinds.length === 0 && unknown.length === 1 && isJsonObject(value[other]) && /^[A-Za-z][\w-]*$/.test(other);
  const fields = Object.fromEntries(
    names.filter((name) => Object.hasOwn(TaskFields.shape, name)).map((name) => [name, value[name] ?? null]),
  );
  return { kinds: isOtherKind ? [other] : kinds, fields, unknown: isOtherKind ? [] : unknown };
}

function isKind(name: string): name is KindName {
  return Object.hasOwn(KINDS, name);
}

/** A definition of a kind that Hangar does not run: it is kept, and its runs say so. */
function ofOtherKind(kind: string, fields: JsonObject, read: TaskFields): ReadDefinition {
  const { task, notes, problems } = toTask(read);
  const behavior = failing(
    `Tasks of the kind "${kind}" are not emulated. Define a stand-in: a task in the workspace with the slug "${task.slug}", and any behavior.`,
  );
  const notEmulated = [
    `${kind} is no kind that Hangar runs: runs fail until the workspace has a stand-in`,
    ...ineffectiveFields(TaskFields, fields),
    ...notes,
  ];
  return checked({ ...task, behavior }, kind, { notEmulated, problems });
}

function ofKind(kind: KindName, value: JsonObject, fields: TaskFields, host: DefinitionHost): ReadDefinition {
  const { schema, alias, behavior } = kindOf(kind);
  const config = readWith(schema, value[kind] ?? null);
  if (!config.success) return refused(fields.slug, kind, problemsOf(config.error, [kind]));
  const { entrypoint, envVars, resource } = config.data as KindConfig;
  const isEntry = kindOf(kind).reads !== 'nothing';
  const found = host.surroundings(kind, isEntry ? String(entrypoint) : undefined);
  if (found.refused !== undefined)
    return refused(fields.slug, kind, [{ path: [kind, 'entrypoint'], message: found.refused }]);
  const { task, notes, problems } = toTask(fields);
  const missing = found.missing === undefined ? [] : [{ path: [kind, 'entrypoint'], message: found.missing }];
  const own = { ...found.before, ...configVariables(fields.configs ?? []), ...variablesOf(envVars ?? {}) };
  const variables = withDevelopment(own, found.after);
  const surroundings = { ...found, variables, parameters: (fields.parameters ?? []).map(({ slug }) => slug) };
  const given: AuthoredTask = {
    ...task,
    ...(alias === undefined || resource === undefined ? {} : { resources: { [alias]: resource, ...task.resources } }),
    behavior: found.missing === undefined ? behavior(config.data, surroundings) : failing(found.missing),
  };
  const notEmulated = [
    ...ineffectiveFields(TaskFields, value),
    ...ineffectiveFields(schema, config.data as JsonObject, `${kind}.`),
    ...notes,
  ];
  return checked(given, kind, { notEmulated, problems: [...problems, ...missing] });
}

/** The fields that several kinds have. */
interface KindConfig {
  readonly entrypoint?: unknown;
  readonly envVars?: Parameters<typeof variablesOf>[0];
  readonly resource?: string;
}

/** A kind whose schema and behavior are seen together, since the compiler cannot relate them by name. */
function kindOf(kind: KindName) {
  const entry = KINDS[kind];
  const behavior = entry.behavior as (
    config: unknown,
    surroundings: Surroundings,
  ) => NonNullable<AuthoredTask['behavior']>;
  return {
    reads: entry.reads,
    alias: 'alias' in entry ? entry.alias : undefined,
    schema: entry.schema as z.ZodObject,
    behavior,
  };
}

/** The behavior of a task that cannot be run. */
export function failing(message: string): NonNullable<AuthoredTask['behavior']> {
  // Braces would begin a template.
  return { kind: 'steps', steps: [{ do: 'fail', message: message.replaceAll('{{', '{ {') }] };
}

/** Checks a task as the workspace does: its schema, expressions, patterns, options and defaults. */
function checked(
  given: AuthoredTask,
  kind: string,
  { notEmulated, problems }: Pick<ReadDefinition, 'notEmulated' | 'problems'>,
): ReadDefinition {
  const read = readWith(Task, given);
  const breaches = read.success ? taskBreaches(read.data) : problemsOf(read.error, []);
  if (!read.success || breaches.length > 0)
    return refused(
      given.slug,
      kind,
      breaches.map(({ path, message }) => ({ path: definitionPath(path, kind), message })),
    );
  return { slug: given.slug, kind, task: read.data, notEmulated, problems };
}

const OWN_NAMES: Readonly<Record<string, string>> = { desc: 'description', component: 'type', optional: 'required' };

/** The path in a definition of a path in the task that is made of it. */
function definitionPath([first = '', ...rest]: JsonPath, kind: string): JsonPath {
  if (first === 'parameters')
    return [first, ...rest.filter((step) => step !== 'constraints').map((step) => OWN_NAMES[step] ?? step)];
  if (first !== 'behavior') return [first, ...rest];
  const [part, ...within] = rest;
  if (part === 'env') return [kind, 'envVars', ...within];
  if (part === 'paramValues') return [kind, ...(within[0] === 'query' ? ['entrypoint'] : within)];
  return [kind, 'entrypoint'];
}

function problemsOf({ issues }: z.ZodError, above: JsonPath): FieldProblem[] {
  return issues.flatMap((issue) => [...problemsOfIssue(issue, above)].map(({ path, message }) => ({ path, message })));
}
