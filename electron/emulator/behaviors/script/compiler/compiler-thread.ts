import { Worker } from 'node:worker_threads';
import type { Job, JobName, JobReply, JobResults } from './jobs.ts';
import { StoppingError } from '../../stopping-error.ts';

interface QueuedJob {
  readonly job: Job;
  readonly resolve: (result: JobResults[JobName]) => void;
  readonly reject: (error: Error) => void;
}

/** How long one job may take, in milliseconds. */
const DONE_WITHIN = 10_000;
const MEMORY_MB = 512;

/** A thread that does one job after the other: a text can neither hold the server nor break the compiler for others. It is started by its first job. */
export class CompilerThread {
  readonly #queue: QueuedJob[] = [];
  #current: QueuedJob | undefined;
  #threadText: string | undefined;
  #thread: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** Rejects with a SyntaxError that names the text, and the place in it where there is one. */
  async do<Name extends JobName>(job: Job & { readonly do: Name }): Promise<JobResults[Name]> {
    // Not loaded before it is needed: it is half of the program's size.
    this.#threadText ??= (await import('./thread.ts?worker-text')).default;
    if (this.#closed) throw new StoppingError();
    return new Promise((resolve, reject) => {
      // The compiler cannot see that a job's name picks its result.
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
    const slow = `${this.#current.job.name}: compiling it takes more than ${DONE_WITHIN / 1000} s`;
    this.#timer = setTimeout(() => this.#finish({ problem: slow, broken: true }), DONE_WITHIN);
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
