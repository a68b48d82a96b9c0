import { taskBreaches } from '../../../shared/model/formula-checks.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import {
  type DefinitionWorld,
  parameterProblems,
  permissionWarnings,
  resourceWarnings,
  workProblems,
} from '../../core/authoring/definition-checks.ts';
import { listOf, objectOf, textOf } from '../../core/authoring/json-path.ts';
import { errorsOf, type Problem } from '../../core/authoring/problem.ts';
import { type EarlierResult, type Scope, workScope } from '../../core/authoring/scope.ts';

/** What is wrong with a task beyond its schema. */
export function taskProblems(draft: JsonObject, world: DefinitionWorld): readonly Problem[] {
  const { parameters, resources, permissions, behavior } = draft;
  return [
    ...errorsOf(taskBreaches(draft)),
    ...parameterProblems(parameters, ['parameters'], world),
    ...resourceWarnings(resources, ['resources'], world),
    ...permissionWarnings(permissions, world),
    ...behaviorProblems(objectOf(behavior), draft, world),
  ];
}

/** What an expression in a step sees: the results of the steps before it, too. */
export function stepScope(draft: JsonObject, index: number, world: DefinitionWorld): Scope {
  const steps = listOf(objectOf(draft['behavior'])['steps']).slice(0, index).map(objectOf);
  const earlier = steps.flatMap((step): EarlierResult[] => {
    const name = textOf(step['as']);
    if (name === '') return [];
    const isPrompt = step['do'] === 'prompt';
    return [{ name, kind: isPrompt ? 'prompt' : 'run', parameters: isPrompt ? step['parameters'] : undefined }];
  });
  const { environments, resources } = world;
  return workScope({ parameters: draft['parameters'], bound: draft['resources'], environments, resources, earlier });
}

function behaviorProblems(behavior: JsonObject, draft: JsonObject, world: DefinitionWorld): Problem[] {
  if (behavior['kind'] === 'steps') {
    return listOf(behavior['steps']).flatMap((step, index) =>
      workProblems(step, ['behavior', 'steps', index], { scope: stepScope(draft, index, world), world }),
    );
  }
  const program = listOf(behavior['command'])[0];
  if (behavior['kind'] !== 'command' || program !== '') return [];
  return [{ path: ['behavior', 'command', 0], text: 'is required', severity: 'error', isMissing: true }];
}
