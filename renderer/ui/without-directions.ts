const DIRECTIONS = /\p{Bidi_Control}/gu;

/** A text without the characters that change the direction of text: with them, a value could read as another one. */
export function withoutDirections(text: string): string {
  return text.replace(DIRECTIONS, '');
}
