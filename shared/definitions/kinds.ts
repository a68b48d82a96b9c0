import { z } from 'zod';
import type { AuthoredTask } from '../model/task.ts';
import { Json, JsonObject, Expression, Name, Text } from '../values/json-schema.ts';
import { fields, list } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { definedFields } from '../values/objects.ts';
import { field, required, Scalar } from './field.ts';
import { Configs, EnvVars } from './task-fields.ts';

type Behavior = NonNullable<AuthoredTask['behavior']>;
type Variables = Readonly<Record<string, string>>;

/** The file that a definition names, or the file of a definition inside code, as its task uses it. */
export interface Entry {
  /** Path from the folder of the workspace file, or an absolute one. */
  readonly file: string;
  /** Path from the working folder. */
  readonly fromFolder: string;
  /** The function of a definition inside code; the usual one when absent. */
  readonly function?: string | undefined;
  /** The text of an SQL file; the first line of a shell script. "" for others. */
  readonly text: string;
}

/** The surroundings of a task: those of its file, and the environment that its files give it. */
export interface Surroundings {
  /** The file that the definition names; `undefined` for kinds without one. */
  readonly entry: Entry | undefined;
  /** Working folder, from the folder of the workspace file. */
  readonly cwd: string;
  readonly variables: Variables;
  /** Slugs of the parameters. */
  readonly parameters: readonly string[];
  /** The program of Python tasks. */
  readonly python: string;
}

/** A kind of task in definition files. */
interface DefinitionKind<Schema extends z.ZodObject> {
  readonly schema: Schema;
  /** The way in which its runs are carried out, for people. */
  readonly runsAs: string;
  /** The part of the named file that the task needs. */
  readonly reads: 'nothing' | 'file' | 'text' | 'first line';
  /** The working folder: where the nearest of these files lies; the folder of the definition when absent. */
  readonly project?: string;
  /** Alias of its resource. */
  readonly alias?: string;
  readonly behavior: (config: z.output<Schema>, surroundings: Surroundings) => Behavior;
}

function kind<Schema extends z.ZodObject>(entry: DefinitionKind<Schema>): DefinitionKind<Schema> {
  return entry;
}

const FILE = z.string().min(1).max(4096);
const scalars = fields(Name, z.union([Scalar, z.null(), list(Scalar, COUNTS.values)]), COUNTS.values);
const entrypoint = required(FILE, 'the file, from the folder of the definition');
const envVars = field(EnvVars, 'environment variables: a text, `{ value }`, or `{ config }`');
const resource = required(Name.min(1), 'the resource');
const urlParams = field(scalars, '`urlParams`, as templates');
const headers = field(scalars, '`headers`, as templates');
const retryFailures = field(Json, 'nothing', 'has no effect: Hangar sends the request once');
const configs = field(Configs, 'nothing: templates may name any config variable');
const words = z.union([Text, list(Text, COUNTS.words)], 'must be a text or a list of texts');

/** The note about a version of Node that a task asks for. */
export const NODE_VERSION_NOTE = 'is kept: runs use the Node that runs Hangar';

/** Every kind of task in definition files. To add one, add an entry. */
export const KINDS = {
  node: kind({
    schema: z.strictObject({
      entrypoint,
      nodeVersion: field(Scalar, 'nothing', NODE_VERSION_NOTE),
      base: field(Json, 'nothing', 'is kept: nothing is built'),
      envVars,
    }),
    runsAs: 'a script: the default export is called with the parameter values',
    reads: 'file',
    project: 'package.json',
    behavior: (_, { entry, cwd, variables: env }) => ({
      ...({ kind: 'script', file: entry?.file ?? '', calledWith: 'params', cwd, env } as const),
      ...(entry?.function === undefined ? {} : { export: entry.function }),
    }),
  }),
  python: kind({
    schema: z.strictObject({ entrypoint, envVars }),
    runsAs: 'a command: `main(params)` of the file is called by `python3`',
    reads: 'file',
    project: 'requirements.txt',
    behavior: (_, { entry, cwd, variables: env, python }) => ({
      ...({ kind: 'command', command: [python], cwd, env } as const),
      call: { file: entry?.file ?? '', function: entry?.function ?? 'main' },
    }),
  }),
  shell: kind({
    schema: z.strictObject({ entrypoint, envVars }),
    runsAs: 'a command: the file, by `bash` or the program of its first line',
    reads: 'first line',
    behavior: (_, { entry, cwd, variables: env }) => ({
      ...{ kind: 'command', command: [...interpreterOf(entry?.text ?? ''), entry?.fromFolder ?? ''], cwd, env },
    }),
  }),
  sql: kind({
    schema: z.strictObject({
      resource,
      entrypoint: required(FILE, 'the query: the text of the file, as a template'),
      queryArgs: field(z.union([scalars, JsonObject]), '`queryArgs`, as templates'),
      transactionMode: field(Name, '`transactionMode`'),
      configs,
    }),
    runsAs: 'the built-in task `sql_query`',
    reads: 'text',
    alias: 'db',
    behavior: ({ queryArgs, transactionMode }, { entry }) =>
      builtIn('sql_query', { query: entry?.text ?? '', queryArgs, transactionMode }),
  }),
  rest: kind({
    schema: z.strictObject({
      resource,
      method: required(Name, '`method`'),
      path: field(Expression, '`path`, as a template'),
      urlParams,
      headers,
      bodyType: field(z.enum(['json', 'raw', 'form-data', 'x-www-form-urlencoded']), '`bodyType`'),
      body: field(Json, '`body`, as a template'),
      formData: field(JsonObject, '`formData`, as templates'),
      retryFailures,
      configs,
    }),
    runsAs: 'the built-in task `rest_request`',
    reads: 'nothing',
    alias: 'rest',
    behavior: ({ resource: _, configs: __, retryFailures: ___, body, ...request }) =>
      builtIn('rest_request', { ...request, body: body === '' ? undefined : body }),
  }),
  graphql: kind({
    schema: z.strictObject({
      resource,
      operation: required(Text, '`operation`, as a template'),
      variables: field(JsonObject, '`variables`, as templates'),
      urlParams,
      headers,
      retryFailures,
      configs,
    }),
    runsAs: 'the built-in task `graphql_request`',
    reads: 'nothing',
    alias: 'api',
    behavior: ({ resource: _, configs: __, retryFailures: ___, ...request }) => builtIn('graphql_request', request),
  }),
  docker: kind({
    schema: z.strictObject({
      image: required(Name.min(1), 'the image'),
      entrypoint: field(words, '`--entrypoint`'),
      command: field(words, 'the words after the image'),
      envVars,
    }),
    runsAs: 'a command: `docker run`, where a daemon is there',
    reads: 'nothing',
    behavior: ({ image, entrypoint: entry, command }, { cwd, variables: env, parameters }) => ({
      ...{ kind: 'command', cwd, env },
      command: dockerCommand(image, { entry, command, names: [...Object.keys(env), ...parameters.map(variableOf)] }),
    }),
  }),
} as const;

/** The name of a kind that Hangar runs. */
export type KindName = keyof typeof KINDS;

function builtIn(name: 'sql_query' | 'rest_request' | 'graphql_request', paramValues: object): Behavior {
  // Schemas have made the values JSON.
  return { kind: 'builtin', name, paramValues: definedFields(paramValues) as JsonObject };
}

/** The program that a script names in its first line, with its arguments; `bash` for none. */
function interpreterOf(firstLine: string): readonly string[] {
  const words = /^#!\s*(\S.*)$/.exec(firstLine)?.[1]?.trim().split(/\s+/) ?? [];
  return words.length === 0 ? ['bash'] : words;
}

interface DockerRun {
  readonly entry: string | readonly string[] | undefined;
  readonly command: string | readonly string[] | undefined;
  /** Names of the task's own variables. */
  readonly names: readonly string[];
}

/** The variables of a run for code that asks Hangar. Docker passes on those that it finds. */
const RUN_VARIABLES = ['HANGAR_URL', 'HANGAR_API_KEY', 'HANGAR_RUN_ID', 'HANGAR_TASK_SLUG', 'HANGAR_ENV_SLUG'];

/** Runs Docker, or says that its daemon is missing. */
const DOCKER = `docker version > /dev/null 2>&1 || {
  echo 'hangar_output_set {"error": "Docker tasks need a running Docker daemon, which was not found"}'
  exit 1
}
exec "$0" "$@"`;

function dockerCommand(image: string, { entry, command, names }: DockerRun): string[] {
  const [first, ...rest] = wordsOf(entry);
  const variables = [...names, ...RUN_VARIABLES].flatMap((name) => ['--env', name]);
  const start = first === undefined ? [] : ['--entrypoint', first];
  return [
    ...['sh', '-c', DOCKER, 'docker', 'run', '--rm'],
    ...['--interactive', '--network', 'host'],
    ...variables,
    ...start,
    image,
    ...rest,
    ...wordsOf(command),
  ];
}

function variableOf(slug: string): string {
  return `PARAM_${slug.toUpperCase()}`;
}

/** The words of a command, with simple quotes. */
function wordsOf(given: string | readonly string[] | undefined): readonly string[] {
  if (given === undefined) return [];
  if (typeof given !== 'string') return given;
  return [...given.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
