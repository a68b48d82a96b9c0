import { namePaths } from '../../../shared/expression/name-paths.ts';
import { formulasIn, type PlacedFormula } from '../../../shared/model/formulas.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Problem } from './problem.ts';
import { namesOf, parametersOf, type Scope } from './scope.ts';

/** What the formulas of a definition name that is not there; of those that are none is told otherwise. */
export function formulaWarnings(draft: JsonObject, scopeOf: (formula: PlacedFormula) => Scope): Problem[] {
  return formulasIn(draft).flatMap((formula) => {
    const unknown = [...unknownNames(formula, scopeOf(formula))];
    return unknown.map((text) => ({ path: formula.path, text, severity: 'warning' }));
  });
}

function unknownNames(formula: PlacedFormula, scope: Scope): ReadonlySet<string> {
  const known = namesOf(scope);
  const parameters = parametersOf(scope);
  const said = namePaths(formula).flatMap(({ names: [first, second] }) => {
    const [name, slug] = [first?.name ?? '', second?.name];
    if (!known.has(name)) return [`Nothing before this is called “${name}”.`];
    if (name !== 'params' || slug === undefined || slug === 'webhook_payload' || parameters.has(slug)) return [];
    return [`There is no parameter “${slug}”.`];
  });
  return new Set(said);
}
