import { runbookBreaches } from '../../../shared/model/formula-checks.ts';
import { definitionProblems } from '../../authoring/checks/definition-checks.ts';
import { type JsonObject, listOf, objectOf, textOf } from '../../../shared/values/json.ts';
import type { Problem } from '../../authoring/context/problem.ts';
import { type EarlierResult, earlierResult } from '../../authoring/scope/scope-of-results.ts';
import { blockScope, type Scope } from '../../authoring/scope/scope.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';

/** Problems of a runbook that its schema does not find. */
export function runbookProblems(draft: JsonObject, definitions: WorkspaceDefinitions): readonly Problem[] {
  const results = resultsOf(draft, definitions);
  return definitionProblems('runbooks', draft, {
    definitions,
    breaches: runbookBreaches(draft),
    itemScope: (index) => scopeAfter(draft, results.slice(0, index), definitions),
  });
}

/** Names in expressions of a block, with the results of earlier blocks by slug. */
export function scopeOfBlock(draft: JsonObject, index: number, definitions: WorkspaceDefinitions): Scope {
  return scopeAfter(draft, resultsOf(draft, definitions).slice(0, index), definitions);
}

function scopeAfter(
  draft: JsonObject,
  earlier: readonly EarlierResult[],
  { environments }: WorkspaceDefinitions,
): Scope {
  return blockScope({ parameters: draft['parameters'], environments, earlier });
}

function resultsOf(draft: JsonObject, definitions: WorkspaceDefinitions): readonly EarlierResult[] {
  return listOf(draft['blocks'])
    .map(objectOf)
    .map((item) => earlierResult(textOf(item['slug']), { isPrompt: item['kind'] === 'prompt', item }, definitions));
}
