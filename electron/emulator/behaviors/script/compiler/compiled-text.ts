/** TypeScript source compiled to JavaScript. */
export type CompiledText = {
  readonly text: string;
  /** JSON text of the source map; absent when positions have not changed. */
  readonly map?: string;
};

/** The length of a compiled text and its source map, in characters. */
export function lengthOf({ text, map = '' }: CompiledText): number {
  return text.length + map.length;
}
