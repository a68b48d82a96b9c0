import { REQUEST_LIMITS } from '../limits.ts';
import type { ProcessRecords } from '../processes.ts';
import { killProcess } from '../../platform/end-processes.ts';
import { isChildOf } from '../../platform/processes.ts';

/** The running processes that one script has reported. */
export class StartedProcesses {
  readonly #script: number;
  readonly #runID: string;
  readonly #records: ProcessRecords;
  /** Functions that remove a process's record, by process ID. */
  readonly #running = new Map<number, () => void>();

  /** @param script ID of the script's process */
  constructor(script: number, runID: string, records: ProcessRecords) {
    this.#script = script;
    this.#runID = runID;
    this.#records = records;
  }

  /** Records the start or end of a process. Throws when too many run. */
  change({ pid, runs }: { readonly pid: number; readonly runs: boolean }): void {
    this.#forget(pid);
    // A script may report any process ID, even of a process that must not be ended.
    if (!runs || !isChildOf(pid, this.#script)) return;
    const { processes } = REQUEST_LIMITS;
    if (this.#running.size >= processes)
      throw new Error(`the script runs more than ${processes.toLocaleString('en')} processes`);
    this.#running.set(pid, this.#records.add(pid, this.#runID));
  }

  /** Kills the running processes; returns their number. */
  killAll(): number {
    const pids = [...this.#running.keys()];
    for (const pid of pids) {
      killProcess(pid);
      this.#forget(pid);
    }
    return pids.length;
  }

  #forget(pid: number): void {
    this.#running.get(pid)?.();
    this.#running.delete(pid);
  }
}
