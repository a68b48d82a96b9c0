import { ApiError } from '../../../shared/http/errors.ts';
import type { Caller } from '../../../shared/model/access.ts';
import { derivedId } from '../../../shared/registry/ids.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { renamed, type Rename } from '../../../shared/model/renaming.ts';
import { resourceProblems } from '../../../shared/model/resource-config.ts';
import type { Resource, Workspace } from '../../../shared/model/workspace.ts';
import type { CreateResource, UpdateResource } from '../../../shared/contract/v0/resources.ts';
import { assertMaySee } from './access.ts';
import { idOf, type ResourceDefinition } from './definitions.ts';
import type { ResourceOperations } from './engine.ts';
import { assertNoProblems, warnOfUnknownRoles, type FieldProblem } from './field-problems.ts';
import { notFound, type EngineContext } from './engine-context.ts';
import { shown } from '../../../shared/values/shown.ts';

/** Resources over `/v0`: they stand in the workspace file (decision `resource-rules`). */
export function createResources(context: EngineContext): ResourceOperations {
  return {
    create: async (asked, call) => {
      assertNoProblems(createProblems(asked));
      const named = withNames(asked);
      let id = '';
      await context.workspace.change((workspace) => {
        assertSlugFree(workspace, named.slug, '');
        // The derived ID may be held by a resource that was renamed; then the ID is written down.
        const derived = derivedId('resource', named.slug);
        const taken = workspace.resources.some((resource) => idOf('resource', resource, resource.slug) === derived);
        id = taken ? context.ids.next('resource', context.time.now()) : derived;
        return {
          ...workspace,
          resources: [...workspace.resources, { ...(taken ? { id } : {}), ...named, createdBy: call.caller.userID }],
        };
      });
      warnOfUnknownRoles(named, call.warn);
      return { id };
    },
    update: async ({ id, ...asked }, call) => {
      const old = requireUpdatable(context, id, call.caller);
      assertNoProblems(updateProblems(asked, old));
      const { slug: before } = old;
      const named = withNames({ ...asked, slug: asked.slug === '' ? before : asked.slug });
      await context.workspace.change((workspace) => {
        assertSlugFree(workspace, named.slug, id);
        const resources = workspace.resources.map((resource) =>
          idOf('resource', resource, resource.slug) === id ? replace(resource, named) : resource,
        );
        return withRenamedReferences({ ...workspace, resources }, before, named.slug);
      });
      warnOfUnknownRoles(named, call.warn);
      return { id };
    },
    createProblems: createProblems,
    updateProblems: ({ id, ...asked }, caller) =>
      updateProblems(asked, id === undefined ? undefined : requireUpdatable(context, id, caller)),
  };
}

type ResourceFields = Omit<UpdateResource, 'id'>;

function requireUpdatable(context: EngineContext, id: string, caller: Caller): ResourceDefinition {
  const known = context.definitions().resources.byId(id) ?? notFound('resource', id);
  assertMaySee(context.definitions(), caller, known, 'resource');
  return known;
}

/** Lets everything that names the resource by its slug follow it to another one. */
function withRenamedReferences(workspace: Workspace, from: string, to: string): Workspace {
  if (from === to) return workspace;
  const rename: Rename = { what: 'resource', from, to };
  return {
    ...workspace,
    tasks: workspace.tasks.map((task) => withRename('tasks', task, rename)),
    runbooks: workspace.runbooks.map((runbook) => withRename('runbooks', runbook, rename)),
  };
}

function withRename<Definition extends object>(
  collection: 'tasks' | 'runbooks',
  definition: Definition,
  rename: Rename,
): Definition {
  // A definition is JSON, and a rename changes nothing but the texts of references.
  return renamed(collection, definition as JsonObject, rename).definition as Definition;
}

/** Replaces all of a resource but what it is: its ID, its kind and its creator. */
function replace(old: Resource, named: ResourceFields): Resource {
  // It may have been made anew, of another kind, since the request was checked.
  assertNoProblems(kindProblems(named, old));
  const { createdBy } = old;
  return { ...named, id: idOf('resource', old, old.slug), ...(createdBy === undefined ? {} : { createdBy }) };
}

/** The other of name and slug is made from the one given. */
function withNames(asked: CreateResource | ResourceFields): ResourceFields {
  return {
    ...asked,
    name: asked.name === '' ? asked.slug : asked.name,
    slug: asked.slug === '' ? slugOf(asked.name) : asked.slug,
  };
}

/** A slug made from a name: `Demo DB (eu)` gives `demo_db_eu`; "" when there is nothing to make one from. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
}

/** A resource as it is asked for; a field that could not be read is left out, and not looked at. */
type PartialFields = Partial<ResourceFields>;

function createProblems(asked: PartialFields): readonly FieldProblem[] {
  return [...nameProblems(asked), ...fieldProblems(asked)];
}

/** @param old the resource that is replaced, if it could be read which one. */
function updateProblems(asked: PartialFields, old: ResourceDefinition | undefined): readonly FieldProblem[] {
  return [...(old === undefined ? [] : kindProblems(asked, old)), ...fieldProblems(asked)];
}

function fieldProblems({ kind, resource, isPrivate, permissions = [] }: PartialFields): readonly FieldProblem[] {
  const config = kind === undefined || resource === undefined ? {} : resourceProblems(kind, resource);
  const faults = Object.entries(config).map(([field, problem]): FieldProblem => [`resource.${field}`, problem]);
  const isOpen = isPrivate === false && permissions.length > 0;
  return isOpen ? [...faults, ['permissions', 'can be set only on a private resource; set isPrivate too']] : faults;
}

/** A new resource needs a name that a slug can be made from, or a slug. */
function nameProblems({ name, slug }: PartialFields): readonly FieldProblem[] {
  if (name === undefined || slug !== '') return [];
  if (name === '') return [['name, slug', 'at least one of them is required']];
  return slugOf(name) === '' ? [['slug', `none can be made from the name "${shown(name)}"; give one`]] : [];
}

function kindProblems({ kind }: PartialFields, old: Pick<Resource, 'kind'>): readonly FieldProblem[] {
  if (kind === undefined || kind === old.kind) return [];
  return [['kind', `must stay "${old.kind}"; the kind of a resource cannot be changed`]];
}

function assertSlugFree(workspace: Workspace, slug: string, exceptID: string): void {
  const holder = workspace.resources.find((resource) => resource.slug === slug);
  if (holder !== undefined && idOf('resource', holder, holder.slug) !== exceptID) {
    throw new ApiError('conflict', `A resource with the slug "${shown(slug)}" already exists.`);
  }
}
