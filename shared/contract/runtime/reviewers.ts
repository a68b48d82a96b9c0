import { z } from 'zod';
import type { Reviewers } from '../../model/behavior.ts';
import { list } from '../../values/limited.ts';
import { COUNTS } from '../../values/limits.ts';
import { Name } from '../../values/texts.ts';

/** Reviewers as prompts have them; `null` counts as absent. */
export const NamedReviewers = z
  .strictObject({
    allowSelfApprovals: z.boolean().nullish(),
    users: list(Name, COUNTS.names).nullish(),
    groups: list(Name, COUNTS.names).nullish(),
  })
  .transform(({ allowSelfApprovals, users, groups }): Reviewers => ({
    allowSelfApprovals: allowSelfApprovals ?? true,
    users: users ?? [],
    groups: groups ?? [],
  }));

/** Reviewers that allow everybody who may see the run or the task. */
export const NO_REVIEWERS: Reviewers = { allowSelfApprovals: true, users: [], groups: [] };
