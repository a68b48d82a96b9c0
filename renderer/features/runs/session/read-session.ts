import type { RunDetail, RunRow, SessionRow } from '../../../../shared/contract/emulator/rows.ts';
import type { Api } from '../../../core/data/api.ts';
import { readRun } from '../../../core/run/run-list.ts';

/** A session with its runs, and the details of those of its blocks, by ID. */
export interface SessionData {
  readonly row: SessionRow;
  readonly runs: readonly RunRow[];
  readonly details: ReadonlyMap<string, RunDetail>;
}

/** Reads a session, and the run of each of its blocks. */
export async function readSession(api: Api, id: string): Promise<SessionData> {
  const { row, runs } = await api.sessions.get({ params: { id } });
  const started = row.blocks.filter(({ runID }) => runs.some((run) => run.id === runID));
  // A run may have been removed as one of the oldest meanwhile.
  const read = await Promise.allSettled(started.map(({ runID }) => readRun(api, runID)));
  const details = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  return { row, runs, details: new Map(details.map((detail) => [detail.row.id, detail])) };
}
