import type { RunStatus } from '../../shared/model/status.ts';
import type { SessionStatus } from '../../shared/model/status.ts';

/** The colours of statuses. Each status also has a shape and a text. */
export type Tone = 'ok' | 'bad' | 'run' | 'wait' | 'off';

/** The presentation of a status. */
export interface StatusDisplay {
  readonly tone: Tone;
  readonly shape: string;
  readonly text: string;
}

/** All statuses with a badge: of runs, sessions, blocks and prompts. */
export type AnyStatus = RunStatus | SessionStatus | 'NotReached' | 'Skipped' | 'Submitted' | 'WaitingForPrompt';

/** The presentation of each status. */
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
