import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { AnyStatus } from '../../ui/status.ts';

/** The status to show for a run, which tells when it waits for a prompt. */
export function runStatus({ status, waiting }: Pick<RunRow, 'status' | 'waiting'>): AnyStatus {
  return status === 'Active' && waiting ? 'WaitingForPrompt' : status;
}

const ORIGINS: Readonly<Record<RunRow['origin']['kind'], string>> = {
  api: 'API',
  webhook: 'webhook',
  window: 'window',
  session: 'session',
  child: 'child',
};

/** The origin of a run in a word or two. */
export function originText({ kind, webhook }: RunRow['origin']): string {
  return kind === 'webhook' && webhook !== '' ? `webhook ${webhook}` : ORIGINS[kind];
}
