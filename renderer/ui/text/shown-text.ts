import type { ReactNode } from 'react';

const DIRECTIONS = /\p{Bidi_Control}/gu;

/**
 * A text without the characters that change the direction of text: with them, a name or a value could read as another one, or
 * turn the text around it. Other content is unchanged. Every text of a user or a client is shown through it.
 */
export function stripBidiControls(text: string): string;
export function stripBidiControls(content: ReactNode): ReactNode;
export function stripBidiControls(content: ReactNode): ReactNode {
  return typeof content === 'string' ? content.replace(DIRECTIONS, '') : content;
}

/** A JSON text with escapes in place of those characters, for a value that is shown as it is. */
export function escapedDirections(json: string): string {
  return json.replace(DIRECTIONS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

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
