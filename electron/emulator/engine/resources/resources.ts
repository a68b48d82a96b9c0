import { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import { derivedId } from '../../../../shared/registry/ids.ts';
import { changedJson, type JsonPath, objectOf } from '../../../../shared/values/json.ts';
import { renamed, type Rename } from '../../../../shared/model/renaming.ts';
import { resourceOddities, resourceProblems } from '../../../../shared/model/resource-config.ts';
import type { Resource, Workspace } from '../../../../shared/model/workspace.ts';
import type { CreateResource, UpdateResource } from '../../../../shared/contract/v0/resources.ts';
import { assertMaySee, emptyPermissions } from '../access/access.ts';
import { idOf, type ResourceDefinition } from '../definitions/definitions.ts';
import type { Call } from '../context/call.ts';
import {
  assertNoProblems,
  bodyProblem,
  warnOfOddities,
  warnOfUnknownRoles,
  type FieldProblem,
} from '../definitions/field-problems.ts';
import { notFound, type EngineContext } from '../context/engine-context.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';

/** Creates and updates resources over `/v0`. They are stored in the workspace file (decision `resource-rules`). */
export function createResources(context: EngineContext) {
  return {
    create: async (asked: CreateResource, call: Call) => {
      assertNoProblems(createProblems(asked));
      const named = withNames(asked);
      let id = '';
      await context.workspace.change((workspace) => {
        assertSlugFree(workspace, named.slug, '');
        // When a renamed resource has the derived ID, an explicit ID is written to the file.
        const derived = derivedId('resource', named.slug);
        const taken = workspace.resources.some((resource) => idOf('resource', resource, resource.slug) === derived);
        id = taken ? context.ids.next('resource', context.time.nextTimestamp()) : derived;
        return {
          ...workspace,
          resources: [...workspace.resources, { ...(taken ? { id } : {}), ...named, createdBy: call.caller.userID }],
        };
      });
      warnOf(context, named, call);
      return { id };
    },
    update: async ({ id, ...asked }: UpdateResource, call: Call) => {
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
      warnOf(context, named, call);
      return { id };
    },
    /** The problems that `create` would report for the readable fields. Creates nothing. */
    createProblems,
    /** The problems that `update` would report for the readable fields. Updates nothing. */
    updateProblems: ({ id, ...asked }: Partial<UpdateResource>, caller: Caller) =>
      updateProblems(asked, id === undefined ? undefined : requireUpdatable(context, id, caller)),
  };
}

/** Warns of what a resource has that is taken, but has no effect. */
function warnOf(context: EngineContext, asked: ResourceFields, { warn }: Call): void {
  const { kind, resource, permissions } = asked;
  warnOfOddities(resourceOddities(kind, resource), warn);
  warnOfOddities(emptyPermissions(context.definitions(), permissions), warn);
  warnOfUnknownRoles(asked, warn);
}

type ResourceFields = Omit<UpdateResource, 'id'>;

function requireUpdatable(context: EngineContext, id: string, caller: Caller): ResourceDefinition {
  const known = context.definitions().resources.byId(id) ?? notFound('resource', id);
  assertMaySee(context.definitions(), caller, known, 'resource');
  return known;
}

/** Updates the references to a resource whose slug has changed. */
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
  return changedJson(definition, (json) => ({ ...renamed(collection, objectOf(json), rename).definition }));
}

/** Replaces a resource except its ID, kind and creator. */
function replace(old: Resource, named: ResourceFields): Resource {
  // A resource of another kind may have taken its place since the request was checked.
  assertNoProblems(kindProblems(named, old));
  const { createdBy } = old;
  return { ...named, id: idOf('resource', old, old.slug), ...(createdBy === undefined ? {} : { createdBy }) };
}

/** Derives a missing name from the slug, and a missing slug from the name. */
function withNames(asked: CreateResource | ResourceFields): ResourceFields {
  return {
    ...asked,
    name: asked.name === '' ? asked.slug : asked.name,
    slug: asked.slug === '' ? slugOf(asked.name) : asked.slug,
  };
}

/** Derives a slug from a name: `Demo DB (eu)` gives `demo_db_eu`. "" when the name has no usable character. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
}

/** The readable fields of a request; absent ones are not checked. */
type PartialFields = Partial<ResourceFields>;

function createProblems(asked: PartialFields): readonly FieldProblem[] {
  return [...nameProblems(asked), ...fieldProblems(asked)];
}

/** @param old the resource to update; `undefined` when the request's `id` is unreadable */
function updateProblems(asked: PartialFields, old: ResourceDefinition | undefined): readonly FieldProblem[] {
  return [...(old === undefined ? [] : kindProblems(asked, old)), ...fieldProblems(asked)];
}

function fieldProblems({ kind, resource, isPrivate, permissions = [] }: PartialFields): readonly FieldProblem[] {
  const config = kind === undefined || resource === undefined ? {} : resourceProblems(kind, resource);
  const invalid = Object.entries(config).map(([field, text]) =>
    bodyProblem(['resource', field], text, 'resource-kinds'),
  );
  const isOpen = isPrivate === false && permissions.length > 0;
  return isOpen
    ? [...invalid, broken(['permissions'], 'can be set only on a private resource; set isPrivate too')]
    : invalid;
}

/** Checks that a new resource has a slug, or a name to derive one from. */
function nameProblems({ name, slug }: PartialFields): readonly FieldProblem[] {
  if (name === undefined || slug !== '') return [];
  if (name === '')
    return [{ name: 'name, slug', text: 'at least one of them is required', decision: 'resource-rules' }];
  return slugOf(name) === ''
    ? [broken(['slug'], `cannot be derived from the name "${quoteForMessage(name)}"; provide one`)]
    : [];
}

function kindProblems({ kind }: PartialFields, old: Pick<Resource, 'kind'>): readonly FieldProblem[] {
  if (kind === undefined || kind === old.kind) return [];
  return [broken(['kind'], `must stay "${old.kind}"; the kind of a resource cannot be changed`)];
}

/** The problem of a field that breaks decision `resource-rules`. */
function broken(path: JsonPath, text: string): FieldProblem {
  return bodyProblem(path, text, 'resource-rules');
}

function assertSlugFree(workspace: Workspace, slug: string, exceptID: string): void {
  const holder = workspace.resources.find((resource) => resource.slug === slug);
  if (holder !== undefined && idOf('resource', holder, holder.slug) !== exceptID) {
    throw new ApiError('conflict', `A resource with the slug "${quoteForMessage(slug)}" already exists.`, {
      decision: 'resource-rules',
      facts: { named: { noun: 'resource', name: quoteForMessage(slug) } },
    });
  }
}
