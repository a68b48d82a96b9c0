import { namePaths } from '../../../shared/expression/name-paths.ts';
import { formulasIn, type PlacedFormula, RUN_NAMES } from '../../../shared/model/formulas.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Problem } from '../context/problem.ts';
import { unknownNameProblem } from '../scope/scope-name.ts';
import type { Scope } from '../scope/scope.ts';

/** Warns of unknown names in formulas. Syntax errors are reported elsewhere. */
export function formulaWarnings(draft: JsonObject, scopeOf: (formula: PlacedFormula) => Scope): Problem[] {
  return formulasIn(draft).flatMap((formula) => {
    const unknown = [...unknownNames(formula, scopeOf(formula))];
    // A field shows one problem, so all unknown names are in one text.
    return unknown.length === 0 ? [] : [{ path: formula.path, text: unknown.join(' '), severity: 'warning' as const }];
  });
}

function unknownNames(formula: PlacedFormula, scope: Scope): ReadonlySet<string> {
  const known = new Set(scope.map(({ name }) => name));
  const messages = namePaths(formula).flatMap(({ names }) => {
    const path = names.map(({ name }) => name);
    const [first = ''] = path;
    // Defined in every formula, possibly as null.
    if (RUN_NAMES.has(first) && !known.has(first)) return [];
    const why = unknownNameProblem(scope, path);
    return why === undefined ? [] : [why];
  });
  return new Set(messages);
}
