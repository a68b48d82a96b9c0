import { z } from 'zod';
import type { Reviewers } from '../../model/behavior.ts';
import { list } from '../../values/limited.ts';
import { COUNTS } from '../../values/limits.ts';
import { Name } from '../../values/texts.ts';

/** Reviewers as in prompts; `null` counts as absent. */
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

/** Reviewers that admit every user with access to the run or the task. */
export const NO_REVIEWERS: Reviewers = { allowSelfApprovals: true, users: [], groups: [] };
