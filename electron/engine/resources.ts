import { ApiError } from '../../shared/http/errors.ts';
import type { Caller } from '../../shared/model/access.ts';
import { derivedId } from '../../shared/model/identifier.ts';
import { resourceProblems } from '../../shared/model/resource-config.ts';
import type { Resource, Workspace } from '../../shared/model/workspace.ts';
import type { CreateResource, UpdateResource } from '../../shared/contract/v0/resources.ts';
import { assertMaySee } from './access.ts';
import { idOf } from './definitions.ts';
import type { ResourceOperations } from './engine.ts';
import { problemsError } from './problems.ts';
import { missing, type World } from './world.ts';

/** Resources over `/v0`: they stand in the workspace file (decision `resource-rules`). */
export function createResources(world: World): ResourceOperations {
  return {
    create: async (asked) => {
      const named = withNames(asked);
      assertRules(named);
      let id = '';
      await world.workspace.change((workspace) => {
        assertSlugFree(workspace, named.slug, '');
        // The derived ID may be held by a resource that was renamed; then the ID is written down.
        const derived = derivedId('resource', named.slug);
        const taken = workspace.resources.some((resource) => idOf('resource', resource, resource.slug) === derived);
        id = taken ? world.ids.next('resource', world.moments.now()) : derived;
        return { ...workspace, resources: [...workspace.resources, { ...(taken ? { id } : {}), ...named }] };
      });
      return { id };
    },
    update: async ({ id, ...asked }, caller) => {
      assertUpdatable(world, id, caller);
      const named = withNames(asked);
      assertRules(named);
      await world.workspace.change((workspace) => {
        assertSlugFree(workspace, named.slug, id);
        return {
          ...workspace,
          resources: workspace.resources.map((resource) =>
            idOf('resource', resource, resource.slug) === id ? replace(resource, named) : resource,
          ),
        };
      });
      return { id };
    },
  };
}

type Named = Omit<UpdateResource, 'id'>;

function assertUpdatable(world: World, id: string, caller: Caller): void {
  const known = world.definitions().resources.byId(id) ?? missing('resource', id);
  assertMaySee(world.definitions(), caller, known, 'resource');
}

/** Replaces all of a resource but what it is: its ID and its kind. */
function replace(old: Resource, named: Named): Resource {
  if (old.kind !== named.kind)
    throw new ApiError('invalid_request', `kind: must stay "${old.kind}"; the kind of a resource cannot be changed.`);
  return { ...named, id: idOf('resource', old, old.slug) };
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
  if (slug === '') throw new ApiError('invalid_request', `slug: none can be made from the name "${name}"; give one.`);
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
    throw new ApiError('conflict', `A resource with the slug "${slug}" already exists.`);
  }
}
