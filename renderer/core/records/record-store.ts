import type { z } from 'zod';
import type { Collection } from '../collection.ts';
import { useCollection } from '../data.ts';
import type { RecordStore } from './record-kind.ts';

interface RecordEndpoints<Item, Body> {
  readonly create: (input: { body: Body }) => Promise<Item>;
  readonly replace: (input: { params: { id: string }; body: Body }) => Promise<Item>;
  readonly remove: (input: { params: { id: string } }) => Promise<unknown>;
}

interface StoreOptions<Item, Body> {
  readonly collection: Collection<Item>;
  readonly endpoints: RecordEndpoints<Item, Body>;
  readonly schema: z.ZodType<Body>;
}

/** The records of a collection with ways to change them, each shown at once. */
export function useRecordStore<Item extends { readonly id: string }, Body>(
  options: StoreOptions<Item, Body>,
): RecordStore<Item> {
  const { collection, endpoints, schema } = options;
  const state = useCollection(collection);
  const shown = (item: Item) => {
    collection.put(item);
    return item;
  };
  return {
    ...state,
    create: async (value) => shown(await endpoints.create({ body: schema.parse(value) })),
    replace: async (id, value) => shown(await endpoints.replace({ params: { id }, body: schema.parse(value) })),
    remove: async (id) => {
      await endpoints.remove({ params: { id } });
      collection.remove(id);
    },
  };
}
