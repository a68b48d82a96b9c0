import { availableParallelism } from 'node:os';
import { inheritedEnvironment } from '../processes.ts';
import { readMessage } from './protocol/messages.ts';
import type { ScriptProcess, StartScriptProcess } from './script-process.ts';
import { StoppingError } from '../stopping-error.ts';

/** Processes that may exist at the same time, for scripts that run and ready ones together: each takes 15 to 50 MB. */
const MOST_PROCESSES = 100;
/** Milliseconds without a free process after which the run that has waited longest fails: the others may all wait for it. */
const PATIENCE = 30_000;
/** Delay between taking a process and starting its replacement, in milliseconds; the script starts undisturbed. */
const REFILL_AFTER = 30;
/** Longest time until a new process is ready, in milliseconds. */
const STARTS_WITHIN = 30_000;

const ALL_IN_USE = `all ${MOST_PROCESSES} processes for scripts are in use, and none became free within ${PATIENCE / 1000} s`;

/** A process that waits for its script. */
export interface ReadyProcess {
  readonly process: ScriptProcess;
  /** The system's number of the script's thread; undefined where threads have no priority of their own. */
  readonly threadID: number | undefined;
}

interface Waiter {
  readonly resolve: (ready: ReadyProcess) => void;
  readonly reject: (error: unknown) => void;
}

/** Processes that stand ready. One is used for one script only and never comes back: nothing of a script is left for the next. */
export class ProcessPool {
  readonly #start: StartScriptProcess;
  readonly #size: () => number;
  readonly #ready: ReadyProcess[] = [];
  readonly #waiters: Waiter[] = [];
  /** Those that run a script too. */
  readonly #all = new Set<ScriptProcess>();
  #starting = 0;
  #patience: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param size how many processes stand ready while none is asked for */
  constructor(start: StartScriptProcess, size: () => number) {
    this.#start = start;
    this.#size = size;
  }

  /** A process, at once when one stands ready. Rejects when the signal aborts first. */
  async take(signal: AbortSignal): Promise<ReadyProcess> {
    if (this.#closed) throw new StoppingError();
    const ready = this.#ready.shift();
    ready?.process.keepProgramRunning(true);
    const taken = ready === undefined ? this.#wait(signal) : Promise.resolve(ready);
    if (ready === undefined) this.fill();
    // Starting another one takes as much of the machine as many a script needs in all.
    else setTimeout(() => this.fill(), REFILL_AFTER);
    return taken;
  }

  /** Starts what lacks; no more at once than the machine has cores, so that a rush of scripts leaves the server its turn. */
  fill(): void {
    const lacking = () => this.#size() + this.#waiters.length - this.#ready.length - this.#starting;
    const mayStart = () => this.#starting < availableParallelism() && this.#all.size + this.#starting < MOST_PROCESSES;
    while (!this.#closed && lacking() > 0 && mayStart()) void this.#add();
    this.#watchWaiters();
  }

  /** Ends every process, whatever it does. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#patience);
    for (const { reject } of this.#waiters.splice(0)) reject(new StoppingError());
    this.#ready.length = 0;
    for (const { kill } of this.#all) kill();
    await Promise.all([...this.#all].map(({ ended }) => ended));
  }

  #wait(signal: AbortSignal): Promise<ReadyProcess> {
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject };
      this.#waiters.push(waiter);
      const stop = () => {
        const index = this.#waiters.indexOf(waiter);
        if (index >= 0) this.#waiters.splice(index, 1);
        reject(new Error('the script was stopped'));
      };
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
  }

  async #add(): Promise<void> {
    this.#starting++;
    try {
      const process = await this.#start(inheritedEnvironment());
      this.#all.add(process);
      void process.ended.then(() => this.#forget(process));
      if (this.#closed) process.kill();
      const threadID = await readiness(process);
      this.#starting--;
      this.#offer({ process, threadID });
    } catch (error) {
      this.#starting--;
      this.#waiters.shift()?.reject(error);
    }
  }

  #offer(ready: ReadyProcess): void {
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      this.#restartPatience();
      waiter.resolve(ready);
    } else if (!this.#closed) {
      this.#ready.push(ready);
      // A process that only waits does not keep the program running.
      ready.process.keepProgramRunning(false);
    }
    this.fill();
  }

  #forget(process: ScriptProcess): void {
    this.#all.delete(process);
    const index = this.#ready.findIndex((ready) => ready.process === process);
    if (index >= 0) this.#ready.splice(index, 1);
    if (this.#waiters.length > 0) this.fill();
  }

  #watchWaiters(): void {
    if (this.#waiters.length === 0) this.#restartPatience();
    else
      this.#patience ??= setTimeout(() => {
        this.#restartPatience();
        this.#waiters.shift()?.reject(new Error(ALL_IN_USE));
        this.#watchWaiters();
      }, PATIENCE);
  }

  #restartPatience(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }
}

/** Resolves with the number of the script's thread when the process says that it is ready. */
function readiness(process: ScriptProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(late);
      process.kill();
      reject(new Error(`a script's process did not start (${reason})`));
    };
    const late = setTimeout(() => fail('it took too long'), STARTS_WITHIN);
    void process.ended.then(fail);
    process.listen((text) => {
      const message = readMessage(text);
      if (message.type === 'ready') {
        clearTimeout(late);
        resolve(message.threadID);
      } else if (message.type === 'ended') fail(message.reason);
      return 0;
    });
  });
}
