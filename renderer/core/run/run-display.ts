import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { type AnyStatus, STATUS_DISPLAY } from '../../ui/text/status.ts';
import { clockTime } from '../../ui/text/time.ts';

/** The displayed status of a run: `Waiting` while a prompt is pending, `Held` until it is released. */
export function runStatus({ status, waiting, held }: Pick<RunRow, 'status' | 'waiting' | 'held'>): AnyStatus {
  if (held) return 'Held';
  return status === 'Active' && waiting ? 'WaitingForPrompt' : status;
}

/** Tells runs of one task, or sessions of one runbook, apart: status, time, and the end of the ID. */
export function distinction(status: AnyStatus, { id, createdAt }: Pick<RunRow, 'id' | 'createdAt'>): string {
  return [STATUS_DISPLAY[status].text, clockTime(createdAt).slice(0, 8), id.slice(-6)].join(' · ');
}
