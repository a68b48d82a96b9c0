const DIRECTIONS = /\p{Bidi_Control}/gu;

/** A text of a row without characters that turn the text around them: a value could make the row read as something else. */
export function withoutDirections(text: string): string {
  return text.replace(DIRECTIONS, '');
}
