import type { RunRow, RunStep, TrafficRow } from '../../../shared/contract/emulator/rows.ts';

/** The beginning of all that is made here. */
export const ZERO = Date.UTC(2026, 10, 22, 14, 0, 0);

/** A timestamp, in seconds since the beginning. */
export const at = (seconds: number): string =>
  `${new Date(ZERO + seconds * 1000).toISOString().replace('T', ' ').replace('Z', '')}000+00`;

/** A run that was queued for a second and succeeded after nine more. */
export function runRow(change: Partial<RunRow> = {}): RunRow {
  return {
    ...{ id: 'run1', taskID: 'tsk1', taskSlug: 'refund', name: 'Refund', environment: 'dev', sessionID: '' },
    ...{ parentID: '', status: 'Succeeded', waiting: false, createdAt: at(0), createdBy: 'usr1' },
    ...{ activeAt: at(1), endedAt: at(10), failure: '', repeats: '', values: [], reason: null, held: false },
    origin: { kind: 'api', trafficID: '', webhook: '' },
    ...change,
  };
}

/** A step of a run that is done. */
export function runStep(change: Partial<RunStep> = {}): RunStep {
  return { do: 'log', text: '', state: 'done', from: null, to: null, promptID: '', runID: '', ...change };
}

/** A request that executed a task. */
export function trafficRow(change: Partial<TrafficRow> = {}): TrafficRow {
  return {
    ...{ id: 'trf1', at: at(0), method: 'POST', path: '/v0/tasks/execute', query: '', status: 200, milliseconds: 1 },
    ...{ client: '', caller: '', runID: '', sessionID: '', promptID: '', webhook: '', code: '', error: '' },
    ...{ decision: '', warnings: [], idempotencyKey: '', replayOf: '' },
    ...change,
  };
}
