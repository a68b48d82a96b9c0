import { FILTER_WORD } from '../../../shared/model/filter.ts';
import {
  type FilterKind,
  PARAMETER,
  termsOf,
  type FilterTerm,
  type NamedDefinitions,
} from '../../../shared/model/filter-terms.ts';

/** Sources of values: slugs by collection, and slugs of parameters. */
export type FilterNames = Readonly<Record<NamedDefinitions | 'parameters', readonly string[]>>;

/** A completion of a filter. */
export interface FilterCompletion {
  readonly label: string;
  readonly help: string;
  /** The whole filter with the completed word. */
  readonly text: string;
  /** The caret's index after it. */
  readonly caret: number;
}

/** Maximum number of completions. */
const MOST = 50;

interface WordCompletion {
  readonly label: string;
  readonly help: string;
  /** The replacement of the word at the caret. */
  readonly word: string;
  /** True when the word is complete. */
  readonly isWhole: boolean;
}

/** The completions of the word at the caret: names of terms, then their values. None inside quotes or for a complete word. */
export function completionsFor(
  kind: FilterKind,
  { text, caret }: { readonly text: string; readonly caret: number },
  names: FilterNames,
): readonly FilterCompletion[] {
  const { from, to } = wordAt(text, caret);
  const written = text.slice(from, caret);
  const sign = written.startsWith('-') ? '-' : '';
  const bare = written.slice(sign.length).toLowerCase();
  if (bare.startsWith('"')) return [];
  const split = bare.indexOf(':');
  const found =
    split < 0 ? termNames(kind, bare, names) : values(kind, bare.slice(0, split), bare.slice(split + 1), names);
  return found.slice(0, MOST).map(({ label, help, word, isWhole }) => {
    const rest = text.slice(to).trimStart();
    const before = `${text.slice(0, from)}${sign}${word}${isWhole ? ' ' : ''}`;
    return { label, help, text: isWhole || rest === '' ? before + rest : `${before} ${rest}`, caret: before.length };
  });
}

/** The range of the word at the caret. */
function wordAt(text: string, caret: number): { readonly from: number; readonly to: number } {
  for (const { index, 0: word } of text.matchAll(FILTER_WORD))
    if (index <= caret && caret <= index + word.length) return { from: index, to: index + word.length };
  return { from: caret, to: caret };
}

function termNames(kind: FilterKind, beginning: string, names: FilterNames): WordCompletion[] {
  const terms = Object.entries(termsOf(kind)).flatMap(([name, { help }]) =>
    name === 'param' ? names.parameters.map((slug) => [`${PARAMETER}${slug}`, `parameter ${slug}`]) : [[name, help]],
  );
  return terms.flatMap(([name = '', help = '']) =>
    name.toLowerCase().startsWith(beginning)
      ? [{ label: `${name}:`, help: help.replaceAll('`', ''), word: `${name}:`, isWhole: false }]
      : [],
  );
}

function values(kind: FilterKind, name: string, written: string, names: FilterNames): WordCompletion[] {
  const terms = termsOf(kind);
  const term = Object.hasOwn(terms, name) ? terms[name] : undefined;
  const known = valuesOf(term, names);
  // Statuses can be several.
  const at = name === 'status' ? written.lastIndexOf(',') + 1 : 0;
  const part = written.slice(at);
  if (known.some((value) => value.toLowerCase() === part)) return [];
  return known.flatMap((value) =>
    value.toLowerCase().includes(part)
      ? [{ label: value, help: '', word: `${name}:${written.slice(0, at)}${quoted(value)}`, isWhole: true }]
      : [],
  );
}

function valuesOf(term: FilterTerm | undefined, names: FilterNames): readonly string[] {
  const { values: known = [] } = term ?? {};
  return typeof known === 'string' ? names[known] : known;
}

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}
