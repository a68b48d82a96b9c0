import type { Json } from '../../../shared/values/json.ts';
import { epochMilliseconds } from '../../../shared/values/timestamp.ts';
import { resourceKindOf } from '../../../shared/registry/resource-kinds.ts';
import type { ResourceInScope, RunContext, RunMetadata } from '../engine/context/behavior-port.ts';

/** Maximum size of a variable in bytes. Systems refuse to start a program with larger ones. */
const VARIABLE_BYTES = 100_000;
/** Version of the format of `WORD_RESOURCES`, which SDKs check. */
const RESOURCES_VERSION = '2';

type Variable = readonly [name: string, value: string];

/** Address of the server, and a key for its `/v0`. */
export interface ServerAccess {
  readonly url: string;
  readonly apiKey: string;
}

/** The environment variables of a run's program, and the names of omitted ones. */
export interface RunVariables {
  readonly variables: Readonly<Record<string, string>>;
  readonly leftOut: readonly string[];
}

/** The fields of a run that its variables contain. */
export type RunOfProgram = Pick<RunContext, 'scope' | 'programParams' | 'metadata' | 'now'>;

/**
 * The environment variables of a run: its parameters, its metadata, and access to `/v0`; with the setting `sdk` under the names
 * of the SDK too. Source: docs/task-runtime.md, "Name the SDK".
 */
export function runVariables(run: RunOfProgram, { url, apiKey }: ServerAccess): RunVariables {
  const prefix = sdkPrefix(run.metadata);
  const [params, facts] = [paramVariables(run), factsOf(run, url)];
  const own: readonly Variable[] = [
    ['URL', url],
    ['API_KEY', apiKey],
    ['NOW', new Date(epochMilliseconds(run.now())).toISOString()],
    ...facts,
  ];
  const ofSdk: readonly Variable[] = [
    ['API_HOST', url],
    ['TOKEN', apiKey],
    ...facts,
    ['RUNTIME', run.metadata.sdkRuntime],
    ['RESOURCES_VERSION', RESOURCES_VERSION],
    ...params,
  ];
  const all = [...params, ...withPrefix('HANGAR_', own), ...(prefix === undefined ? [] : withPrefix(prefix, ofSdk))];
  return {
    variables: Object.fromEntries(all.filter(fits)),
    leftOut: all.filter((variable) => !fits(variable)).map(([name]) => name),
  };
}

function withPrefix(prefix: string, variables: readonly Variable[]): Variable[] {
  return variables.map(([name, value]) => [`${prefix}${name}`, value]);
}

function fits([, value]: Variable): boolean {
  return Buffer.byteLength(value) <= VARIABLE_BYTES && !value.includes('\0');
}

function paramVariables({ programParams }: RunOfProgram): Variable[] {
  return Object.entries(programParams).flatMap(([slug, value]): Variable[] =>
    value === null ? [] : [[`PARAM_${slug.toUpperCase()}`, textOf(value)]],
  );
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function factsOf({ metadata, scope }: RunOfProgram, url: string): Variable[] {
  const resources = Object.entries(scope.resources).map(([alias, resource]) => [alias, withDsn(resource)]);
  return [['RESOURCES', JSON.stringify(Object.fromEntries(resources))], ...metadataVariables(metadata, url)];
}

/** A resource with the address of its database, as SDKs read it, unless it has one. */
function withDsn(resource: ResourceInScope): ResourceInScope {
  const { kind, dsn, host } = resource;
  const textOf = (field: string): string => {
    const value = resource[field];
    return typeof value === 'string' ? value : '';
  };
  const isDatabase = resourceKindOf(kind)?.fields.some(({ name }) => name === 'database') === true;
  if (!isDatabase || dsn !== undefined || typeof host !== 'string' || textOf('database') === '') return resource;
  const [user = '', secret = '', name = ''] = ['username', 'password', 'database'].map((field) =>
    encodeURIComponent(textOf(field)),
  );
  const scheme = kind === 'redshift' ? 'postgres' : kind;
  const option = scheme === 'postgres' ? `?sslmode=${textOf('ssl') || 'disable'}` : '';
  return { ...resource, dsn: `${scheme}://${user}:${secret}@${host}:${textOf('port')}/${name}${option}` };
}

function metadataVariables(metadata: RunMetadata, url: string): Variable[] {
  const { environment, runner } = metadata;
  return [
    ['RUN_ID', metadata.runID],
    ['RUN_URL', runUrl(metadata, url)],
    ['PARENT_RUN_ID', metadata.parentRunID],
    ['SESSION_ID', metadata.sessionID],
    ['TASK_ID', metadata.taskID],
    ['TASK_SLUG', metadata.taskSlug],
    ['TASK_NAME', metadata.taskName],
    ['TASK_URL', taskUrl(metadata, url)],
    ['TEAM_ID', metadata.teamID],
    ['ENV_ID', environment.id],
    ['ENV_SLUG', environment.slug],
    ['ENV_NAME', environment.name],
    ['ENV_IS_DEFAULT', String(environment.isDefault)],
    ['RUNNER_ID', runner.id],
    ['RUNNER_EMAIL', runner.email],
    ['RUNNER_NAME', runner.name],
    ['RUNTIME', metadata.runtime],
  ];
}

/** The beginning of all names of variables that an SDK reads; `undefined` without the setting `sdk`. */
export function sdkPrefix({ sdk }: Pick<RunMetadata, 'sdk'>): string | undefined {
  return sdk === undefined ? undefined : `${sdk.toUpperCase()}_`;
}

/** The page of a run in the window. */
export function runUrl({ runID }: RunMetadata, url: string): string {
  return `${url}/runs/${runID}`;
}

/** The page of a run's task in the window. */
export function taskUrl({ taskSlug }: RunMetadata, url: string): string {
  return `${url}/tasks/${taskSlug}`;
}
