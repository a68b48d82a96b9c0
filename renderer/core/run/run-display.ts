import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { AnyStatus } from '../../ui/status.ts';

/** The status to show for a run, which tells when it waits for a prompt. */
export function runStatus({ status, waiting }: Pick<RunRow, 'status' | 'waiting'>): AnyStatus {
  return status === 'Active' && waiting ? 'WaitingForPrompt' : status;
}
