import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { AnyStatus } from '../../ui/status.ts';

/** The displayed status of a run: `Waiting` while a prompt is pending. */
export function runStatus({ status, waiting }: Pick<RunRow, 'status' | 'waiting'>): AnyStatus {
  return status === 'Active' && waiting ? 'WaitingForPrompt' : status;
}
