/** The words of a filter: spaces part them, but not between quotes. */
export function wordsOf(filter: string): readonly string[] {
  return filter.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
}

/** What a filter asks of a named term, as in `status:4xx`; '' for nothing. */
export function askedOf(filter: string, name: string): string {
  return wordOf(name, wordsOf(filter))?.slice(name.length + 1) ?? '';
}

/** A filter that asks something else of a named term, where it did so before; '' for no more. */
export function asking(filter: string, name: string, value: string): string {
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
