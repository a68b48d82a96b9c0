import { quotedTexts, renameNames } from '../expression/name-paths.ts';
import { formulasIn, parametersIn } from './formulas.ts';
import {
  type Json,
  type JsonObject,
  type JsonPath,
  listOf,
  objectOf,
  textOf,
  valueAt,
  withValueAt,
} from '../values/json.ts';
import { givenNamesIn, referencesIn } from './references.ts';
import type { CollectionName, ReferenceTarget } from '../registry/collections.ts';

/** A rename of something that other definitions refer to. */
export type Rename =
  | { readonly what: ReferenceTarget | 'config'; readonly from: string; readonly to: string }
  | {
      readonly what: 'parameter' | 'alias';
      readonly from: string;
      readonly to: string;
      /** Slug and ID of the task that the parameter or alias belongs to. */
      readonly task: readonly string[];
    };

/** A definition after a rename, and its number of changed references. */
export interface Renamed {
  readonly definition: JsonObject;
  readonly count: number;
}

/** Applies a rename to the references of a definition, which may be an incomplete draft. */
export function renamed(collection: CollectionName, definition: JsonObject, rename: Rename): Renamed {
  if (rename.what === 'config') return renamedConfig(definition, rename);
  if (rename.what === 'parameter' || rename.what === 'alias') return renamedGiven(definition, rename);
  const { what, from, to } = rename;
  const found = referencesIn(collection, definition).filter((each) => each.what === what && each.name === from);
  return { definition: withTexts(definition, found, to), count: found.length };
}

/** Applies several renames. */
export function renamedAll(collection: CollectionName, definition: JsonObject, renames: readonly Rename[]): Renamed {
  return renames.reduce<Renamed>(
    (before, rename) => {
      const after = renamed(collection, before.definition, rename);
      return { definition: after.definition, count: before.count + after.count };
    },
    { definition, count: 0 },
  );
}

/** Part of a definition that mentions a name in text that renaming does not change. */
export type Mention = 'script' | 'command' | 'expression';

/**
 * Finds mentions of a renamed definition in a script, a command, or quotation marks. For a name that belongs to
 * another task, only mentions beside that task's name count.
 */
export function mentionsIn(definition: object, rename: Rename, isOwn = false): readonly Mention[] {
  const { kind, source, command, cwd, env } = objectOf(objectOf(definition)['behavior']);
  const ofTask = 'task' in rename && !isOwn ? rename.task : undefined;
  const isIn = (text: string) =>
    hasSlug(text, rename.from) && (ofTask === undefined || ofTask.some((name) => hasSlug(text, name)));
  const words = [...listOf(command), cwd, ...Object.values(objectOf(env))].map(textOf);
  const isQuoted =
    !('task' in rename) && formulasIn(definition).some((formula) => quotedTexts(formula).includes(rename.from));
  return [
    ...(kind === 'script' && isIn(textOf(source)) ? ['script' as const] : []),
    ...(kind === 'command' && isIn(words.join('\n')) ? ['command' as const] : []),
    ...(isQuoted ? ['expression' as const] : []),
  ];
}

/** True when a text contains a slug as a whole word. */
function hasSlug(text: string, slug: string): boolean {
  for (let at = text.indexOf(slug); at >= 0; at = text.indexOf(slug, at + 1)) {
    if (!/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + slug.length))) return true;
  }
  return false;
}

function withTexts(definition: JsonObject, places: readonly { readonly path: JsonPath }[], text: Json): JsonObject {
  return objectOf(places.reduce<Json>((before, { path }) => withValueAt(before, path, text), definition));
}

/** Formulas refer to config values, and so do parameters that choose one. */
function renamedConfig(definition: JsonObject, { from, to }: Rename): Renamed {
  const presets = parametersIn(definition).flatMap(({ path, parameter: { type, default: preset } }) =>
    type === 'configvar' && preset === from ? [{ path: [...path, 'default'] }] : [],
  );
  const inFormulas = renamedInFormulas(definition, [{ path: ['config', from], sees: () => true }], to);
  return {
    definition: withTexts(inFormulas.definition, presets, to),
    count: inFormulas.count + presets.length,
  };
}

/** Fields keep their order. When a field has the new name already, both stay unchanged. */
function renamedGiven(definition: JsonObject, rename: Extract<Rename, { task: unknown }>): Renamed {
  const { what, task, from, to } = rename;
  const found = givenNamesIn(definition).filter(
    (each) => each.what === what && each.name === from && task.includes(each.task),
  );
  const maps = found.map(({ path }) => path.slice(0, -1)).filter((map) => !(to in objectOf(valueAt(definition, map))));
  const changed = maps.reduce<Json>((before, map) => {
    const fields = Object.entries(objectOf(valueAt(before, map)));
    return withValueAt(
      before,
      map,
      Object.fromEntries(fields.map(([name, item]) => [name === from ? to : name, item])),
    );
  }, definition);
  return { definition: objectOf(changed), count: maps.length };
}

/** A path in formulas, and the formulas that can use it. */
export interface FormulaUse {
  readonly path: readonly string[];
  readonly sees: (formula: ReturnType<typeof formulasIn>[number]) => boolean;
}

/** Renames the last names of paths in the formulas of a definition. */
export function renamedInFormulas(definition: JsonObject, uses: readonly FormulaUse[], to: string): Renamed {
  return formulasIn(definition).reduce<Renamed>(
    (before, formula) => {
      const after = uses.reduce(
        ({ text, count }, { path, sees }) => {
          const next = sees(formula) ? renameNames({ ...formula, text }, path, to) : { text, count: 0 };
          return { text: next.text, count: count + next.count };
        },
        { text: formula.text, count: 0 },
      );
      if (after.count === 0) return before;
      return {
        definition: objectOf(withValueAt(before.definition, formula.path, after.text)),
        count: before.count + after.count,
      };
    },
    { definition, count: 0 },
  );
}
