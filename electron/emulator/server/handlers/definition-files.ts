import type { definitionFiles } from '../../../../shared/contract/emulator/definitions.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import { jsonEqual, plainJson } from '../../../../shared/values/json.ts';
import { CollectionEdit } from '../../engine/resources/collection-edit.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import type { Handlers } from '../http/handler.ts';
import type { AddedDefinitions, ServerPorts } from '../http/ports.ts';
import type { UndoLog } from '../http/undo-log.ts';

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
