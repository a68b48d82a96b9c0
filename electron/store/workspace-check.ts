import { check } from '../../shared/expression/evaluate.ts';
import { Pattern } from '../../shared/expression/regex.ts';
import { checkTemplates } from '../../shared/expression/template.ts';
import { KEY_OWNER_ROLES } from '../../shared/model/access.ts';
import type { Behavior, Step } from '../../shared/model/behavior.ts';
import type { Parameter } from '../../shared/model/parameter.ts';
import { resourceProblems } from '../../shared/model/resource-config.ts';
import type { Block, Runbook } from '../../shared/model/runbook.ts';
import type { Task } from '../../shared/model/task.ts';
import type { Workspace } from '../../shared/model/workspace.ts';
import { LOCAL_USER } from '../engine/definitions.ts';
import { COLLECTIONS, effectiveId, nameOf } from './workspace-collections.ts';
import type { JsonPath, Problem } from './workspace-error.ts';
import { referenceWarnings } from './workspace-references.ts';

/** What a workspace breaks beyond its schema, and what of it refers to nothing. */
export interface WorkspaceCheck {
  /** Rules whose breach makes the file invalid. */
  readonly problems: readonly Problem[];
  /** Sentences; the file stays valid (product, "The workspace file"). */
  readonly warnings: readonly string[];
}

/**
 * The rules between the things of a workspace. Errors are what could never work or would be ambiguous: names taken twice, two
 * default environments, owners that may not own, expressions and patterns that are none, incomplete resources.
 */
export function checkWorkspace(workspace: Workspace): WorkspaceCheck {
  const problems = [
    ...duplicates(workspace),
    ...defaultEnvironments(workspace),
    ...owners(workspace),
    ...workspace.tasks.flatMap((task, i) => taskProblems(task, ['tasks', i])),
    ...workspace.runbooks.flatMap((runbook, i) => runbookProblems(runbook, ['runbooks', i])),
    ...workspace.resources.flatMap(({ kind, resource }, i) =>
      Object.entries(resourceProblems(kind, resource)).map(([field, message]) => ({
        path: ['resources', i, 'resource', field],
        message,
      })),
    ),
  ];
  return { problems, warnings: referenceWarnings(workspace) };
}

function duplicates(workspace: Workspace): Problem[] {
  return COLLECTIONS.flatMap((collection) => {
    const items = workspace[collection.name];
    const names = items.map((item) => nameOf(collection, item));
    const ids = items.map((item) => effectiveId(collection, item));
    return [...twice(names, collection.name, collection.nameField), ...twice(ids, collection.name, 'id')];
  });
}

function twice(values: readonly string[], collection: string, field: string): Problem[] {
  return values.flatMap((value, i) => {
    const first = values.indexOf(value);
    if (first === i) return [];
    return [{ path: [collection, i, field], message: `"${value}" is that of ${collection}[${first}] already` }];
  });
}

function defaultEnvironments({ environments }: Workspace): Problem[] {
  const first = environments.findIndex((environment) => environment.default);
  return environments.flatMap((environment, i) =>
    environment.default && i !== first
      ? [{ path: ['environments', i, 'default'], message: `environments[${first}] is the default already` }]
      : [],
  );
}

/** Decision `roles`. */
function owners({ apiKeys, users }: Workspace): Problem[] {
  const people = [LOCAL_USER, ...users];
  return apiKeys.flatMap(({ user }, i) => {
    const owner = people.find((person) => person.email === user || (person.id !== undefined && person.id === user));
    if (owner === undefined || KEY_OWNER_ROLES.includes(owner.role)) return [];
    return [{ path: ['apiKeys', i, 'user'], message: `"${user ?? ''}" is a ${owner.role}, who may not own a key` }];
  });
}

function taskProblems(task: Task, path: JsonPath): Problem[] {
  const payload = task.parameters.findIndex(({ slug, type }) => slug === 'webhook_payload' && type !== 'json');
  const wrongPayload =
    payload === -1
      ? []
      : [{ path: [...path, 'parameters', payload, 'type'], message: 'must be "json" for webhook_payload' }];
  return [
    ...wrongPayload,
    ...parametersProblems(task.parameters, [...path, 'parameters']),
    ...behaviorProblems(task.behavior, [...path, 'behavior']),
  ];
}

function runbookProblems({ parameters, blocks }: Runbook, path: JsonPath): Problem[] {
  return [
    ...parametersProblems(parameters, [...path, 'parameters']),
    ...blocks.flatMap((block, i) => stepProblems(block, [...path, 'blocks', i])),
  ];
}

function behaviorProblems(behavior: Behavior, path: JsonPath): Problem[] {
  if (behavior.kind !== 'steps') return [];
  return behavior.steps.flatMap((step, i) => stepProblems(step, [...path, 'steps', i]));
}

/** A step or a block: its condition, the templates in its texts, and the form that it asks with. */
function stepProblems(step: Step | Block, path: JsonPath): Problem[] {
  const { when, ...rest } = step;
  const parameters = 'parameters' in rest ? rest.parameters : [];
  const texts = { ...rest, parameters: [] };
  return [
    ...expressionProblems(when, [...path, 'when']),
    ...parametersProblems(parameters, [...path, 'parameters']),
    ...checkTemplates(texts).map(({ path: within, error }) => ({ path: [...path, ...within], message: error.message })),
  ];
}

function parametersProblems(parameters: readonly Parameter[], path: JsonPath): Problem[] {
  return parameters.flatMap(({ hidden, constraints, params }, i) => [
    ...expressionProblems(hidden, [...path, i, 'hidden']),
    ...expressionProblems(constraints.validate, [...path, i, 'constraints', 'validate']),
    ...patternProblems(constraints.regex, [...path, i, 'constraints', 'regex']),
    ...parametersProblems(params, [...path, i, 'params']),
  ]);
}

function expressionProblems(text: string | undefined, path: JsonPath): Problem[] {
  const error = text === undefined || text === '' ? null : check(text);
  return error === null ? [] : [{ path, message: error.message }];
}

function patternProblems(source: string, path: JsonPath): Problem[] {
  if (source === '') return [];
  try {
    new Pattern(source);
    return [];
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }];
  }
}
