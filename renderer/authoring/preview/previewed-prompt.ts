import { type JsonObject, type JsonPath, listOf, objectOf, valueAt } from '../context/json-path.ts';

/** A prompt among the steps or blocks of a definition. */
export interface PreviewedPrompt {
  readonly item: JsonObject;
  /** Its position among the prompts, from 0. */
  readonly index: number;
  readonly count: number;
}

/** The prompt at the path of the open card, else the first one; undefined when there is none. */
export function previewedPrompt(
  value: JsonObject,
  { path, kindField }: { readonly path: JsonPath; readonly kindField: string },
  open: JsonPath | undefined,
): PreviewedPrompt | undefined {
  const prompts = listOf(valueAt(value, path))
    .map(objectOf)
    .filter((item) => item[kindField] === 'prompt');
  const index = Math.max(0, open === undefined ? 0 : prompts.indexOf(objectOf(valueAt(value, open))));
  const item = prompts[index];
  return item && { item, index, count: prompts.length };
}
