import { z } from 'zod';
import { TimestampOrNull } from '../../model/answers.ts';
import { keysOf } from '../../values/objects.ts';

/** Kinds of reasons, with what each means for a run; of sessions and prompts they say the same of their runs. */
export const REASON_KINDS = {
  slots: 'queued: all slots of its task, or all processes for scripts, are taken',
  delay: 'does not start before a time',
  prompt: 'waits for an answer to a prompt',
  child: 'waits for a run that it executed',
  until: 'waits on the clock, or for an automatic answer that is due later',
  timeout: 'ended by its timeout',
  cancelled: 'ended by a person, a program, or with its parent or session',
  failed: 'failed; `runIDs` has the run that failed first when it is another one',
  fault: 'ended by a fault of kind `run`',
  held: 'came unfinished from a file and was not released',
} as const;

/** A reason that something waits or did not succeed, for rows and details. */
export const Reason = z.object({
  kind: z.enum(keysOf(REASON_KINDS)),
  text: z.string().describe('In plain words, such as `10 of 10 slots of Refund are taken`; no sentence of its own'),
  runIDs: z
    .array(z.string())
    .describe('The runs that it is about, at most ten: those with the slots, the awaited one, the failed one'),
  until: TimestampOrNull.describe(
    'When that ends by itself: the wait, the delay, or the timeout of what waits; null for none',
  ),
  by: z.string().nullable().describe('ID of the user who cancelled it, or slug of the fault or rule; null for nobody'),
});
export type Reason = z.output<typeof Reason>;

/** The reason of a row or a detail. */
export const ReasonOrNull = Reason.nullable().describe('Why it waits, failed or was cancelled; null for anything else');
