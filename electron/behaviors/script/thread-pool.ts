import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { inheritedEnvironment } from '../processes.ts';
import { SCRIPT_MEMORY_MB, SHARED, type FromThread } from './protocol.ts';
import threadText from './thread/main.ts?worker-text';

/** A thread that waits for its script. */
export interface Thread {
  readonly worker: Worker;
  /** Counters by `SHARED`. */
  readonly shared: Int32Array;
  /** The system's number of the thread; undefined where threads have no priority of their own. */
  readonly threadID: number | undefined;
}

interface Waiter {
  readonly resolve: (thread: Thread) => void;
  readonly reject: (error: unknown) => void;
}

/** Threads that stand ready. One is used for one script only and never comes back: nothing of a script is left for the next. */
export class ThreadPool {
  readonly #size: () => number;
  readonly #ready: Thread[] = [];
  readonly #starting = new Set<Worker>();
  readonly #waiters: Waiter[] = [];
  /** Those that run a script too. */
  readonly #all = new Set<Worker>();
  #closed = false;

  /** @param size how many threads stand ready while none is asked for. */
  constructor(size: () => number) {
    this.#size = size;
  }

  /** A thread, at once when one stands ready. */
  take(): Promise<Thread> {
    if (this.#closed) return Promise.reject(new Error('Hangar is stopping'));
    const thread = this.#ready.shift();
    if (thread !== undefined) thread.worker.ref();
    const taken =
      thread === undefined
        ? new Promise<Thread>((resolve, reject) => void this.#waiters.push({ resolve, reject }))
        : Promise.resolve(thread);
    this.fill();
    return taken;
  }

  /** Starts what lacks; no more at once than the machine has cores, so that a rush of scripts leaves the server its turn. */
  fill(): void {
    const lacking = () => this.#size() + this.#waiters.length - this.#ready.length - this.#starting.size;
    while (!this.#closed && lacking() > 0 && this.#starting.size < availableParallelism()) this.#start();
  }

  /** Ends every thread, whatever it does. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiters.splice(0)) reject(new Error('Hangar is stopping'));
    this.#ready.length = 0;
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #start(): void {
    const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * Object.keys(SHARED).length));
    const worker = new Worker(threadText, {
      eval: true,
      workerData: shared,
      env: inheritedEnvironment(),
      execArgv: ['--experimental-vm-modules', '--no-warnings'],
      resourceLimits: { maxOldGenerationSizeMb: SCRIPT_MEMORY_MB, stackSizeMb: 4 },
      // Kept from the server's own streams: the thread sends to the log what is written to them.
      stdout: true,
      stderr: true,
    });
    this.#all.add(worker);
    worker.once('exit', () => this.#all.delete(worker));
    this.#starting.add(worker);
    const failed = (problem: unknown) => {
      this.#starting.delete(worker);
      const index = this.#ready.findIndex((thread) => thread.worker === worker);
      if (index >= 0) this.#ready.splice(index, 1);
      else this.#waiters.shift()?.reject(problem);
    };
    const exited = (code: number) => failed(new Error(`a script's thread did not start (exit code ${code})`));
    worker.once('error', failed).once('exit', exited);
    worker.once('message', (message: FromThread) => {
      if (message.type !== 'ready') return;
      worker.off('error', failed).off('exit', exited);
      this.#starting.delete(worker);
      this.#offer({ worker, shared, threadID: message.threadID });
    });
  }

  #offer(thread: Thread): void {
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) waiter.resolve(thread);
    else if (!this.#closed) {
      this.#ready.push(thread);
      // A thread that only waits does not keep the program running.
      thread.worker.unref();
    }
    this.fill();
  }
}
