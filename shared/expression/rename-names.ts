import { type Formula, type NameOccurrence, namePaths } from './name-paths.ts';

/** A formula's text after a rename, and its number of renamed uses. */
interface RenamedText {
  readonly text: string;
  readonly count: number;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Renames the last name of a path such as `params.amount` everywhere in the text of a formula, and changes nothing else. Leaves
 * invalid expressions unchanged, and uses where the expression declares the new name itself.
 */
export function renameNames(formula: Formula, path: readonly string[], to: string): RenamedText {
  const occurrences = new Map<number, NameOccurrence>();
  for (const { names, isDeclared } of namePaths(formula)) {
    const last = names[path.length - 1];
    const isMeant = path.every((name, index) => names[index]?.name === name);
    if (!isMeant || last === undefined || (path.length === 1 && isDeclared(to))) continue;
    if (last.form === 'quoted' || IDENTIFIER.test(to)) occurrences.set(last.from, last);
  }
  const lastFirst = [...occurrences.values()].sort((a, b) => b.from - a.from);
  const text = lastFirst.reduce(
    (edited, found) => edited.slice(0, found.from) + written(found, to, edited) + edited.slice(found.to),
    formula.text,
  );
  return { text, count: occurrences.size };
}

/** The new name in the notation of the old one. */
function written({ name, form, from }: NameOccurrence, to: string, text: string): string {
  if (form === 'made') return `${name}: ${to}`;
  if (form === 'taken') return `${to}: ${name}`;
  if (form === 'plain') return to;
  const quote = text.charAt(from);
  return quote + to.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}
