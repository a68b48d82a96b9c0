import type { z } from 'zod';
import type { DefinitionName } from '../../../shared/registry/collections.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Collection, CollectionState } from './collection.ts';
import { useCollection, useHangar } from './hangar.ts';

/** The saved records of a kind, with changes that show at once. */
export interface RecordStore<Item> extends CollectionState<Item> {
  /** @param before ID of the record to insert it before; at the end by default */
  readonly create: (value: JsonObject, before?: string) => Promise<Item>;
  readonly replace: (id: string, value: JsonObject) => Promise<Item>;
  /** Reads a record again, for example after a change by another endpoint. */
  readonly read: (id: string) => Promise<Item>;
  readonly remove: (id: string) => Promise<void>;
}

/** The endpoints of a collection and its items, whose types depend on each other. */
interface Source<Item> {
  readonly collection: Collection<Item>;
  readonly endpoints: {
    readonly get: (input: { params: { id: string } }) => Promise<Item>;
    readonly create: (input: { query: { before?: string }; body: unknown }) => Promise<Item>;
    readonly replace: (input: { params: { id: string }; body: unknown }) => Promise<Item>;
    readonly remove: (input: { params: { id: string } }) => Promise<unknown>;
  };
}

/** The records of a collection with changes that show at once. */
export function useRecordStore<Item extends { readonly id: string }>(kind: {
  readonly collection: DefinitionName;
  readonly schema: z.ZodType;
}): RecordStore<Item> {
  const { api, collections } = useHangar();
  const { schema, collection: name } = kind;
  // Each collection has the items of its endpoint.
  const source = { collection: collections[name], endpoints: api.definitions[name] } as unknown as Source<Item>;
  const { collection, endpoints } = source;
  const state = useCollection(collection);
  const shown = (item: Item) => {
    collection.put(item);
    return item;
  };
  return {
    ...state,
    create: async (value, before) => {
      const query = before === undefined ? {} : { before };
      const item = shown(await endpoints.create({ query, body: schema.parse(value) }));
      // Only the server knows its position.
      if (before !== undefined) await collection.reload();
      return item;
    },
    replace: async (id, value) => shown(await endpoints.replace({ params: { id }, body: schema.parse(value) })),
    read: async (id) => shown(await endpoints.get({ params: { id } })),
    remove: async (id) => {
      await endpoints.remove({ params: { id } });
      collection.remove(id);
    },
  };
}
