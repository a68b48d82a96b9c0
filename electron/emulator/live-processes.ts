import type { ProcessRecords } from './behaviors/process-records.ts';
import { killProcess, killProcessesOf } from './behaviors/processes.ts';

/** Processes of runs while they live, so that a stop need not wait for one that does not heed SIGTERM. */
export interface LiveProcesses extends ProcessRecords {
  /** Kills every process that a run of this server has started and that still lives. */
  readonly killLive: () => void;
}

/** Counts the processes that are written down, and passes them on. */
export function liveProcesses(records: ProcessRecords): LiveProcesses {
  const live = new Map<number, string>();
  return {
    ...records,
    add: (pid, runID) => {
      const remove = records.add(pid, runID);
      live.set(pid, runID);
      return () => {
        live.delete(pid);
        remove();
      };
    },
    killLive: () => {
      for (const [pid, runID] of live) {
        killProcess(pid);
        killProcessesOf(runID);
      }
    },
  };
}
