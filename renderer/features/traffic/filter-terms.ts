import { wordsOf } from '../../../shared/model/filter.ts';

/** The value of a named term, such as `4xx` of `status:4xx`; '' without one. */
export function termValue(filter: string, name: string): string {
  return wordOf(name, wordsOf(filter))?.slice(name.length + 1) ?? '';
}

/** A filter with the value of a named term replaced in place, or appended; '' removes the term. */
export function withTerm(filter: string, name: string, value: string): string {
  const words = wordsOf(filter);
  const before = wordOf(name, words);
  const bare = value.replaceAll(/[\s"]/g, '');
  const word = bare === '' ? [] : [`${name}:${bare}`];
  const others = before === undefined ? [...words, ...word] : words.flatMap((one) => (one === before ? word : [one]));
  return others.join(' ');
}

function wordOf(name: string, words: readonly string[]): string | undefined {
  return words.find((word) => word.toLowerCase().startsWith(`${name}:`));
}
