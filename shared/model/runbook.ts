import { z } from 'zod';
import { Permissions } from './access.ts';
import { executeFields, promptFields } from './behavior.ts';
import { Id, Slug, Variable } from '../values/identifier.ts';
import { list } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { Expression, Name, Text } from '../values/texts.ts';
import { Parameters } from './parameter.ts';
import { uniqueSlugs } from './unique-slugs.ts';
import { unionOf } from '../values/union-of.ts';

const common = {
  slug: Variable,
  name: Name.optional(),
  /** An expression; the block is skipped when its value is false, null, 0 or "". */
  when: Expression.optional(),
};

/** The blocks of a runbook, by kind. To add one, add an entry; the compiler asks for its runner and its editor. */
export const BLOCKS = {
  task: z.strictObject({
    kind: z.literal('task'),
    ...common,
    ...executeFields,
  }),
  prompt: z.strictObject({ kind: z.literal('prompt'), ...common, ...promptFields }),
} as const;

export type BlockKind = keyof typeof BLOCKS;
export type BlockOf<Kind extends BlockKind> = z.output<(typeof BLOCKS)[Kind]>;
export const Block = unionOf('kind', BLOCKS);
export type Block = z.output<typeof Block>;

/** A sequence of automations, as authored. */
export const Runbook = z.strictObject({
  id: Id.optional(),
  slug: Slug,
  name: Name.optional(),
  description: Text.default(''),
  parameters: Parameters.default([]),
  isPrivate: z.boolean().default(false),
  permissions: Permissions.default([]),
  blocks: list(Block, COUNTS.blocks).default([]).superRefine(uniqueSlugs('block')),
});
export type Runbook = z.output<typeof Runbook>;
export type AuthoredRunbook = z.input<typeof Runbook>;
