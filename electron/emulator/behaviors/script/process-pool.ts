import { availableParallelism } from 'node:os';
import { guardWith, StoppingError } from '../guard.ts';
import { inheritedEnvironment } from '../processes.ts';
import { ThrottledQueue } from '../throttle.ts';
import { readMessage } from './protocol/messages.ts';
import type { ScriptProcess, StartScriptProcess } from './script-process.ts';
import { clearTimeout, setTimeout } from '../../timers/timers.ts';

/** Delay before a taken process is replaced, in milliseconds, so that the script starts undisturbed. */
const REFILL_DELAY = 30;
/** Maximum time until a new process is ready, in milliseconds. */
const START_TIMEOUT = 30_000;

/** A process that is ready for a script. */
export interface ReadyProcess {
  readonly process: ScriptProcess;
  /** The system's ID of the script's thread; `undefined` where threads have no own priority. */
  readonly threadID: number | undefined;
}

interface Waiter {
  readonly resolve: (ready: ReadyProcess) => void;
  readonly reject: (error: unknown) => void;
}

/** Processes that wait for a script. Each serves one, and whoever takes it ends it. */
export class ProcessPool {
  readonly #start: StartScriptProcess;
  readonly #size: () => number;
  readonly #maximum: number;
  readonly #ready: ReadyProcess[] = [];
  readonly #waiters: Waiter[] = [];
  /** All processes, including those that run a script. */
  readonly #all = new Set<ScriptProcess>();
  #starting = 0;
  #closed = false;

  /**
   * @param size number of processes to keep ready
   * @param maximum number of processes, running and ready ones together
   */
  constructor(start: StartScriptProcess, size: () => number, maximum: number) {
    this.#start = start;
    this.#size = size;
    this.#maximum = maximum;
  }

  /** Takes a process, at once when one is ready. Rejects when the signal aborts first. */
  async take(signal: AbortSignal): Promise<ReadyProcess> {
    if (this.#closed) throw new StoppingError();
    const ready = this.#ready.shift();
    ready?.process.keepProgramRunning(true);
    const taken = ready === undefined ? this.#wait(signal) : Promise.resolve(ready);
    if (ready === undefined) this.fill();
    // Starting a process takes as long as running many a script.
    else setTimeout(() => this.fill(), REFILL_DELAY);
    return taken;
  }

  /** Starts missing processes, at most one per core at a time, so that many scripts at once do not starve the server. */
  fill(): void {
    const mayStart = () => this.#starting < availableParallelism() && this.#all.size + this.#starting < this.#maximum;
    while (this.#missing > this.#starting && mayStart()) void this.#add();
  }

  /** Ends every process. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiters.splice(0)) reject(new StoppingError());
    this.#ready.length = 0;
    for (const { keepProgramRunning, kill } of this.#all) {
      // Otherwise the program could end before the process does, and whoever waits for the close with it.
      keepProgramRunning(true);
      kill();
    }
    await Promise.all([...this.#all].map(({ ended }) => ended));
  }

  /** Number of processes to make ready. */
  get #missing(): number {
    return this.#closed ? 0 : this.#size() + this.#waiters.length - this.#ready.length;
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
      const queue = new ThrottledQueue();
      const process = await this.#start(inheritedEnvironment(), (steps) => void queue.add(steps));
      this.#all.add(process);
      void process.ended.then(() => this.#forget(process));
      if (this.#closed) process.kill();
      const threadID = await readyThread(process);
      this.#starting--;
      this.#offer({ process, threadID });
    } catch (error) {
      this.#starting--;
      this.#waiters.shift()?.reject(error);
    }
  }

  #offer(ready: ReadyProcess): void {
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) waiter.resolve(ready);
    else if (this.#ready.length < this.#size() && !this.#closed) {
      this.#ready.push(ready);
      // A ready process does not keep the program running.
      ready.process.keepProgramRunning(false);
    } else ready.process.kill();
    this.fill();
  }

  #forget(process: ScriptProcess): void {
    this.#all.delete(process);
    const index = this.#ready.findIndex((ready) => ready.process === process);
    if (index >= 0) this.#ready.splice(index, 1);
    if (this.#waiters.length > 0) this.fill();
  }
}

/** The ID of a process's thread for a script, as in `ReadyProcess`, once the thread is ready. Rejects when it does not become ready. */
function readyThread(process: ScriptProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(late);
      process.kill();
      reject(new Error(`a script's process did not start (${reason})`));
    };
    const late = setTimeout(() => fail('it took too long'), START_TIMEOUT);
    void process.ended.then((how) => fail(how));
    process.listen(function* (text) {
      guardWith(fail)(() => {
        const message = readMessage(text);
        if (message.type === 'ended') fail(message.reason);
        if (message.type !== 'ready') return;
        clearTimeout(late);
        resolve(message.threadID);
      })();
      yield 0;
    });
  });
}
