import { z } from 'zod';
import { Id, Slug } from '../values/identifier.ts';
import { Expression, Name } from '../values/texts.ts';

/** Fields of every rule of the test lab (lab, "Faults" and "Automatic answers"). */
export const ruleFields = {
  id: Id.optional(),
  slug: Slug,
  enabled: z.boolean().default(true),
  /** An expression; the rule does not apply when it fails or its value is false, null, 0 or "". */
  when: Expression.optional(),
  /** Number of matches to skip first. */
  skip: z.int().min(0).max(1_000_000_000).default(0),
  /** Number of matches to apply to after that; all when absent. */
  times: z.int().min(1).max(1_000_000_000).optional(),
  /** Share of these matches to apply to, chosen by `settings.seed`. */
  share: z.number().min(0).max(1).default(1),
};

/** References in the `match` of every rule, by slug or ID. */
export const matchFields = {
  task: Name.min(1).optional(),
  runbook: Name.min(1).optional(),
  environment: Name.min(1).optional(),
};
