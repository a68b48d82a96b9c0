import { REQUEST_LIMITS } from '../limits.ts';
import type { ProcessRecords } from '../process-records.ts';
import { isChildOf, killProcess } from '../processes.ts';

/** The processes that one script has running, as it tells. */
export class StartedProcesses {
  readonly #script: number;
  readonly #runID: string;
  readonly #records: ProcessRecords;
  /** Each with what takes it off the records. */
  readonly #running = new Map<number, () => void>();

  /** @param script number of the script's own process */
  constructor(script: number, runID: string, records: ProcessRecords) {
    this.#script = script;
    this.#runID = runID;
    this.#records = records;
  }

  /** Takes note of a start or an end. Throws when too many run. */
  change({ pid, runs }: { readonly pid: number; readonly runs: boolean }): void {
    this.#forget(pid);
    // A script may name any process, also one that is not its own and must not be ended with it.
    if (!runs || !isChildOf(pid, this.#script)) return;
    const { processes } = REQUEST_LIMITS;
    if (this.#running.size >= processes)
      throw new Error(`the script runs more than ${processes.toLocaleString('en')} processes`);
    this.#running.set(pid, this.#records.add(pid, this.#runID));
  }

  /** Kills those that still run; gives how many. */
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
