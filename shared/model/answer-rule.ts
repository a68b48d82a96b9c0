import { z } from 'zod';
import { Json } from '../values/json-schema.ts';
import { fields } from '../values/limited.ts';
import { COUNTS, MAX_CHARACTERS } from '../values/limits.ts';
import { Name } from '../values/texts.ts';
import { matchFields, ruleFields } from './rule.ts';

/** A rule that answers prompts, or requests for approval (lab, "Automatic answers"). */
export const AnswerRule = z.strictObject({
  ...ruleFields,
  match: z.strictObject(matchFields).prefault({}),
  /** Answers requests for approval, and no prompts. Absent: answers prompts, and no requests. */
  requests: z.enum(['approve', 'reject']).optional(),
  /** Reason of an approval or a rejection; may contain templates. */
  reason: z.string().max(MAX_CHARACTERS.reason).optional(),
  /** E-mail address of the user who answers; the local user when absent. */
  as: Name.min(1).optional(),
  /** Emulated seconds between the prompt or request and its answer. */
  afterSeconds: z.number().min(0).max(31_536_000).default(0),
  /** Values by parameter; texts may contain templates. Parameters left out take their defaults. */
  submit: fields(z.string(), Json, COUNTS.values).default({}),
  /** Cancels the prompt instead. */
  cancel: z.boolean().default(false),
});
export type AnswerRule = z.output<typeof AnswerRule>;
export type AuthoredAnswerRule = z.input<typeof AnswerRule>;
