const format = new Intl.NumberFormat('en');

/** A whole number as text: `10,007`. */
export function numberText(value: number): string {
  return format.format(value);
}

/** A number with its noun: `1 task`, `3 tasks`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : plural}`;
}

/** A list in a sentence: `a, b and c`. */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`;
}
