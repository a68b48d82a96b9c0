import type { Json } from '../../../../shared/values/json.ts';
import type { ChildResult } from '../context/behavior-port.ts';

/** Rejects the wait for a prompt that is cancelled (decision `prompt-cancel`). */
export class PromptCancelledError extends Error {
  override readonly name = 'PromptCancelledError';
  readonly promptID: string;
  readonly cancelledBy: string | null;

  constructor(promptID: string, cancelledBy: string | null) {
    super('prompt was cancelled');
    this.promptID = promptID;
    this.cancelledBy = cancelledBy;
  }
}

/** Rejects the wait for a child run that does not succeed. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';
  readonly runID: string;
  readonly status: string;
  readonly output: Json;

  constructor(child: ChildResult, taskSlug: string) {
    super(
      `${taskSlug} (${child.runID}) ${child.status === 'Cancelled' ? 'was cancelled' : `failed: ${child.failure}`}`,
    );
    this.runID = child.runID;
    this.status = child.status;
    this.output = child.output;
  }
}
