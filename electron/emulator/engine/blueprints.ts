import { canonicalJson, type Json, type JsonObject } from '../../../shared/values/json.ts';
import { withValueAt } from '../../../shared/values/json-path.ts';
import { referencesIn } from '../../../shared/model/references.ts';
import type { RunbookDefinition, TaskDefinition } from './definitions.ts';
import type { Blueprint } from './records.ts';
import type { EngineContext } from './engine-context.ts';

const blueprintIDs = new WeakMap<TaskDefinition, string>();

/** The ID of a task's blueprint, worked out once per definition; the blueprint itself is put once per state. */
export function storeTaskBlueprint(context: EngineContext, task: TaskDefinition): string {
  const known = blueprintIDs.get(task);
  if (known !== undefined && context.state.get('blueprint', known) !== undefined) return known;
  const definition = withResourceIds(context, 'tasks', task);
  const id = known ?? blueprintIdOf(context, 'task', definition);
  blueprintIDs.set(task, id);
  if (context.state.get('blueprint', id) === undefined)
    context.state.put('blueprint', { id, kind: 'task', definition });
  return id;
}

/** The ID of a runbook's blueprint, which is put once per state. */
export function storeRunbookBlueprint(context: EngineContext, runbook: RunbookDefinition): string {
  const definition = withResourceIds(context, 'runbooks', runbook);
  const id = blueprintIdOf(context, 'runbook', definition);
  if (context.state.get('blueprint', id) === undefined)
    context.state.put('blueprint', { id, kind: 'runbook', definition });
  return id;
}

/** The ID of a definition by its content, so that each version is kept once. */
function blueprintIdOf(context: EngineContext, kind: Blueprint['kind'], definition: object): string {
  return context.ids.digest(`${kind} ${canonicalJson(JSON.parse(JSON.stringify(definition)) as Json)}`);
}

/** A definition whose steps or blocks name resources by their IDs, so that runs of it follow a resource to another slug. */
function withResourceIds<Definition extends object>(
  context: EngineContext,
  collection: 'tasks' | 'runbooks',
  definition: Definition,
): Definition {
  const { resources } = context.definitions();
  const bound = referencesIn(collection, definition).flatMap(({ what, name, path }) => {
    const resource = what === 'resource' && path[0] !== 'resources' ? resources.find(name) : undefined;
    return resource === undefined ? [] : [{ path, id: resource.id }];
  });
  // A definition is JSON, and only texts in it change.
  return bound.reduce<Json>(
    (before, { path, id }) => withValueAt(before, path, id),
    definition as JsonObject,
  ) as Definition;
}
