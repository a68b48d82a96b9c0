const format = new Intl.NumberFormat('en');

/** A whole number as text: `10,007`. */
export function numberText(value: number): string {
  return format.format(value);
}

/** A number with its noun: `1 task`, `3 tasks`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : plural}`;
}

/** Maximum number of texts that a sentence lists. */
const MOST_LISTED = 20;

/** A list in a sentence: `a, b and c`. A long one ends with the number of the others: `a, b and 1,998 more`. */
export function listed(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  const isLong = texts.length > MOST_LISTED;
  const first = texts.slice(0, isLong ? MOST_LISTED - 1 : -1);
  return `${first.join(', ')} and ${isLong ? `${numberText(texts.length - first.length)} more` : (texts.at(-1) ?? '')}`;
}
