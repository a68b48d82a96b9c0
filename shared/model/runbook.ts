import { z } from 'zod';
import { Permission } from './access.ts';
import { promptFields } from './behavior.ts';
import { Id, Slug, Variable } from './identifier.ts';
import { Json } from './json-schema.ts';
import { Parameters } from './parameter.ts';
import { uniqueSlugs } from './unique-slugs.ts';

const common = {
  slug: Variable,
  name: z.string().optional(),
  /** An expression; the block is skipped when it gives false, null, 0 or "". */
  when: z.string().optional(),
};

/** The blocks of a runbook, by kind. Adding one is adding an entry here and one in the engine's block registry. */
export const BLOCKS = {
  task: z.strictObject({
    kind: z.literal('task'),
    ...common,
    task: z.string().min(1),
    paramValues: z.record(z.string(), Json).default({}),
    resources: z.record(Variable, z.string()).optional(),
  }),
  prompt: z.strictObject({ kind: z.literal('prompt'), ...common, ...promptFields }),
} as const;

export type BlockKind = keyof typeof BLOCKS;
export type BlockOf<Kind extends BlockKind> = z.output<(typeof BLOCKS)[Kind]>;
export const Block = z.discriminatedUnion('kind', [BLOCKS.task, BLOCKS.prompt]);
export type Block = z.output<typeof Block>;

/** A sequence of automations, as authored. */
export const Runbook = z.strictObject({
  id: Id.optional(),
  slug: Slug,
  name: z.string().optional(),
  description: z.string().default(''),
  parameters: Parameters.default([]),
  isPrivate: z.boolean().default(false),
  permissions: z.array(Permission).default([]),
  blocks: z.array(Block).default([]).superRefine(uniqueSlugs('block')),
});
export type Runbook = z.output<typeof Runbook>;
export type AuthoredRunbook = z.input<typeof Runbook>;
