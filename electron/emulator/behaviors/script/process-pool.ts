import { availableParallelism } from 'node:os';
import { inheritedEnvironment } from '../processes.ts';
import { ProcessEvents } from './process-events.ts';
import { readiness, renewal } from './readiness.ts';
import type { ScriptProcess, StartScriptProcess } from './script-process.ts';
import { StoppingError } from '../stopping-error.ts';
import { ThrottledQueue } from '../throttle.ts';
import { endOfTurn, setTimeout } from '../../timers/timers.ts';

/** Maximum number of processes per core that start a new thread, which takes a third of a new process's time. */
const RENEWING_PER_CORE = 2;
/** Delay before a taken process is replaced, in milliseconds, so that the script starts undisturbed. */
const REFILL_DELAY = 30;

/** A process that is ready for a script. */
export interface ReadyProcess {
  readonly process: ScriptProcess;
  readonly events: ProcessEvents;
  /** The system's ID of the script's thread; `undefined` where threads have no own priority. */
  readonly threadID: number | undefined;
  /**
   * Ends the thread of a script that is done, and keeps the process for another script in a new thread. Resolves with false
   * when the process is not needed, or when something is left of the script in it: then it has to be killed.
   */
  readonly renew: () => Promise<boolean>;
}

interface Waiter {
  readonly resolve: (ready: ReadyProcess) => void;
  readonly reject: (error: unknown) => void;
}

/** Pool of ready processes. Each runs one script at a time, and another one only when nothing is left of those before. */
export class ProcessPool {
  readonly #start: StartScriptProcess;
  readonly #size: () => number;
  readonly #maximum: number;
  readonly #ready: ReadyProcess[] = [];
  readonly #waiters: Waiter[] = [];
  /** All processes, including those that run a script. */
  readonly #all = new Set<ScriptProcess>();
  #starting = 0;
  /** Number of processes that end the thread of a script or start the next one. */
  #renewing = 0;
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
    const mayStart = () =>
      this.#starting + this.#renewing < availableParallelism() && this.#all.size + this.#starting < this.#maximum;
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
    return this.#closed ? 0 : this.#size() + this.#waiters.length - this.#ready.length - this.#renewing;
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
      const threadID = await readiness(process);
      this.#starting--;
      this.#offer(process, new ProcessEvents(process), threadID);
    } catch (error) {
      this.#starting--;
      this.#waiters.shift()?.reject(error);
    }
  }

  async #renew(process: ScriptProcess, events: ProcessEvents): Promise<boolean> {
    const mayRenew = this.#missing > 0 && this.#renewing < RENEWING_PER_CORE * availableParallelism();
    if (!process.canRenew || !mayRenew) return false;
    this.#renewing++;
    const renewed = await renewal(process);
    // Texts that the script wrote arrive in the turn of its thread's end at the latest.
    await endOfTurn();
    const mayStay = renewed !== undefined && events.areSilent;
    if (mayStay) {
      events.listen(undefined);
      renewed.ready
        .finally(() => this.#renewing--)
        .then(
          (threadID) => this.#offer(process, events, threadID),
          () => this.fill(),
        );
    } else this.#renewing--;
    return mayStay;
  }

  #offer(process: ScriptProcess, events: ProcessEvents, threadID: number | undefined): void {
    const ready = { process, events, threadID, renew: () => this.#renew(process, events) };
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) waiter.resolve(ready);
    else if (this.#ready.length < this.#size() && !this.#closed) {
      this.#ready.push(ready);
      // A ready process does not keep the program running.
      process.keepProgramRunning(false);
    } else process.kill();
    this.fill();
  }

  #forget(process: ScriptProcess): void {
    this.#all.delete(process);
    const index = this.#ready.findIndex((ready) => ready.process === process);
    if (index >= 0) this.#ready.splice(index, 1);
    if (this.#waiters.length > 0) this.fill();
  }
}
