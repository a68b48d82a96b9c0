import type { StatusShapeName } from '../icons/StatusShape.tsx';
import type { RunStatus, SessionStatus } from '../../../shared/model/status.ts';

/** The colours of statuses. Each status also has a shape and a text. */
export type Tone = 'ok' | 'bad' | 'run' | 'wait' | 'off';

/** The presentation of a status. */
interface StatusDisplay {
  readonly tone: Tone;
  readonly shape: StatusShapeName;
  readonly text: string;
  /** The accessible name where the shape stands alone; `text` when absent. */
  readonly label?: string;
}

/** The statuses of a request for approval. */
type RequestStatus = 'WaitingForApproval' | 'Approved' | 'Rejected';

/** All statuses with a badge: of runs, sessions, blocks, prompts and requests. */
export type AnyStatus =
  | RunStatus
  | SessionStatus
  | 'NotReached'
  | 'Held'
  | 'Skipped'
  | 'Submitted'
  | 'WaitingForPrompt'
  | 'TimedOut'
  | RequestStatus;

/** The presentation of each status. */
export const STATUS_DISPLAY: Readonly<Record<AnyStatus, StatusDisplay>> = {
  NotStarted: { tone: 'off', shape: 'queue', text: 'Not started' },
  Queued: { tone: 'off', shape: 'queue', text: 'Queued' },
  Pending: { tone: 'off', shape: 'queue', text: 'Pending' },
  Active: { tone: 'run', shape: 'run', text: 'Active' },
  Waiting: { tone: 'wait', shape: 'wait', text: 'Waiting' },
  WaitingForPrompt: { tone: 'wait', shape: 'wait', text: 'Waiting for a prompt' },
  WaitingForApproval: { tone: 'wait', shape: 'wait', text: 'Waiting for approval' },
  Approved: { tone: 'ok', shape: 'ok', text: 'Approved' },
  Rejected: { tone: 'off', shape: 'off', text: 'Rejected' },
  Succeeded: { tone: 'ok', shape: 'ok', text: 'Succeeded' },
  Submitted: { tone: 'ok', shape: 'ok', text: 'Submitted' },
  Failed: { tone: 'bad', shape: 'bad', text: 'Failed' },
  Cancelling: { tone: 'wait', shape: 'off', text: 'Cancelling' },
  Cancelled: { tone: 'off', shape: 'off', text: 'Cancelled' },
  TimedOut: { tone: 'off', shape: 'late', text: 'Timed out' },
  Held: { tone: 'wait', shape: 'held', text: 'Held', label: 'Held: came from a file' },
  NotReached: { tone: 'off', shape: 'queue', text: 'Not reached' },
  Skipped: { tone: 'off', shape: 'off', text: 'Skipped' },
};
