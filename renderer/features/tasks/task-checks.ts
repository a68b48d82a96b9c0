import { taskBreaches } from '../../../shared/model/formula-checks.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { definitionProblems } from '../../core/authoring/definition-checks.ts';
import { listOf, objectOf, textOf } from '../../core/authoring/json-path.ts';
import { errorsOf, type Problem } from '../../core/authoring/problem.ts';
import { type EarlierResult, type Scope, workScope } from '../../core/authoring/scope.ts';
import type { DefinitionWorld } from '../../core/authoring/world.ts';

/** What is wrong with a task beyond its schema. */
export function taskProblems(draft: JsonObject, world: DefinitionWorld): readonly Problem[] {
  return [
    ...errorsOf(taskBreaches(draft)),
    ...definitionProblems('tasks', draft, { world, workScope: (index) => stepScope(draft, index, world) }),
    ...programProblems(objectOf(draft['behavior'])),
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

function programProblems({ kind, command }: JsonObject): Problem[] {
  if (kind !== 'command' || listOf(command)[0] !== '') return [];
  return [{ path: ['behavior', 'command', 0], text: 'is required', severity: 'error', isMissing: true }];
}
