import { z } from 'zod';
import { PromptParameterView, TimestampOrNull, TimestampText } from './answers.ts';
import { Reviewers } from './behavior.ts';
import { JsonObject } from '../values/json-schema.ts';

/** A prompt as `/v0` answers it (service API, "Prompt"). */
export const Prompt = z.object({
  id: z.string(),
  runID: z.string(),
  description: z.string(),
  confirmText: z.string(),
  cancelText: z.string(),
  createdAt: TimestampText,
  submittedAt: TimestampOrNull,
  submittedBy: z.string().nullable(),
  cancelledAt: TimestampOrNull,
  cancelledBy: z.string().nullable(),
  reviewers: z.object(Reviewers.shape),
  schema: z.object({ parameters: z.array(PromptParameterView) }),
  values: JsonObject,
  /** From the run's inputs; "" for none. */
  zoneID: z.string(),
  zoneToken: z.string(),
});
export type Prompt = z.output<typeof Prompt>;
