import type { TaskDefinition } from './definitions.ts';
import { builtInName } from '../../../../shared/values/identifier.ts';
import { BUILT_IN_TASKS, type BuiltInTaskName } from '../../../../shared/model/behavior.ts';
import { Task } from '../../../../shared/model/task.ts';
import { Parameters, type AuthoredParameter } from '../../../../shared/model/parameter.ts';
import { derivedId } from '../../../../shared/registry/ids.ts';

/** Definitions indexed by ID and slug. */
export class Catalogue<T extends { readonly id: string }> {
  readonly all: readonly T[];
  readonly #byId = new Map<string, T>();
  readonly #bySlug = new Map<string, T>();

  constructor(all: readonly T[], slugOf: (item: T) => string) {
    this.all = all;
    for (const item of all) {
      this.#byId.set(item.id, item);
      this.#bySlug.set(slugOf(item), item);
    }
  }

  byId(id: string): T | undefined {
    return this.#byId.get(id);
  }

  bySlug(slug: string): T | undefined {
    return this.#bySlug.get(slug);
  }

  /** Finds a definition by ID, otherwise by slug. */
  find(reference: string): T | undefined {
    return this.byId(reference) ?? this.bySlug(reference);
  }
}

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

const optional = (slug: string, type: AuthoredParameter['type']): AuthoredParameter => ({
  slug,
  type: type ?? 'string',
  constraints: { optional: true },
});

const PARAMETERS: Readonly<Record<BuiltInTaskName, readonly AuthoredParameter[]>> = {
  sql_query: [
    { slug: 'query' },
    ...['queryArgs', 'args'].map((slug) => optional(slug, 'json')),
    optional('transactionMode', 'string'),
  ],
  rest_request: [
    { ...optional('method', 'string'), default: 'GET' },
    optional('path', 'string'),
    ...['headers', 'urlParams', 'body'].map((slug) => optional(slug, 'json')),
    optional('bodyType', 'string'),
    optional('formData', 'json'),
    optional('retryFailures', 'json'),
  ],
  graphql_request: [
    { slug: 'operation' },
    ...['variables', 'headers', 'urlParams', 'retryFailures'].map((slug) => optional(slug, 'json')),
  ],
};

/** The tasks that come with Hangar, by the name in their slug. Their IDs are those of tasks with the same slugs, which replace them. */
const BUILT_IN_DEFINITIONS: ReadonlyMap<string, TaskDefinition> = new Map(
  BUILT_IN_TASKS.map((name) => [name, definitionOf(name)]),
);

function definitionOf(name: BuiltInTaskName): TaskDefinition {
  const slug = `*:${name}`;
  const parameters = Parameters.parse(PARAMETERS[name]);
  const task = Task.parse({ slug, parameters, concurrency: 50, behavior: { kind: 'builtin', name } });
  return { ...task, id: derivedId('task', slug), name: slug };
}
