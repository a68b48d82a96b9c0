import { taskBreaches } from '../../../shared/model/formula-checks.ts';
import { definitionProblems } from '../../authoring/checks/definition-checks.ts';
import { type JsonObject, listOf, objectOf, textOf } from '../../../shared/values/json.ts';
import type { Problem } from '../../authoring/context/problem.ts';
import { type EarlierResult, earlierResult } from '../../authoring/scope/scope-of-results.ts';
import { type Scope, stepScope } from '../../authoring/scope/scope.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';

/** Problems of a task that its schema does not find. */
export function taskProblems(draft: JsonObject, definitions: WorkspaceDefinitions): readonly Problem[] {
  const results = resultsOf(draft, definitions);
  return [
    ...definitionProblems('tasks', draft, {
      definitions,
      breaches: taskBreaches(draft),
      itemScope: (index) => scopeOfTask(draft, results.slice(0, index), definitions),
    }),
    ...programProblems(objectOf(draft['behavior'])),
  ];
}

/** Names in expressions of a step, with the results of earlier steps. */
export function scopeOfStep(draft: JsonObject, index: number, definitions: WorkspaceDefinitions): Scope {
  return scopeOfTask(draft, resultsOf(draft, definitions).slice(0, index), definitions);
}

function resultsOf(draft: JsonObject, definitions: WorkspaceDefinitions): readonly EarlierResult[] {
  return listOf(objectOf(draft['behavior'])['steps'])
    .map(objectOf)
    .map((item) => earlierResult(textOf(item['as']), { isPrompt: item['do'] === 'prompt', item }, definitions));
}

/** Names in the script of a task; with `earlier` results, in the expressions of a step. */
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
