import { z } from 'zod';
import { Permissions } from './access.ts';
import { executeFields, promptFields } from './behavior.ts';
import { Id, Slug, Variable } from '../values/identifier.ts';
import { list, uniqueSlugs } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { Expression, Name, Text, unionOf } from '../values/json-schema.ts';
import { Parameters } from './parameter.ts';

const common = {
  slug: Variable.describe('Name of the result in expressions'),
  name: Name.optional().describe('Name for people; the slug when absent'),
  when: Expression.optional().describe('Expression; the block is skipped when its value is false, null, 0 or ""'),
};

/** The blocks of a runbook, by kind. To add one, add an entry; the compiler asks for its runner and its editor. */
export const BLOCKS = {
  task: z.strictObject({
    kind: z.literal('task').describe('Kind of the block'),
    ...common,
    ...executeFields,
  }),
  prompt: z.strictObject({ kind: z.literal('prompt').describe('Kind of the block'), ...common, ...promptFields }),
} as const;

export type BlockKind = keyof typeof BLOCKS;
export type BlockOf<Kind extends BlockKind> = z.output<(typeof BLOCKS)[Kind]>;
export const Block = unionOf('kind', BLOCKS);
export type Block = z.output<typeof Block>;

/** A sequence of automations, as authored. */
export const Runbook = z.strictObject({
  id: Id.optional().describe('ID; generated when absent'),
  slug: Slug.describe('Name in requests and references'),
  name: Name.optional().describe('Name for people; the slug when absent'),
  description: Text.default('').describe('Description for people'),
  parameters: Parameters.default([]).describe('Parameters, in the order of the form'),
  isPrivate: z.boolean().default(false).describe('Only users and groups with a permission may see and use it'),
  permissions: Permissions.default([]).describe('Permissions to use it while it is private'),
  blocks: list(Block, COUNTS.blocks).default([]).superRefine(uniqueSlugs('block')).describe('Blocks, in order'),
});
export type Runbook = z.output<typeof Runbook>;
export type AuthoredRunbook = z.input<typeof Runbook>;
