import { type Formula, type NameOccurrence, namePaths } from './name-paths.ts';

/** A formula's text after a rename, and its number of renamed uses. */
export interface RenamedText {
  readonly text: string;
  readonly count: number;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Renames the last name of a path such as `params.amount` everywhere in the text of a formula, and changes nothing else. Leaves
 * invalid expressions unchanged, and places where the expression declares the new name itself.
 */
export function renameNames(formula: Formula, path: readonly string[], to: string): RenamedText {
  const places = new Map<number, NameOccurrence>();
  for (const { names, isDeclared } of namePaths(formula)) {
    const place = names[path.length - 1];
    const isMeant = path.every((name, index) => names[index]?.name === name);
    if (!isMeant || place === undefined || (path.length === 1 && isDeclared(to))) continue;
    if (place.form === 'quoted' || IDENTIFIER.test(to)) places.set(place.from, place);
  }
  const inOrder = [...places.values()].sort((a, b) => b.from - a.from);
  const text = inOrder.reduce(
    (edited, place) => edited.slice(0, place.from) + written(place, to, edited) + edited.slice(place.to),
    formula.text,
  );
  return { text, count: places.size };
}

/** The new name in the notation of the old one. */
function written({ name, form, from }: NameOccurrence, to: string, text: string): string {
  if (form === 'made') return `${name}: ${to}`;
  if (form === 'taken') return `${to}: ${name}`;
  if (form === 'plain') return to;
  const quote = text.charAt(from);
  return quote + to.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}
