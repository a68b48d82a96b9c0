import { z } from 'zod';
import { Resource } from '../model/workspace.ts';
import { resourceProblems } from '../model/resource-config.ts';
import { resourceKindOf } from '../registry/resource-kinds.ts';
import { isJsonObject, type Json, type JsonObject, listOf, objectOf, textOf, type JsonPath } from '../values/json.ts';
import { fields } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { problemsOfIssue, readWith } from '../values/schema-problems.ts';
import { Name } from '../values/json-schema.ts';
import type { FieldProblem } from './definition-problem.ts';
import { Scalar } from './field.ts';
import { EnvVars, variablesOf } from './task-fields.ts';

type Variables = Readonly<Record<string, string>>;

/** `WORD.yaml`: the settings of a project. */
export interface ProjectSettings {
  /** Environment variables of tasks of a kind. */
  readonly variables: Readonly<Record<'node' | 'python', Variables>>;
  readonly notEmulated: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** Reads `WORD.yaml`. Only its variables have an effect; everything else is listed. */
export function readProject(value: Json): ProjectSettings {
  const problems: FieldProblem[] = [];
  const notEmulated: string[] = [];
  if (!isJsonObject(value)) problems.push({ path: [], message: 'must be a mapping of fields' });
  const variablesIn = (language: string): Variables => {
    const { envVars, ...rest } = objectOf(objectOf(value)[language]);
    notEmulated.push(...Object.keys(rest).map((name) => `${language}.${name} is kept: nothing is built or installed`));
    return variablesAt(envVars, [language, 'envVars'], problems);
  };
  const variables = { node: variablesIn('javascript'), python: variablesIn('python') };
  for (const name of Object.keys(objectOf(value)))
    if (name !== 'javascript' && name !== 'python') notEmulated.push(`${name} is kept, and has no effect`);
  return { variables, notEmulated, problems };
}

/** `WORD.dev.yaml`: resources, config variables and environment variables of the default environment. */
export interface DevelopmentSettings {
  readonly resources: readonly Resource[];
  readonly config: Variables;
  readonly variables: Variables;
  readonly problems: readonly FieldProblem[];
}

const ConfigVars = fields(Name, z.union([Scalar, z.looseObject({ value: Scalar })]), COUNTS.entries);
const KNOWN = new Set(['resources', 'configVars', 'envVars', 'id']);

/** Reads `WORD.dev.yaml`. A resource with a mistake is left out, and the rest is used. */
export function readDevelopment(value: Json): DevelopmentSettings {
  const problems: FieldProblem[] = [];
  if (!isJsonObject(value)) problems.push({ path: [], message: 'must be a mapping of fields' });
  const { resources, configVars, envVars } = objectOf(value);
  for (const name of Object.keys(objectOf(value)))
    if (!KNOWN.has(name)) problems.push({ path: [name], message: 'is not a known field' });
  if (resources !== undefined && resources !== null && !Array.isArray(resources))
    problems.push({ path: ['resources'], message: 'must be a list of resources' });
  const config = readWith(ConfigVars, configVars ?? {});
  if (!config.success) problems.push(...problemsIn(config.error, ['configVars']));
  return {
    resources: listOf(resources).flatMap((item, index) => resourceAt(item, ['resources', index], problems)),
    config: Object.fromEntries(
      Object.entries(config.data ?? {}).map(([name, given]) => [
        name,
        String(typeof given === 'object' ? given.value : given),
      ]),
    ),
    variables: variablesAt(envVars, ['envVars'], problems),
    problems,
  };
}

function variablesAt(given: Json | undefined, path: JsonPath, problems: FieldProblem[]): Variables {
  const read = readWith(EnvVars, given ?? {});
  if (read.success) return variablesOf(read.data);
  problems.push(...problemsIn(read.error, path));
  return {};
}

function problemsIn({ issues }: z.ZodError, above: JsonPath): FieldProblem[] {
  return issues.flatMap((issue) => [...problemsOfIssue(issue, above)].map(({ path, message }) => ({ path, message })));
}

/** The resource at a path, as a list; empty when it has a mistake. */
function resourceAt(item: Json, path: JsonPath, problems: FieldProblem[]): Resource[] {
  const { slug, name, kind, id, ...given } = objectOf(item);
  const config = configOf(textOf(kind), given);
  const known = resourceKindOf(textOf(kind))?.fields.map((field) => field.name);
  const found: FieldProblem[] = Object.keys(config)
    .filter((field) => known !== undefined && !known.includes(field))
    .map((field) => ({ path: [...path, field], message: `is no field of a resource of kind "${textOf(kind)}"` }));
  const read = readWith(Resource, {
    slug,
    kind,
    resource: config,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
  });
  if (!read.success) found.push(...problemsIn(read.error, path));
  else
    for (const [field, message] of Object.entries(resourceProblems(read.data.kind, config)))
      found.push({ path: [...path, field], message });
  problems.push(...found.map((one) => ({ ...one, message: `${one.message}; this resource is left out` })));
  return read.success && found.length === 0 ? [read.data] : [];
}

/** The configuration of a resource in the workspace's terms: ports are texts, `tls` is `ssl`, and a `dsn` gives what is missing. */
function configOf(kind: string, { dsn, tls, port, ...given }: JsonObject): JsonObject {
  const ssl =
    tls === undefined || tls === null
      ? {}
      : { ssl: /^(?:|""|false|"disable")$/.test(JSON.stringify(tls)) ? 'disable' : 'require' };
  const isDatabase = resourceKindOf(kind)?.fields.some(({ name }) => name === 'database') === true;
  return {
    ...(isDatabase ? partsOfDsn(textOf(dsn)) : {}),
    ...ssl,
    ...given,
    ...(port === undefined || port === null ? {} : { port: typeof port === 'string' ? port : JSON.stringify(port) }),
  };
}

/** The parts of a database's address: `postgres://user:password@host:5432/name?sslmode=disable`. */
function partsOfDsn(dsn: string): JsonObject {
  const found =
    /^\w+:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?(?:tcp\()?(\[[^\]]+\]|[^:/?()]+)(?::(\d+))?\)?\/([^?]*)(?:\?(.*))?$/.exec(
      dsn,
    );
  if (found === null) return {};
  const [, username = '', password = '', host = '', port = '', database = '', query = ''] = found;
  const ssl = /(?:^|&)(?:sslmode|tls)=([^&]*)/.exec(query)?.[1];
  const parts = { username: decoded(username), password: decoded(password), host, port, database: decoded(database) };
  return Object.fromEntries(
    Object.entries({ ...parts, ...(ssl === undefined ? {} : { ssl }) }).filter(([, value]) => value !== ''),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
