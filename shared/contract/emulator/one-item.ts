import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';

/** Schemas of the items of a list. */
export interface ItemSchemas<Body extends z.ZodType, Item extends z.ZodType> {
  readonly Body: Body;
  readonly Item: Item;
}

/** A list of items, each with an ID and perhaps a slug. */
export interface ItemList<Path extends string> {
  readonly path: Path;
  readonly noun: string;
  /** Describes the parameter `id`. */
  readonly key: string;
  /** Text appended to the summary of a replacement. */
  readonly replaced?: string;
}

/** The path parameter `id`. */
export const Key = z.object({ id: z.string() });

/** The endpoint that reads an item by its ID. */
export function readOne<const Path extends string, Item extends z.ZodType>(path: Path, summary: string, Item: Item) {
  return emulator.get(path, summary, { params: Key, response: Item, errors: ['not_found'] });
}

/** The endpoints that change one item of a list. */
export function oneItem<const Path extends string, Body extends z.ZodType, Item extends z.ZodType>(
  { path, noun, key, replaced = '' }: ItemList<Path>,
  { Body, Item }: ItemSchemas<Body, Item>,
) {
  const params = z.object({ id: z.string().describe(key) });
  const one = `/_emulator/${path}/{id}` as const;
  return {
    replace: emulator.put(one, `Replace one ${noun}${replaced}`, {
      params,
      body: Body,
      response: Item,
      errors: ['invalid_request', 'not_found', 'conflict'],
    }),
    remove: emulator.delete(one, `Delete one ${noun}`, { params, errors: ['not_found', 'conflict'] }),
  };
}
