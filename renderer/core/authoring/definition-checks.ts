import type { Json } from '../../../shared/model/json.ts';
import { Parameter } from '../../../shared/model/parameter.ts';
import { checkValues, type ValuesWorld } from '../../../shared/model/parameter-values.ts';
import { useEnvironments, useGroups, useInfo, useResources, useRunbooks, useTasks, useUsers } from '../data.ts';
import type { EnvironmentItem, ResourceItem, RunbookItem, TaskItem } from '../hangar.ts';
import { expressionWarnings, templateWarnings } from './expression-checks.ts';
import { type JsonPath, listOf, objectOf, textOf } from './json-path.ts';
import type { Problem } from './problem.ts';
import { formScope, type Scope } from './scope.ts';
import { rowsOf } from './unfinished.ts';

/** What there is for a definition to refer to. */
export interface DefinitionWorld {
  readonly tasks: readonly TaskItem[];
  readonly runbooks: readonly RunbookItem[];
  readonly environments: readonly EnvironmentItem[];
  readonly resources: readonly ResourceItem[];
  /** IDs and slugs of groups. */
  readonly groups: ReadonlySet<string>;
  /** IDs and e-mails of users, and the IDs of keys' API users. */
  readonly users: ReadonlySet<string>;
}

/** What there is for a definition to refer to; undefined until all of it is known. */
export function useDefinitionWorld(): DefinitionWorld | undefined {
  const [tasks, runbooks, environments] = [useTasks(), useRunbooks(), useEnvironments()];
  const [resources, groups, users] = [useResources(), useGroups(), useUsers()];
  const actors = useInfo()?.actors ?? [];
  if (![tasks, runbooks, environments, resources, groups, users].every(({ loaded }) => loaded)) return undefined;
  return {
    tasks: tasks.items,
    runbooks: runbooks.items,
    environments: environments.items,
    resources: resources.items,
    groups: new Set(groups.items.flatMap(({ id, slug }) => [id, slug])),
    users: new Set([...users.items.flatMap(({ id, email }) => [id, email]), ...actors.map(({ id }) => id)]),
  };
}

/** What is wrong with a form's parameters beyond what makes them invalid: what their expressions name, their defaults. */
export function parameterProblems(parameters: Json | undefined, path: JsonPath, world: DefinitionWorld): Problem[] {
  return listProblems(parameters, path, { world, scope: formScope(parameters, world.environments) });
}

interface FormContext {
  readonly world: DefinitionWorld;
  readonly scope: Scope;
}

function listProblems(parameters: Json | undefined, path: JsonPath, context: FormContext): Problem[] {
  return listOf(parameters).flatMap((item, index) => {
    const at = [...path, index];
    const { hidden, constraints, params } = objectOf(item);
    const { validate } = objectOf(constraints);
    return [
      ...expressionWarnings(hidden, [...at, 'hidden'], context.scope),
      ...expressionWarnings(validate, [...at, 'constraints', 'validate'], context.scope),
      ...defaultProblems(item, [...at, 'default'], context.world),
      ...listProblems(params, [...at, 'params'], context),
    ];
  });
}

/** A default must be a value that the parameter takes. */
function defaultProblems(item: Json, path: JsonPath, { environments }: DefinitionWorld): Problem[] {
  const read = Parameter.safeParse(item);
  if (!read.success || read.data.default === undefined || read.data.default === null) return [];
  const { slug, default: preset, constraints } = read.data;
  const rules = { ...constraints, optional: true, validate: '' };
  const world: ValuesWorld = {
    config: Object.assign({}, ...environments.map(({ config }) => config)) as Record<string, string>,
    scope: {},
    limits: { now: Date.now },
    hasUpload: () => true,
  };
  const { problems } = checkValues([{ ...read.data, hidden: '', constraints: rules }], { [slug]: preset }, world);
  const said = Object.values(problems)[0];
  return said === undefined ? [] : [{ path, text: said, severity: 'error' }];
}

/** What steps and blocks name, in expressions and otherwise, that is not there, and the forms that they ask with. */
export function workProblems(item: Json, path: JsonPath, context: FormContext): Problem[] {
  const { scope, world } = context;
  const { when, parameters, task, resources, reviewers } = objectOf(item);
  const { groups, users } = objectOf(reviewers);
  return [
    ...expressionWarnings(when, [...path, 'when'], scope),
    ...templateWarnings(item, path, { scope, except: ['when', 'parameters'] }),
    ...parameterProblems(parameters, [...path, 'parameters'], world),
    ...taskWarning(textOf(task), [...path, 'task'], world),
    ...resourceWarnings(resources, [...path, 'resources'], world),
    ...unknownWarnings(listOf(groups), [...path, 'reviewers', 'groups'], { known: world.groups, noun: 'group' }),
    ...unknownWarnings(listOf(users), [...path, 'reviewers', 'users'], { known: world.users, noun: 'user' }),
  ];
}

/** Warns of resources that do not exist. */
export function resourceWarnings(resources: Json | undefined, path: JsonPath, world: DefinitionWorld): Problem[] {
  const known = new Set(world.resources.flatMap(({ id, slug }) => [id, slug]));
  return rowsOf(resources).flatMap(([alias, reference]): Problem[] => {
    const name = textOf(reference);
    if (name === '') return [{ path: [...path, alias], text: 'is required', severity: 'error', isMissing: true }];
    if (known.has(name) || name.includes('{{')) return [];
    return [{ path: [...path, alias], text: `There is no resource “${name}” yet.`, severity: 'warning' }];
  });
}

/** Warns of users and groups in permissions that do not exist. */
export function permissionWarnings(permissions: Json | undefined, world: DefinitionWorld): Problem[] {
  return listOf(permissions).flatMap((item, index) => {
    const { subUserID, subGroupID } = objectOf(item);
    const at = ['permissions', index];
    return [
      ...unknownWarnings([subUserID ?? ''], [...at, 'subUserID'], { known: world.users, noun: 'user' }),
      ...unknownWarnings([subGroupID ?? ''], [...at, 'subGroupID'], { known: world.groups, noun: 'group' }),
    ].map((problem) => ({ ...problem, path: problem.path.slice(0, -1) }));
  });
}

function taskWarning(task: string, path: JsonPath, { tasks }: DefinitionWorld): Problem[] {
  if (task === '' || task.includes('{{') || tasks.some(({ id, slug }) => id === task || slug === task)) return [];
  return [{ path, text: `There is no task “${task}” yet.`, severity: 'warning' }];
}

function unknownWarnings(
  names: readonly Json[],
  path: JsonPath,
  { known, noun }: { known: ReadonlySet<string>; noun: string },
): Problem[] {
  return names.flatMap((item, index): Problem[] => {
    const name = textOf(item);
    if (name === '' || known.has(name)) return [];
    return [{ path: [...path, index], text: `There is no ${noun} “${name}” yet.`, severity: 'warning' }];
  });
}
