import { ApiError } from '../../shared/http/errors.ts';
import type { Caller } from '../../shared/model/access.ts';
import { derivedId } from '../../shared/model/identifier.ts';
import type { JsonObject } from '../../shared/model/json.ts';
import { renamed, type Rename } from '../../shared/model/renaming.ts';
import { resourceProblems } from '../../shared/model/resource-config.ts';
import type { Resource, Workspace } from '../../shared/model/workspace.ts';
import type { CreateResource, UpdateResource } from '../../shared/contract/v0/resources.ts';
import { assertMaySee } from './access.ts';
import { idOf, type ResourceDefinition } from './definitions.ts';
import type { ResourceOperations } from './engine.ts';
import { problemsError } from './problems.ts';
import { missing, type World } from './world.ts';
import { shown } from '../../shared/model/shown.ts';

/** Resources over `/v0`: they stand in the workspace file (decision `resource-rules`). */
export function createResources(world: World): ResourceOperations {
  return {
    create: async (asked, caller) => {
      const named = withNames(asked);
      assertRules(named);
      let id = '';
      await world.workspace.change((workspace) => {
        assertSlugFree(workspace, named.slug, '');
        // The derived ID may be held by a resource that was renamed; then the ID is written down.
        const derived = derivedId('resource', named.slug);
        const taken = workspace.resources.some((resource) => idOf('resource', resource, resource.slug) === derived);
        id = taken ? world.ids.next('resource', world.moments.now()) : derived;
        return {
          ...workspace,
          resources: [...workspace.resources, { ...(taken ? { id } : {}), ...named, createdBy: caller.userID }],
        };
      });
      return { id };
    },
    update: async ({ id, ...asked }, caller) => {
      const { slug: before } = updatable(world, id, caller);
      const named = withNames({ ...asked, slug: asked.slug === '' ? before : asked.slug });
      assertRules(named);
      await world.workspace.change((workspace) => {
        assertSlugFree(workspace, named.slug, id);
        const resources = workspace.resources.map((resource) =>
          idOf('resource', resource, resource.slug) === id ? replace(resource, named) : resource,
        );
        return withReferences({ ...workspace, resources }, before, named.slug);
      });
      return { id };
    },
  };
}

type Named = Omit<UpdateResource, 'id'>;

function updatable(world: World, id: string, caller: Caller): ResourceDefinition {
  const known = world.definitions().resources.byId(id) ?? missing('resource', id);
  assertMaySee(world.definitions(), caller, known, 'resource');
  return known;
}

/** Lets everything that names the resource by its slug follow it to another one. */
function withReferences(workspace: Workspace, from: string, to: string): Workspace {
  if (from === to) return workspace;
  const rename: Rename = { what: 'resource', from, to };
  return {
    ...workspace,
    tasks: workspace.tasks.map((task) => following('tasks', task, rename)),
    runbooks: workspace.runbooks.map((runbook) => following('runbooks', runbook, rename)),
  };
}

function following<Definition extends object>(
  collection: 'tasks' | 'runbooks',
  definition: Definition,
  rename: Rename,
): Definition {
  // A definition is JSON, and a rename changes nothing but the texts of references.
  return renamed(collection, definition as JsonObject, rename).definition as Definition;
}

/** Replaces all of a resource but what it is: its ID, its kind and its creator. */
function replace(old: Resource, named: Named): Resource {
  if (old.kind !== named.kind)
    throw new ApiError('invalid_request', `kind: must stay "${old.kind}"; the kind of a resource cannot be changed.`);
  const { createdBy } = old;
  return { ...named, id: idOf('resource', old, old.slug), ...(createdBy === undefined ? {} : { createdBy }) };
}

/** The other of name and slug is made from the one given. */
function withNames(asked: CreateResource | Named): Named {
  if (asked.name === '' && asked.slug === '')
    throw new ApiError('invalid_request', 'name, slug: at least one of them is required.');
  return {
    ...asked,
    name: asked.name === '' ? asked.slug : asked.name,
    slug: asked.slug === '' ? slugOf(asked.name) : asked.slug,
  };
}

/** A slug made from a name: `Demo DB (eu)` gives `demo_db_eu`. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
  if (slug === '')
    throw new ApiError('invalid_request', `slug: none can be made from the name "${shown(name)}"; give one.`);
  return slug;
}

function assertRules({ kind, resource, isPrivate, permissions }: Named): void {
  const problems = Object.entries(resourceProblems(kind, resource)).map(([field, problem]): [string, string] => [
    `resource.${field}`,
    problem,
  ]);
  if (!isPrivate && permissions.length > 0)
    problems.push(['permissions', 'can be set only on a private resource; set isPrivate too']);
  if (problems.length > 0) throw problemsError(Object.fromEntries(problems));
}

function assertSlugFree(workspace: Workspace, slug: string, exceptID: string): void {
  const holder = workspace.resources.find((resource) => resource.slug === slug);
  if (holder !== undefined && idOf('resource', holder, holder.slug) !== exceptID) {
    throw new ApiError('conflict', `A resource with the slug "${shown(slug)}" already exists.`);
  }
}
