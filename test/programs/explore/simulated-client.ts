import type { Call } from '../../../shared/model/call.ts';
import { callKey } from '../../../shared/model/call.ts';
import type { Schedule } from '../../../shared/model/schedule.ts';
import type { Operation } from '../../../shared/registry/operations.ts';
import type { RunTrial, Trial } from '../../../electron/programs/explore/trial.ts';

/** A client without a server: it makes these calls, each tried again after a fault. */
export interface SimulatedClient {
  readonly calls: readonly (readonly [operation: Operation, task?: string])[];
  readonly attempts: number;
  /** True when each attempt has the same key, so that it is executed once. */
  readonly hasKeys: boolean;
}

/** The function that runs the simulated client, and the schedules that it was run under. */
export function simulated(client: SimulatedClient, pause: () => Promise<void> = () => Promise.resolve()) {
  const seen: { readonly schedule: Schedule; readonly number: number }[] = [];
  const run: RunTrial = async (schedule, number) => {
    seen.push({ schedule, number });
    await pause();
    return trialOf(client, schedule);
  };
  return { run, seen };
}

function trialOf({ calls, attempts, hasKeys }: SimulatedClient, schedule: Schedule): Trial {
  const counts = new Map<string, number>();
  const met = new Set<number>();
  const made: Trial['calls'][number][] = [];
  const runs: Trial['runs'][number][] = [];
  let end: Trial['end'] = 'success';
  for (const [operation, task] of calls) {
    let isExecuted = false;
    for (let attempt = 1; ; attempt++) {
      const nth = (counts.get(`${operation} ${task ?? ''}`) ?? 0) + 1;
      counts.set(`${operation} ${task ?? ''}`, nth);
      const call: Call = task === undefined ? { operation, nth } : { operation, task, nth };
      const at = schedule.findIndex((element) => 'call' in element && callKey(element.call) === callKey(call));
      const element = schedule[at];
      if (element !== undefined) met.add(at);
      const kind = element !== undefined && 'call' in element ? element.kind : '';
      const executed = kind === '' || kind === 'lose' || kind === 'truncate';
      if (executed && operation === 'tasks/execute' && !(hasKeys && isExecuted)) {
        runs.push({
          id: `run${runs.length + 1}`,
          task: task ?? null,
          nth: runs.length + 1,
          status: 'Succeeded',
          ...{ params: {}, startedAt: null, endedAt: null },
        });
        isExecuted = true;
      }
      const at2 = made.length;
      made.push({
        ...{ call, requestID: `trf${at2}`, startedAt: at2, endedAt: at2 + 0.5, status: kind === '' ? 200 : 0 },
        ...{ fault: kind, executed, runID: '', key: '' },
      });
      if (kind === '') break;
      if (attempt === attempts) {
        end = 'failure';
        break;
      }
    }
    if (end === 'failure') break;
  }
  const unmet = schedule.flatMap((_, index) => (met.has(index) ? [] : [index]));
  const exitCode = end === 'success' ? 0 : 1;
  return { schedule, end, exitCode, findings: [], output: '', calls: made, asked: [], runs, unmet };
}
