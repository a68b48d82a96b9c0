import { taskBreaches } from '../../../shared/model/formula-checks.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { definitionProblems } from '../../authoring/checks/definition-checks.ts';
import { listOf, objectOf, textOf } from '../../authoring/context/json-path.ts';
import { errorsOf, type Problem } from '../../authoring/context/problem.ts';
import type { EarlierResult } from '../../authoring/scope/scope-of-results.ts';
import { type Scope, stepScope } from '../../authoring/scope/scope.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { findByReference } from '../../core/find-by-reference.ts';

/** What is wrong with a task beyond its schema. */
export function taskProblems(draft: JsonObject, definitions: WorkspaceDefinitions): readonly Problem[] {
  const results = resultsOf(draft, definitions);
  return [
    ...errorsOf(taskBreaches(draft)),
    ...definitionProblems('tasks', draft, {
      definitions,
      itemScope: (index) => scopeOfTask(draft, results.slice(0, index), definitions),
    }),
    ...programProblems(objectOf(draft['behavior'])),
  ];
}

/** What an expression in a step sees: the results of the steps before it, too. */
export function scopeOfStep(draft: JsonObject, index: number, definitions: WorkspaceDefinitions): Scope {
  return scopeOfTask(draft, resultsOf(draft, definitions).slice(0, index), definitions);
}

/** What each step leaves behind, under the name '' where it saves nothing. */
function resultsOf(draft: JsonObject, definitions: WorkspaceDefinitions): readonly EarlierResult[] {
  return listOf(objectOf(draft['behavior'])['steps'])
    .map(objectOf)
    .map((step) => {
      const name = textOf(step['as']);
      return step['do'] === 'prompt'
        ? { name, kind: 'prompt', parameters: step['parameters'] }
        : { name, kind: 'run', task: findByReference(definitions.tasks, textOf(step['task'])) };
    });
}

/** What code of a task sees, and expressions in its steps beside earlier results. */
export function scopeOfTask(
  draft: JsonObject,
  earlier: readonly EarlierResult[],
  definitions: WorkspaceDefinitions,
): Scope {
  const { parameters, resources: bound, webhooks } = draft;
  const { environments, resources } = definitions;
  return stepScope({ parameters, bound, webhooks, environments, resources, earlier });
}

function programProblems({ kind, command }: JsonObject): Problem[] {
  if (kind !== 'command' || listOf(command)[0] !== '') return [];
  return [{ path: ['behavior', 'command', 0], text: 'is required', severity: 'error', isMissing: true }];
}
