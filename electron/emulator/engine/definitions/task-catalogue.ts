import { builtInName } from '../../../../shared/values/identifier.ts';
import { BUILT_IN_DEFINITIONS } from './built-in-definitions.ts';
import { Catalogue } from './catalogue.ts';
import type { TaskDefinition } from './definitions.ts';

/**
 * The tasks of a workspace, then the built-in ones of Hangar. A slug such as `acme:sql_query` finds the task with this slug,
 * otherwise `*:sql_query`, which serves every word. Source: docs/built-in-tasks.md, "Stand-ins".
 */
export class TaskCatalogue extends Catalogue<TaskDefinition> {
  override byId(id: string): TaskDefinition | undefined {
    return super.byId(id) ?? [...BUILT_IN_DEFINITIONS.values()].find((task) => task.id === id);
  }

  override bySlug(slug: string): TaskDefinition | undefined {
    const own = super.bySlug(slug);
    const name = own === undefined ? builtInName(slug) : undefined;
    return name === undefined ? own : (super.bySlug(`*:${name}`) ?? BUILT_IN_DEFINITIONS.get(name));
  }
}
