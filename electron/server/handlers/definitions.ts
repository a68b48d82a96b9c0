import type { CollectionName, definitions, settings } from '../../../shared/contract/emulator/definitions.ts';
import type { Workspace } from '../../../shared/model/workspace.ts';
import type { Handlers } from '../handler.ts';
import type { ServerPorts } from '../ports.ts';
import { absent, COLLECTIONS, Editing, entriesOf, findEntry, type ItemOf } from './collections.ts';

type Definitions = Handlers<typeof definitions>;

/** Reading and changing what a person authors: the same five operations on every collection. */
export function definitionHandlers(ports: ServerPorts): Definitions {
  const handlers: Partial<Record<CollectionName, unknown>> = {};
  for (const name of Object.keys(COLLECTIONS) as CollectionName[]) handlers[name] = collectionHandlers(name, ports);
  // Built by walking the very registry that has an entry for each collection of the contract.
  return handlers as Definitions;
}

interface CollectionHandlers<Item> {
  readonly list: () => { items: (Item & { id: string })[] };
  readonly get: (input: { params: { id: string } }) => Item & { id: string };
  readonly create: (input: { query: { before?: string | undefined }; body: Item }) => Promise<Item & { id: string }>;
  readonly replace: (input: { params: { id: string }; body: Item }) => Promise<Item & { id: string }>;
  readonly remove: (input: { params: { id: string } }) => Promise<Record<string, never>>;
}

function collectionHandlers<Name extends CollectionName>(
  name: Name,
  { workspace, engine }: ServerPorts,
): CollectionHandlers<ItemOf<Name>> {
  const { noun } = COLLECTIONS[name];
  const read = (reference: string) => {
    const { item, id } =
      findEntry(entriesOf(name, workspace.current(), engine.definitions()), reference) ?? absent(noun, reference);
    return { ...item, id };
  };
  /** Changes the collection, and answers the entry that the change was about. */
  const change = async (edit: (edited: Editing<Name>) => string) => {
    let id = '';
    await workspace.change((before): Workspace => {
      const edited = new Editing(name, before, engine.definitions());
      id = edit(edited);
      return { ...before, [name]: edited.items };
    });
    return id;
  };
  return {
    list: () => ({
      items: entriesOf(name, workspace.current(), engine.definitions()).map(({ id, item }) => ({ ...item, id })),
    }),
    get: ({ params }) => read(params.id),
    create: async ({ query, body }) => read(await change((edited) => edited.add(body, query.before))),
    replace: async ({ params, body }) => read(await change((edited) => edited.replace(params.id, body))),
    remove: async ({ params }) => {
      await change((edited) => edited.remove(params.id));
      return {};
    },
  };
}

/** Reading and replacing the settings. */
export function settingsHandlers({ workspace }: ServerPorts): Handlers<typeof settings> {
  return {
    get: () => workspace.current().settings,
    replace: async ({ body }) => {
      await workspace.change((before) => ({ ...before, settings: body }));
      return workspace.current().settings;
    },
  };
}
