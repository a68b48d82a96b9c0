import { z } from 'zod';
import { COLLECTIONS, type CollectionName, isRuleList } from '../../../shared/registry/collections.ts';
import { JsonObject } from '../../../shared/values/json-schema.ts';
import type { Hangar } from '../client/hangar.ts';
import { definitionOf, Kind } from './describe.ts';
import { callText, toolCall, ToolError, type ToolResult } from '../actions/action.ts';
import { DESTROYS, tool } from './tool.ts';

/** Creates, replaces or deletes a definition. */
export const define = tool(
  'Create, replace or delete a definition; refused with field and reason. A definition replaces the whole of an existing one. ' +
    'Example of a task with a prompt: kind tasks, slug refund, definition {"parameters":[{"slug":"amount","type":"integer"}],' +
    '"behavior":{"kind":"steps","steps":[{"do":"prompt","description":"Fine?","parameters":[{"slug":"reason"}],"as":"said"},' +
    '{"do":"output","value":{"because":"{{ said.values.reason }}"}}]}}. The schema: describe with kind and schema.',
  DESTROYS,
  toolCall(
    z.strictObject({
      kind: Kind.describe('Kind of the definition'),
      slug: z.string().min(1).max(1000).describe('Slug; e-mail address of a user, key of an API key'),
      definition: JsonObject.optional().describe('The whole definition; replaces an existing one'),
      delete: z.boolean().optional().describe('Delete it instead'),
    }),
    async (hangar, { kind, slug, definition, delete: isDeleted = false }) => {
      if (isDeleted === (definition !== undefined))
        throw new ToolError('give exactly one of definition and delete', callText('describe', { kind, schema: true }));
      const found = await definitionOf(hangar, kind, slug);
      if (definition === undefined) {
        if (found === undefined)
          throw new ToolError(`there is no "${slug}" among the ${kind}`, callText('describe', { kind }));
        await listOf(hangar, kind).remove({ params: { id: found.id } });
        return { value: { deleted: slug }, next: callText('describe', { kind }) };
      }
      const keep = isRuleList(kind) ? { keep: true } : {};
      // Bodies differ by kind; the server checks them.
      const body = { [COLLECTIONS[kind].key]: slug, ...definition, ...keep } as never;
      const list = listOf(hangar, kind);
      if (found === undefined) await list.create({ body });
      else await list.replace({ params: { id: found.id }, body });
      return { value: found === undefined ? { created: slug } : { replaced: slug }, next: nextOf(kind, slug) };
    },
  ),
);

/** The changes of a list of definitions, whose bodies differ by kind. */
interface List {
  readonly create: (request: { readonly body: never }) => Promise<unknown>;
  readonly replace: (request: { readonly params: { readonly id: string }; readonly body: never }) => Promise<unknown>;
  readonly remove: (request: { readonly params: { readonly id: string } }) => Promise<unknown>;
}

function listOf({ api }: Hangar, kind: CollectionName): List {
  return isRuleList(kind) ? api[kind] : api.definitions[kind];
}

function nextOf(kind: CollectionName, slug: string): ToolResult['next'] {
  if (kind === 'tasks') return callText('execute', { task: slug, paramValues: {} });
  if (kind === 'runbooks') return callText('execute', { runbook: slug, paramValues: {} });
  return callText('describe', { kind, slug });
}
