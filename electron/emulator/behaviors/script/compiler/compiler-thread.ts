import { Worker } from 'node:worker_threads';
import type { Job, JobName, JobReply, JobResults } from './jobs.ts';
import { StoppingError } from '../../guard.ts';
import { clearTimeout, setTimeout } from '../../../timers/timers.ts';

interface QueuedJob {
  readonly job: Job;
  readonly resolve: (result: JobResults[JobName]) => void;
  readonly reject: (error: Error) => void;
}

/** Maximum time of one job, in milliseconds. */
const JOB_TIMEOUT = 10_000;
const MEMORY_MB = 512;

/** Runs compiler jobs one at a time in a thread, so that no source blocks the server or breaks the compiler for others. The first job starts the thread. */
export class CompilerThread {
  readonly #queue: QueuedJob[] = [];
  #current: QueuedJob | undefined;
  #threadText: string | undefined;
  #thread: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** Queues a job. Rejects with a SyntaxError that names the source and, if known, the position. */
  async do<Name extends JobName>(job: Job & { readonly do: Name }): Promise<JobResults[Name]> {
    // Loaded on demand: it is half of the program's size.
    this.#threadText ??= (await import('./thread.ts?worker-text')).default;
    if (this.#closed) throw new StoppingError();
    return new Promise((resolve, reject) => {
      // TypeScript cannot relate a job's name to the type of its result.
      this.#queue.push({ job, resolve: (result) => resolve(result as JobResults[Name]), reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const jobs = [...(this.#current === undefined ? [] : [this.#current]), ...this.#queue.splice(0)];
    for (const { reject } of jobs) reject(new StoppingError());
    clearTimeout(this.#timer);
    await this.#thread?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#queue.shift();
    if (this.#current === undefined) {
      this.#thread?.unref();
      return;
    }
    this.#thread ??= this.#start(this.#threadText ?? '');
    this.#thread.ref();
    this.#thread.postMessage(this.#current.job);
    const slow = `${this.#current.job.name}: compiling it takes more than ${JOB_TIMEOUT / 1000} s`;
    this.#timer = setTimeout(() => this.#finish({ problem: slow, broken: true }), JOB_TIMEOUT);
  }

  #start(threadText: string): Worker {
    const thread = new Worker(threadText, {
      eval: true,
      execArgv: ['--no-warnings'],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const lost = (reason: string): void => {
      if (this.#thread === thread) this.#finish({ problem: reason, broken: true });
    };
    thread.on('message', (reply: JobReply) => {
      if (this.#thread === thread) this.#finish(reply);
    });
    thread.on('error', (error) => lost(`it cannot be compiled: ${error.message}`));
    thread.on('exit', () => lost('it cannot be compiled: the compiler ended'));
    return thread;
  }

  #finish(reply: JobReply): void {
    clearTimeout(this.#timer);
    const done = this.#current;
    this.#current = undefined;
    if ('broken' in reply) {
      void this.#thread?.terminate();
      this.#thread = undefined;
    }
    if ('result' in reply) done?.resolve(reply.result);
    else done?.reject(new SyntaxError(reply.problem));
    this.#next();
  }
}
