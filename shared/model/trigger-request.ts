import { z } from 'zod';
import { TimestampText } from './answers.ts';

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
