import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import type { Api } from '../data/api.ts';

/** Reads a run. Of its timeline only the waits are asked for: rows tell the rest, and a run may have thousands of children. */
export function readRun(api: Api, id: string): Promise<RunDetail> {
  return api.runs.get({ params: { id }, query: { timeline: 'waiting' } });
}
