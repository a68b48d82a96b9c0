import { runbookBreaches } from '../../../shared/model/formula-checks.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { definitionProblems } from '../../core/authoring/definition-checks.ts';
import { listOf, objectOf, textOf } from '../../core/authoring/json-path.ts';
import { errorsOf, type Problem } from '../../core/authoring/problem.ts';
import type { EarlierResult } from '../../core/authoring/scope-of-results.ts';
import { blockScope, type Scope } from '../../core/authoring/scope.ts';
import type { DefinitionWorld } from '../../core/authoring/world.ts';
import { named } from '../../core/named.ts';

/** What is wrong with a runbook beyond its schema. */
export function runbookProblems(draft: JsonObject, world: DefinitionWorld): readonly Problem[] {
  return [
    ...errorsOf(runbookBreaches(draft)),
    ...definitionProblems('runbooks', draft, { world, workScope: (index) => scopeOfBlock(draft, index, world) }),
  ];
}

/** What an expression in a block sees: the results of the blocks before it, by their slugs. */
export function scopeOfBlock(draft: JsonObject, index: number, world: DefinitionWorld): Scope {
  const earlier = listOf(draft['blocks'])
    .slice(0, index)
    .map(objectOf)
    .map(({ slug, kind, parameters, task }): EarlierResult => {
      const name = textOf(slug);
      return kind === 'prompt'
        ? { name, kind, parameters }
        : { name, kind: 'run', task: named(world.tasks, textOf(task)) };
    });
  return blockScope({ parameters: draft['parameters'], environments: world.environments, earlier });
}
