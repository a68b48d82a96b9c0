import type {
  Changes,
  changes,
  DefinitionSource,
  definitions,
  settings,
  definitionFiles,
} from '../../../../shared/contract/emulator/definitions.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { jsonEqual, plainJson } from '../../../../shared/values/json.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import type { Definitions } from '../../engine/definitions/definitions.ts';
import type { Handlers } from '../http/handler.ts';
import type { ServerPorts, AddedDefinitions } from '../http/ports.ts';
import type { UndoLog } from '../http/undo-log.ts';
import { CollectionEdit, entriesOf, inFile, type ItemOf } from '../../engine/resources/collection-edit.ts';
import { lostWebhooks, withWebhook } from '../../../../shared/model/change-webhooks.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { type CollectionName, byDefinition, COLLECTIONS, keyOf } from '../../../../shared/registry/collections.ts';

type DefinitionHandlers = Handlers<typeof definitions>;

/** Reads and changes definitions: the same five operations for every collection. */
export function definitionHandlers(ports: ServerPorts, undo: UndoLog): DefinitionHandlers {
  // Each collection of the contract has the same five operations.
  return byDefinition((name) => collectionHandlers(name, ports, undo)) as DefinitionHandlers;
}

/** An item with its place in a definition file, if it lies in one. */
type Sourced<Item> = Item & { readonly source?: DefinitionSource | undefined };

interface CollectionHandlers<Item> {
  readonly list: () => { items: (Sourced<Item> & { id: string })[] };
  readonly get: (input: { params: { id: string } }) => Sourced<Item> & { id: string };
  readonly create: (input: {
    query: { before?: string | undefined };
    body: Sourced<Item>;
  }) => Promise<Sourced<Item> & { id: string }>;
  readonly replace: (input: { params: { id: string }; body: Sourced<Item> }) => Promise<Sourced<Item> & { id: string }>;
  readonly remove: (input: { params: { id: string } }) => Promise<void>;
}

function collectionHandlers<Name extends CollectionName>(
  name: Name,
  { workspace, engine, definitionFiles: { sourceOf } }: ServerPorts,
  undo: UndoLog,
): CollectionHandlers<ItemOf<Name>> {
  const withSource = (item: ItemOf<Name> & { id: string }) => sourced(item, sourceOf(name, keyOf(name, item)));
  const edited = (current: Workspace) => new CollectionEdit(name, current, engine.definitions());
  const read = (reference: string) => withSource(edited(workspace.current()).read(reference));
  /** Changes the collection. Returns the ID of the changed entry. */
  const change = async (edit: (edited: CollectionEdit<Name>) => string) => {
    let id = '';
    await workspace.change((before): Workspace => {
      const editing = edited(before);
      id = edit(editing);
      return { ...before, [name]: editing.items };
    });
    return id;
  };
  return {
    list: () => ({
      items: entriesOf(name, workspace.current(), engine.definitions()).map(({ id, item }) =>
        withSource({ ...item, id }),
      ),
    }),
    get: ({ params }) => read(params.id),
    create: async ({ query, body }) => {
      const item = withoutSource(body);
      const key = keyOf(name, item);
      const source = sourceOf(name, key);
      if (source !== undefined) throw inFile(key, source);
      return read(await change((editing) => editing.add(item, query.before)));
    },
    replace: async ({ params, body }) => {
      const before = read(params.id);
      const id = await change((editing) => editing.replace(params.id, withoutSource(body)));
      return rememberWebhooks(before, read(id), { workspace, engine, undo });
    },
    remove: ({ params }) => removeUndoably(name, params.id, { change, undo }),
  };
}

/** An item with its place in a definition file, if it has one. */
function sourced<Item extends object>(item: Item, source: DefinitionSource | undefined) {
  // One more field, which the item's own type leaves out.
  return (source === undefined ? item : { ...item, source }) as Sourced<Item> & Item;
}

interface Remembering extends Pick<ServerPorts, 'workspace' | 'engine'> {
  readonly undo: UndoLog;
}

/** Remembers the webhooks that a changed task lost, so that they can be put back. Returns the task. */
function rememberWebhooks<Item extends { readonly id: string }>(
  before: object,
  after: Item,
  { workspace, engine, undo }: Remembering,
): Item {
  for (const [slug, config] of lostWebhooks(before, after))
    undo.remember(`Deleted webhook ${slug}`, () =>
      workspace.change((now) => {
        const editing = new CollectionEdit('tasks', now, engine.definitions());
        editing.replace(after.id, withWebhook(editing.read(after.id), slug, config));
        return { ...now, tasks: editing.items };
      }),
    );
  return after;
}

interface Removing<Name extends CollectionName> {
  readonly change: (edit: (edited: CollectionEdit<Name>) => string) => Promise<string>;
  readonly undo: UndoLog;
}

/** Removes an entry of a collection, which can be put back at its place. */
async function removeUndoably<Name extends CollectionName>(
  name: Name,
  id: string,
  { change, undo }: Removing<Name>,
): Promise<void> {
  let placed: ReturnType<CollectionEdit<Name>['placed']> | undefined;
  await change((editing) => {
    placed = editing.placed(id);
    return editing.remove(id);
  });
  if (placed === undefined) return;
  const { item, before, key } = placed;
  const putBack = async (): Promise<void> => void (await change((editing) => editing.add(item, before)));
  const { noun, key: field } = COLLECTIONS[name];
  // The key of an API key is a secret.
  const shown = field === 'key' && 'name' in item ? item.name : key;
  undo.remember(`Deleted ${noun} ${shown}`.trim(), putBack);
}

/** A body without the place that it was read with. */
function withoutSource<Item extends object>({ source: _, ...item }: Sourced<Item>): Item {
  // The rest of the fields of an item with one more.
  return item as unknown as Item;
}

/** Changes several definitions in one edit of the workspace. */
export function changeHandlers({ workspace, engine }: ServerPorts): Handlers<typeof changes> {
  return {
    apply: ({ body }) => workspace.change((before) => withChanges(before, body.changes, engine.definitions())),
  };
}

function withChanges(before: Workspace, changes: Changes['changes'], definitions: Definitions): Workspace {
  const editings = new Map<CollectionName, CollectionEdit<CollectionName>>();
  for (const { collection, id, was, value } of changes) {
    const editing = editings.get(collection) ?? new CollectionEdit<CollectionName>(collection, before, definitions);
    editings.set(collection, editing);
    if (was !== undefined && !jsonEqual(plainJson(was), plainJson(editing.read(id)))) {
      const { noun } = COLLECTIONS[collection];
      throw new ApiError(
        'conflict',
        `The ${noun} "${quoteForMessage(id)}" was changed in the meantime; nothing was saved.`,
      );
    }
    editing.replace(id, value);
  }
  return { ...before, ...Object.fromEntries([...editings].map(([name, { items }]) => [name, items])) };
}

/** Reads and replaces the settings. */
export function settingsHandlers({ workspace }: ServerPorts): Handlers<typeof settings> {
  return {
    get: () => workspace.current().settings,
    replace: async ({ body }) => {
      await workspace.change((before) => ({ ...before, settings: body }));
      return workspace.current().settings;
    },
  };
}

/** Lists and finds definition files, and copies the tasks of those that a client sends. */
export function definitionFileHandlers(
  { definitionFiles: { rows, pathOf, readCode, readSent }, workspace, engine }: ServerPorts,
  undo: UndoLog,
): Handlers<typeof definitionFiles> {
  return {
    list: () => ({ items: [...rows()] }),
    place: ({ query: { file } }) => {
      const path = pathOf(file);
      if (path === undefined)
        throw new ApiError('not_found', `There is no definition file "${quoteForMessage(file)}".`);
      return { path };
    },
    code: async ({ query: { task, file } }) => {
      const { slug, behavior } = new CollectionEdit('tasks', workspace.current(), engine.definitions()).read(task);
      const found = await readCode(behavior.kind === 'script' ? behavior.file : undefined, file);
      if (found !== undefined) return found;
      throw new ApiError('not_found', `There is no file "${quoteForMessage(file)}" with code of the task ${slug}.`);
    },
    import: async ({ body }) => {
      const { folder, addedTo } = await readSent(body);
      let before = workspace.current();
      let result = addedTo(before);
      if (!body.preview && result.added.length > 0) {
        await workspace.change((current) => {
          before = current;
          result = addedTo(current);
          return result.workspace;
        });
        const title = `Imported ${result.added.length === 1 ? '1 task' : `${result.added.length} tasks`} of definition files`;
        undo.remember(title, removal(before, result, workspace.change));
      }
      const { rows: items, added, present, leftOut, missing, sdk } = result;
      return {
        ...{ folder, sdk, items: [...items], added: [...added] },
        ...{ present: [...present], leftOut: [...leftOut], missing: [...missing] },
      };
    },
  };
}

/** Takes out again what an import has added. Environments and settings that were changed since stay as they are. */
function removal(
  before: Workspace,
  { workspace: after, added }: AddedDefinitions,
  change: ServerPorts['workspace']['change'],
): () => Promise<void> {
  const had = new Set(before.resources.map(({ slug }) => slug));
  const resources = new Set(after.resources.flatMap(({ slug }) => (had.has(slug) ? [] : [slug])));
  const unchanged = <Name extends 'environments' | 'settings'>(now: Workspace, name: Name): Workspace[Name] =>
    jsonEqual(plainJson(now[name]), plainJson(after[name])) ? before[name] : now[name];
  return () =>
    change((now) => ({
      ...now,
      tasks: now.tasks.filter(({ slug }) => !added.includes(slug)),
      resources: now.resources.filter(({ slug }) => !resources.has(slug)),
      environments: unchanged(now, 'environments'),
      settings: unchanged(now, 'settings'),
    }));
}
