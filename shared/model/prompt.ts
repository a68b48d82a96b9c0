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

/** A reviewer: a user or a group; the other is null. */
const RequestReviewer = z.object({ userID: z.string().nullable(), groupID: z.string().nullable() });
export type RequestReviewer = z.output<typeof RequestReviewer>;
export const RequestReviewers = z.array(RequestReviewer);

/** A request to execute a task, as `/v0` answers it (docs/task-runtime.md, "Request an execution"). Fields about future events are absent. */
export const TriggerRequest = z.object({
  iD: z.string(),
  teamID: z.string(),
  createdAt: TimestampText,
  createdBy: z.string(),
  reason: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  reviewers: RequestReviewers,
  triggerReceipt: z.object({ taskRunID: z.string() }).optional(),
  executedAt: TimestampText.optional(),
  executedBy: z.string().optional(),
  rejectedReason: z.string().optional(),
  rejectedAt: TimestampText.optional(),
  rejectedBy: z.string().optional(),
});
export type TriggerRequest = z.output<typeof TriggerRequest>;
