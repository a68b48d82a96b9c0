/** A text of TypeScript as JavaScript. */
export type CompiledText = {
  readonly text: string;
  /** JSON text of the source map; absent when every character is where it was. */
  readonly map?: string;
};

/** Characters of a compiled text and its source map. */
export function lengthOf({ text, map = '' }: CompiledText): number {
  return text.length + map.length;
}
