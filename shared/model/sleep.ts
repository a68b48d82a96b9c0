import { z } from 'zod';
import { TimestampOrNull, TimestampText } from './answers.ts';

/** A wait of a run on the clock, as `/v0` answers it (docs/task-runtime.md, "Calls of a run"). */
export const Sleep = z.object({
  id: z.string(),
  createdAt: TimestampText,
  durationMs: z.number(),
  until: TimestampText,
  skippedAt: TimestampOrNull.describe(
    'When it ended before its duration had passed for the program: null while it did not',
  ),
});
export type Sleep = z.output<typeof Sleep>;
