import type { RunStatus } from '../../shared/model/status.ts';
import type { SessionStatus } from '../../shared/model/status.ts';

/** The colours that carry meaning; each status also has a shape and a text of its own. */
export type Tone = 'ok' | 'bad' | 'run' | 'wait' | 'off';

/** How a status looks and reads. */
export interface StatusDisplay {
  readonly tone: Tone;
  readonly shape: string;
  readonly text: string;
}

/** Everything that has a status badge: runs, sessions and their blocks, prompts. */
export type AnyStatus = RunStatus | SessionStatus | 'NotReached' | 'Skipped' | 'Submitted' | 'WaitingForPrompt';

/** The look of every status; a status without a row does not compile. */
export const STATUS_DISPLAY: Readonly<Record<AnyStatus, StatusDisplay>> = {
  NotStarted: { tone: 'off', shape: '◌', text: 'Not started' },
  Queued: { tone: 'off', shape: '○', text: 'Queued' },
  Pending: { tone: 'off', shape: '○', text: 'Pending' },
  Active: { tone: 'run', shape: '●', text: 'Active' },
  Waiting: { tone: 'wait', shape: '◐', text: 'Waiting' },
  WaitingForPrompt: { tone: 'wait', shape: '◐', text: 'Waiting for a prompt' },
  Succeeded: { tone: 'ok', shape: '✓', text: 'Succeeded' },
  Submitted: { tone: 'ok', shape: '✓', text: 'Submitted' },
  Failed: { tone: 'bad', shape: '✕', text: 'Failed' },
  Cancelling: { tone: 'wait', shape: '⊘', text: 'Cancelling' },
  Cancelled: { tone: 'off', shape: '⊘', text: 'Cancelled' },
  NotReached: { tone: 'off', shape: '–', text: 'Not reached' },
  Skipped: { tone: 'off', shape: '↷', text: 'Skipped' },
};
