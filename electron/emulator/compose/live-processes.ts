import { type ProcessRecords, killProcessesOf } from '../behaviors/processes.ts';
import { killProcess } from '../platform/end-processes.ts';

/** Process records with the running processes, so that a stop can kill those that ignore SIGTERM. */
export interface LiveProcesses extends ProcessRecords {
  /** Kills every running process of this server's runs. */
  readonly killLive: () => void;
}

/** Tracks the processes that are added to the records. */
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
