import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { type AnyStatus, STATUS_DISPLAY } from '../../ui/text/status.ts';
import { clockTime } from '../../ui/text/time.ts';

type Shown = Pick<RunRow, 'status' | 'waiting' | 'held'> & Partial<Pick<RunRow, 'reason'>>;

/** The displayed status of a run: `Waiting` while a prompt is pending, `Held` until it is released, `Timed out` by its timeout. */
export function runStatus({ status, waiting, held, reason }: Shown): AnyStatus {
  if (held) return 'Held';
  if (reason?.kind === 'timeout') return 'TimedOut';
  return status === 'Active' && waiting ? 'WaitingForPrompt' : status;
}

/** Tells runs of one task, or sessions of one runbook, apart: status, time, and the end of the ID. */
export function distinction(status: AnyStatus, { id, createdAt }: Pick<RunRow, 'id' | 'createdAt'>): string {
  return [STATUS_DISPLAY[status].text, clockTime(createdAt).slice(0, 8), id.slice(-6)].join(' · ');
}
