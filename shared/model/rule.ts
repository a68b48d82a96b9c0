import { z } from 'zod';
import { Id, Slug } from '../values/identifier.ts';
import { Nth } from './call.ts';
import { Expression, Name, Json } from '../values/json-schema.ts';
import { fields } from '../values/limited.ts';
import { COUNTS, MAX_CHARACTERS } from '../values/limits.ts';

/** Fields of every rule of the test lab (lab, "Faults" and "Automatic answers"). */
export const ruleFields = {
  id: Id.optional().describe('ID; generated when absent'),
  slug: Slug.describe('Name of the rule'),
  enabled: z.boolean().default(true).describe('False turns the rule off'),
  when: Expression.optional().describe(
    'Expression; the rule does not apply when it fails or its value is false, null, 0 or ""',
  ),
  nth: Nth.optional().describe(
    'Only the one with this number, from 1, among those that meet `match`, also counting those that another rule took',
  ),
  skip: z.int().min(0).max(1_000_000_000).default(0).describe('Number of matches to skip first'),
  times: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe('Number of matches to apply to after that; all when absent'),
  share: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of these matches to apply to, from 0 to 1, chosen by `settings.seed`'),
};

/** References in the `match` of every rule, by slug or ID. */
export const matchFields = {
  task: Name.min(1).nullable().optional().describe('Task, by slug or ID; null: none at all'),
  runbook: Name.min(1).optional().describe('Runbook, by slug or ID'),
  environment: Name.min(1).optional().describe('Environment, by slug or ID'),
};

/** A rule that answers prompts, or requests for approval (lab, "Automatic answers"). */
export const AnswerRule = z.strictObject({
  ...ruleFields,
  match: z.strictObject(matchFields).prefault({}).describe('Prompts or requests to answer; all when empty'),
  requests: z
    .enum(['approve', 'reject'])
    .optional()
    .describe('Answers requests for approval, and no prompts; absent: prompts, and no requests'),
  reason: z
    .string()
    .max(MAX_CHARACTERS.reason)
    .optional()
    .describe('Reason of an approval or rejection, as a template'),
  as: Name.min(1).optional().describe('E-mail address of the user who answers; the local user when absent'),
  afterSeconds: z
    .number()
    .min(0)
    .max(31_536_000)
    .default(0)
    .describe('Emulated seconds between the prompt or request and its answer'),
  submit: fields(z.string(), Json, COUNTS.values)
    .default({})
    .describe('Values by parameter; texts are templates, and those left out take their defaults'),
  cancel: z.boolean().default(false).describe('Cancels the prompt instead'),
});
export type AnswerRule = z.output<typeof AnswerRule>;
export type AuthoredAnswerRule = z.input<typeof AnswerRule>;
