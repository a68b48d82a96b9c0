import { runbookBreaches } from '../../../shared/model/formula-checks.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { definitionProblems } from '../../core/authoring/definition-checks.ts';
import { listOf, objectOf, textOf } from '../../core/authoring/json-path.ts';
import { errorsOf, type Problem } from '../../core/authoring/problem.ts';
import { type EarlierResult, type Scope, workScope } from '../../core/authoring/scope.ts';
import type { DefinitionWorld } from '../../core/authoring/world.ts';

/** What is wrong with a runbook beyond its schema. */
export function runbookProblems(draft: JsonObject, world: DefinitionWorld): readonly Problem[] {
  return [
    ...errorsOf(runbookBreaches(draft)),
    ...definitionProblems('runbooks', draft, { world, workScope: (index) => blockScope(draft, index, world) }),
  ];
}

/** What an expression in a block sees: the results of the blocks before it, by their slugs. */
export function blockScope(draft: JsonObject, index: number, world: DefinitionWorld): Scope {
  const earlier = listOf(draft['blocks'])
    .slice(0, index)
    .map(objectOf)
    .map(({ slug, kind, parameters }): EarlierResult => {
      const isPrompt = kind === 'prompt';
      return { name: textOf(slug), kind: isPrompt ? 'prompt' : 'run', parameters: isPrompt ? parameters : undefined };
    });
  const { environments, resources } = world;
  return workScope({ parameters: draft['parameters'], bound: undefined, environments, resources, earlier });
}
