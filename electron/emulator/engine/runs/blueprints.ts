import { canonicalJson, changedJson, plainJson, withValueAt } from '../../../../shared/values/json.ts';
import { referencesIn } from '../../../../shared/model/references.ts';
import type { RunbookDefinition, TaskDefinition } from '../definitions/definitions.ts';
import type { Blueprint } from '../context/records.ts';
import type { EngineContext } from '../context/engine-context.ts';

const blueprintIDs = new WeakMap<TaskDefinition, string>();

/** Stores a task's definition unless the state has it; returns its ID, which is cached by definition. */
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

/** Stores a runbook's definition unless the state has it; returns its ID. */
export function storeRunbookBlueprint(context: EngineContext, runbook: RunbookDefinition): string {
  const definition = withResourceIds(context, 'runbooks', runbook);
  const id = blueprintIdOf(context, 'runbook', definition);
  if (context.state.get('blueprint', id) === undefined)
    context.state.put('blueprint', { id, kind: 'runbook', definition });
  return id;
}

/** The ID of a definition, derived from its content, so that each version is stored once. */
function blueprintIdOf(context: EngineContext, kind: Blueprint['kind'], definition: object): string {
  return context.ids.digest(`${kind} ${canonicalJson(plainJson(definition))}`);
}

/** Replaces the resource slugs in steps and blocks by IDs, so that running work finds a resource after it is renamed. */
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
  return changedJson(definition, (json) => bound.reduce((before, { path, id }) => withValueAt(before, path, id), json));
}
