import {
  formulasIn,
  OWN_FORM,
  parametersIn,
  type PlacedFormula,
  type PlacedParameter,
  RUN_NAMES,
} from '../../../shared/model/formulas.ts';
import { namesTask } from '../../../shared/model/built-in-tasks.ts';
import { checkValues } from '../../../shared/model/parameter-values.ts';
import { referencesIn } from '../../../shared/model/references.ts';
import { unknownRolesIn } from '../../../shared/registry/permission-roles.ts';
import { memoizeByObject } from '../../../shared/values/objects.ts';
import { valuesContextOf } from '../../core/forms/input-values.ts';
import type { EnvironmentItem } from '../../core/data/hangar.ts';
import { readParameter, paramValueWarnings } from './param-value-checks.ts';
import { type JsonObject, pathKey, textOf, valueAt } from '../../../shared/values/json.ts';
import type { Breach } from '../../../shared/model/formula-checks.ts';
import { errorsOf, type Problem } from '../context/problem.ts';
import { formScope, type Scope } from '../scope/scope.ts';
import { knownReferences, type WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { CollectionName } from '../../../shared/registry/collections.ts';
import { namePaths } from '../../../shared/expression/name-paths.ts';
import { unknownNameProblem } from '../scope/scope-name.ts';

interface DefinitionChecks {
  readonly definitions: WorkspaceDefinitions;
  /** Violations beyond the schema. */
  readonly breaches: readonly Breach[];
  readonly itemScope: (index: number) => Scope;
}

/** Problems of a valid task or runbook: violations, references to missing things, and defaults that do not fit. */
export function definitionProblems(
  collection: CollectionName,
  draft: JsonObject,
  { definitions, breaches, itemScope }: DefinitionChecks,
): Problem[] {
  // Cached for each step, block and form, because a scope may be large and used by several formulas.
  const scopes = new Map<string, Scope>();
  const scopeOf = ({ form, work }: PlacedFormula) => {
    const key = work < 0 ? pathKey(form) : String(work);
    const cached = scopes.get(key);
    const scope = cached ?? (work < 0 ? formScope(valueAt(draft, form), definitions.environments) : itemScope(work));
    if (cached === undefined) scopes.set(key, scope);
    return scope;
  };
  return [
    ...errorsOf(breaches),
    ...parametersIn(draft).flatMap((placed) => defaultProblems(placed, definitions)),
    ...formulaWarnings(draft, scopeOf),
    ...missingResources(collection, draft),
    ...referenceWarnings(collection, draft, definitions),
    ...paramValueWarnings(collection, draft, definitions),
  ];
}

/** Warns of references to missing definitions and of unknown roles. */
export function referenceWarnings(
  collection: CollectionName,
  draft: JsonObject,
  definitions: WorkspaceDefinitions,
): Problem[] {
  const known = knownReferences(definitions);
  const missing = referencesIn(collection, draft).flatMap(({ what, name, path }): Problem[] => {
    if (name === '' || name.includes('{{') || known[what].has(name)) return [];
    if (what === 'task' && namesTask(name, known.task)) return [];
    // Shown at the permission as a whole.
    const place = path[0] === 'permissions' ? path.slice(0, -1) : path;
    return [{ path: place, text: `There is no ${what} “${name}” yet.`, severity: 'warning' }];
  });
  return [...missing, ...roleWarnings(draft)];
}

/** Warns of roles that clients with a fixed list of roles cannot read (decision `roles`). */
function roleWarnings(draft: JsonObject): Problem[] {
  return unknownRolesIn(draft).map(({ roleID, path }) => ({
    path,
    text: `No client knows the role “${roleID}”.`,
    severity: 'warning',
  }));
}

/** Requires a resource for each alias. */
function missingResources(collection: CollectionName, draft: JsonObject): Problem[] {
  return referencesIn(collection, draft).flatMap(({ what, name, path }): Problem[] =>
    what === 'resource' && name === '' ? [{ path, text: 'is required', severity: 'error', isMissing: true }] : [],
  );
}

/** Checks that a default is a valid value of its parameter. */
function defaultProblems(
  { path, form, parameter }: PlacedParameter,
  { environments }: WorkspaceDefinitions,
): Problem[] {
  // A template in the default of a prompt's field is evaluated at run time.
  if (form !== OWN_FORM && textOf(parameter['default']).includes('{{')) return [];
  const read = readParameter(parameter);
  if (read?.default === undefined || read.default === null) return [];
  const { slug, default: preset, constraints } = read;
  const rules = { ...constraints, optional: true, validate: '' };
  const config = configOf(environments);
  const context = { ...valuesContextOf(undefined), hasConfig: (name: string) => Object.hasOwn(config, name) };
  const { problems } = checkValues([{ ...read, hidden: '', constraints: rules }], { [slug]: preset }, context);
  const problem = Object.values(problems)[0];
  return problem === undefined ? [] : [{ path: [...path, 'default'], text: problem, severity: 'error' }];
}

/** The config of all environments together, kept because every default is checked with it. */
const configOf = memoizeByObject((environments: readonly EnvironmentItem[]) =>
  Object.fromEntries(environments.flatMap(({ config }) => Object.entries(config))),
);

/** Warns of unknown names in formulas. Syntax errors are reported elsewhere. */
function formulaWarnings(draft: JsonObject, scopeOf: (formula: PlacedFormula) => Scope): Problem[] {
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
