import { runbookBreaches } from '../../../shared/model/formula-checks.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { definitionProblems } from '../../authoring/checks/definition-checks.ts';
import { listOf, objectOf, textOf } from '../../authoring/context/json-path.ts';
import { errorsOf, type Problem } from '../../authoring/context/problem.ts';
import type { EarlierResult } from '../../authoring/scope/scope-of-results.ts';
import { blockScope, type Scope } from '../../authoring/scope/scope.ts';
import type { DefinitionWorld } from '../../authoring/context/world.ts';
import { named } from '../../core/named.ts';

/** What is wrong with a runbook beyond its schema. */
export function runbookProblems(draft: JsonObject, world: DefinitionWorld): readonly Problem[] {
  const results = resultsOf(draft, world);
  return [
    ...errorsOf(runbookBreaches(draft)),
    ...definitionProblems('runbooks', draft, {
      world,
      workScope: (index) => scopeAfter(draft, results.slice(0, index), world),
    }),
  ];
}

/** What an expression in a block sees: the results of the blocks before it, by their slugs. */
export function scopeOfBlock(draft: JsonObject, index: number, world: DefinitionWorld): Scope {
  return scopeAfter(draft, resultsOf(draft, world).slice(0, index), world);
}

function scopeAfter(draft: JsonObject, earlier: readonly EarlierResult[], { environments }: DefinitionWorld): Scope {
  return blockScope({ parameters: draft['parameters'], environments, earlier });
}

/** What each block leaves behind. */
function resultsOf(draft: JsonObject, world: DefinitionWorld): readonly EarlierResult[] {
  return listOf(draft['blocks'])
    .map(objectOf)
    .map(({ slug, kind, parameters, task }): EarlierResult => {
      const name = textOf(slug);
      return kind === 'prompt'
        ? { name, kind, parameters }
        : { name, kind: 'run', task: named(world.tasks, textOf(task)) };
    });
}
