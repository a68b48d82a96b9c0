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
