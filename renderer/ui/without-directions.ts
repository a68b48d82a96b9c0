import type { ReactNode } from 'react';

const DIRECTIONS = /\p{Bidi_Control}/gu;

/** A text without the characters that change the direction of text: with them, a value could read as another one. */
export function withoutDirections(text: string): string {
  return text.replace(DIRECTIONS, '');
}

/** Content without these characters, when it is a text; other content unchanged. */
export function plainContent(content: ReactNode): ReactNode {
  return typeof content === 'string' ? withoutDirections(content) : content;
}
