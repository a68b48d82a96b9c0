import { RUN_NAMES } from '../../../shared/model/formulas.ts';
import { isJsonObject, type Json } from '../../../shared/model/json.ts';
import { isSecret } from '../../../shared/model/resource-config.ts';
import { RESOURCE_KINDS } from '../../../shared/registry/resource-kinds.ts';
import type { EnvironmentItem, ResourceItem } from '../hangar.ts';
import { listOf, objectOf, textOf } from './json-path.ts';
import { rowsOf } from './unfinished.ts';

/** Something an expression may name: `params.order_id`, and what it is. */
export interface ScopePath {
  readonly path: string;
  readonly detail: string;
}

/** Everything an expression at one place may name, the most particular first. */
export type Scope = readonly ScopePath[];

/** A result that an earlier step or block leaves behind. */
export interface EarlierResult {
  readonly name: string;
  /** What is known of it, by the fields it has: a prompt's answer or a child run. */
  readonly kind: 'prompt' | 'run';
  /** The parameters of a prompt. */
  readonly parameters: Json | undefined;
}

/** What an expression in a form (`hidden`, `validate`) sees. */
export function formScope(parameters: Json | undefined, environments: readonly EnvironmentItem[]): Scope {
  return [...parameterPaths('params', parameters), ...ENVIRONMENT, ...configPaths(environments)];
}

/** What an expression in a step or block sees. */
export function workScope(world: {
  readonly parameters: Json | undefined;
  readonly environments: readonly EnvironmentItem[];
  /** The bound resources by alias. */
  readonly bound: Json | undefined;
  readonly resources: readonly ResourceItem[];
  readonly earlier: readonly EarlierResult[];
}): Scope {
  return [
    ...world.earlier.flatMap(resultPaths),
    ...formScope(world.parameters, world.environments),
    ...rowsOf(world.bound).flatMap(([alias, reference]) => resourcePaths(alias, textOf(reference), world.resources)),
    ...RUN,
  ];
}

/** The names that stand alone in an expression. */
export function namesOf(scope: Scope): ReadonlySet<string> {
  return new Set([...RUN_NAMES, ...scope.map(({ path }) => head(path))]);
}

/** The parameters' slugs in a scope. */
export function parametersOf(scope: Scope): ReadonlySet<string> {
  return new Set(scope.flatMap(({ path }) => (path.startsWith('params.') ? [path.split('.')[1] ?? ''] : [])));
}

function head(path: string): string {
  return /^\w+/.exec(path)?.[0] ?? path;
}

const ENVIRONMENT: Scope = [
  { path: 'env.slug', detail: 'slug of the environment' },
  { path: 'env.name', detail: 'name of the environment' },
  { path: 'env.isDefault', detail: 'true in the default environment' },
];

const RUN: Scope = [
  { path: 'run.id', detail: 'ID of the run' },
  { path: 'run.createdAt', detail: 'when the run was created' },
  { path: 'session?.id', detail: 'ID of the session, when there is one' },
  { path: 'session?.name', detail: 'name of the session, when there is one' },
];

function parameterPaths(base: string, parameters: Json | undefined): Scope {
  return listOf(parameters).flatMap((item) => {
    const { slug, name, type, params } = objectOf(item);
    const path = `${base}.${textOf(slug)}`;
    if (textOf(slug) === '') return [];
    const named = textOf(name) === '' ? textOf(slug) : textOf(name);
    const own = { path, detail: `${named} (${textOf(type) === '' ? 'string' : textOf(type)})` };
    return [own, ...(type === 'object' ? parameterPaths(path, params) : [])];
  });
}

function configPaths(environments: readonly EnvironmentItem[]): Scope {
  const names = new Set(environments.flatMap(({ config }) => Object.keys(config)));
  return [...names].map((name) => ({ path: memberPath('config', name), detail: 'config of the environment' }));
}

function resourcePaths(alias: string, reference: string, resources: readonly ResourceItem[]): Scope {
  if (alias === '') return [];
  const base = `resources.${alias}`;
  const resource = resources.find(({ id, slug }) => id === reference || slug === reference);
  const fields = Object.keys(isJsonObject(resource?.resource) ? resource.resource : {});
  const kind = RESOURCE_KINDS[resource?.kind ?? ''];
  return [
    ...fields.map((name) => {
      const field = kind?.fields.find((each) => each.name === name);
      return {
        path: memberPath(base, name),
        detail: field !== undefined && isSecret(field) ? 'secret' : (field?.label ?? 'configuration'),
      };
    }),
    { path: `${base}.id`, detail: 'ID of the resource' },
  ];
}

function resultPaths({ name, kind, parameters }: EarlierResult): Scope {
  if (name === '') return [];
  if (kind === 'run') {
    return [
      { path: `${name}.output`, detail: 'what the run put out' },
      { path: `${name}.status`, detail: 'how the run ended' },
      { path: `${name}.runID`, detail: 'ID of the run' },
    ];
  }
  return [
    ...parameterPaths(`${name}.values`, parameters),
    { path: `${name}.values`, detail: 'the submitted values' },
    { path: `${name}.submittedBy`, detail: 'ID of who submitted' },
    { path: `${name}.id`, detail: 'ID of the prompt' },
  ];
}

function memberPath(base: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${base}.${name}` : `${base}[${JSON.stringify(name)}]`;
}
