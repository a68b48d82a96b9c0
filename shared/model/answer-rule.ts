import { z } from 'zod';
import { Json } from '../values/json-schema.ts';
import { fields } from '../values/limited.ts';
import { COUNTS, MAX_CHARACTERS } from '../values/limits.ts';
import { Name } from '../values/texts.ts';
import { matchFields, ruleFields } from './rule.ts';

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
