import { z } from 'zod';
import { applyOverride } from '../../../shared/http/openapi-schemas.ts';
import { DEFINITIONS } from '../../../shared/model/workspace.ts';
import {
  COLLECTION_NAMES,
  COLLECTIONS,
  type CollectionName,
  isRuleList,
  keyOf,
} from '../../../shared/registry/collections.ts';
import type { Hangar } from '../client/hangar.ts';
import { type Parameter, parametersText } from '../actions/outcome.ts';
import { callText, toolCall, ToolError } from '../actions/action.ts';
import { READS, tool } from './tool.ts';

/** A kind of definitions: the name of a collection, or its singular. */
export const Kind = z.preprocess(
  (kind) => COLLECTION_NAMES.find((name) => name === `${String(kind)}s`) ?? kind,
  z.enum(COLLECTION_NAMES),
);

/** A definition of any kind, from the server. */
export type Definition = Readonly<Record<string, unknown>> & { readonly id: string };

/** All definitions of a kind. */
export async function definitionsOf({ api }: Hangar, kind: CollectionName): Promise<readonly Definition[]> {
  const { items } = isRuleList(kind) ? await api[kind].list() : await api.definitions[kind].list();
  return items.map((item) => ({ ...item }));
}

/** The definition with a slug, e-mail address, key or ID; `undefined` when there is none. */
export async function definitionOf(
  hangar: Hangar,
  kind: CollectionName,
  slug: string,
): Promise<Definition | undefined> {
  const items = await definitionsOf(hangar, kind);
  return items.find((item) => keyOf(kind, item) === slug) ?? items.find(({ id }) => id === slug);
}

/** Shows a summary of definitions, one in full, or the schema of a kind. */
export const describe = tool(
  'Show what is defined. Without arguments: tasks and runbooks with their parameters, and the other kinds with their slugs. ' +
    'With kind: all of that kind in short. With kind and slug: one definition in full. With kind and schema: the JSON Schema for `define`.',
  READS,
  toolCall(
    z.strictObject({
      kind: Kind.optional().describe('Default: all in short'),
      slug: z.string().max(1000).optional().describe('Slug, ID or e-mail address'),
      schema: z.boolean().optional().describe('True for the JSON Schema of a definition of this kind'),
    }),
    async (hangar, { kind, slug, schema = false }) => {
      if (kind === undefined) {
        if (slug !== undefined || schema) throw new ToolError('kind: is needed with slug or schema', 'describe {}');
        return { value: await overview(hangar), next: callText('execute', { task: 'SLUG', paramValues: {} }) };
      }
      if (schema) return { value: schemaOf(kind), next: callText('define', { kind, slug: 'SLUG', definition: {} }) };
      if (slug !== undefined) return { value: await whole(hangar, kind, slug), next: nextOf(kind, slug) };
      const items = await definitionsOf(hangar, kind);
      return { value: items.map((item) => shortOf(kind, item)), next: callText('describe', { kind, slug: 'SLUG' }) };
    },
  ),
);

function nextOf(kind: CollectionName, slug: string): string {
  if (kind === 'tasks') return callText('execute', { task: slug, paramValues: {} });
  return kind === 'runbooks' ? callText('execute', { runbook: slug, paramValues: {} }) : 'describe {}';
}

async function whole(hangar: Hangar, kind: CollectionName, slug: string): Promise<Definition> {
  const found = await definitionOf(hangar, kind, slug);
  if (found !== undefined) return found;
  throw new ToolError(`there is no "${slug}" among the ${kind}`, callText('describe', { kind }));
}

async function overview(hangar: Hangar): Promise<Record<string, unknown>> {
  const kinds = await Promise.all(
    COLLECTION_NAMES.map(async (kind) => {
      const items = await definitionsOf(hangar, kind);
      const isWork = kind === 'tasks' || kind === 'runbooks';
      return [kind, items.map((item) => (isWork ? shortOf(kind, item) : keyOf(kind, item)))] as const;
    }),
  );
  return { url: hangar.url, ...Object.fromEntries(kinds) };
}

function shortOf(kind: CollectionName, item: Definition): object {
  const { name, description, parameters } = item;
  return {
    [COLLECTIONS[kind].key]: keyOf(kind, item),
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    // Tasks and runbooks have parameters, which the contract describes.
    ...(Array.isArray(parameters) ? { parameters: parametersText(parameters as readonly Parameter[]) } : {}),
  };
}

function schemaOf(kind: CollectionName): object {
  const schema: z.ZodType = DEFINITIONS[kind];
  return z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: applyOverride,
  });
}
