import { Worker } from 'node:worker_threads';
import { lengthOf, type CompiledText, type Job, type JobName, type JobReply, type JobResults } from './jobs.ts';
import { StoppingError } from '../../guard.ts';
import { clearTimeout, setTimeout } from '../../../timers/timers.ts';

/** Maximum length of a source in characters, which takes about 200 ms. */
const TEXT_CHARACTERS = 2_000_000;
/** Maximum length of a source that has to be rewritten, in characters. Most take about 150 ms. */
const REWRITTEN_CHARACTERS = 500_000;
/** Size of the cache of compiled sources, in characters. */
const CACHE_CHARACTERS = 10_000_000;

/** Beginning of keys of texts that were compiled as bundlers do. */
const BUNDLED = '\0';

/** Compiles TypeScript to JavaScript in threads, with a cache. */
export class Compiler {
  readonly #cache = new Map<string, CompiledText>();
  #cacheCharacters = 0;
  readonly #stripping = new CompilerThread();
  /** A separate thread, because rewriting takes longer. */
  readonly #rewriting = new CompilerThread();

  /** The result for a source that was compiled before. */
  known(text: string): CompiledText | undefined {
    return this.#cache.get(text);
  }

  /** Compiles a source. Rejects with a SyntaxError that names the position. @param bundled leaves out imports that are used as types only */
  async compile(text: string, name: string, bundled = false): Promise<CompiledText> {
    const key = bundled ? `${BUNDLED}${text}` : text;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    checkLength(text, name, TEXT_CHARACTERS, 'TypeScript');
    const stripped = bundled ? null : await this.#stripping.do({ do: 'strip', text, name });
    const compiled = stripped === null ? await this.#rewrite(text, name, bundled) : { text: stripped };
    this.#addToCache(key, compiled);
    return compiled;
  }

  /** Adds the position to the message of a syntax error that JavaScript reported without one. */
  async locate(text: string, name: string, message: string): Promise<string> {
    if (text.length > TEXT_CHARACTERS) return `${name}: ${message}`;
    return this.#stripping.do({ do: 'locate', text, name, message });
  }

  /** Loads the compiler before its first use. */
  async warm(): Promise<void> {
    await this.#stripping.do({ do: 'strip', text: '', name: '' });
  }

  async close(): Promise<void> {
    await Promise.all([this.#stripping.close(), this.#rewriting.close()]);
  }

  async #rewrite(text: string, name: string, bundled: boolean): Promise<CompiledText> {
    checkLength(text, name, REWRITTEN_CHARACTERS, 'TypeScript with an enum, a namespace or parameter properties');
    return this.#rewriting.do({ do: bundled ? 'bundle' : 'rewrite', text, name });
  }

  #addToCache(text: string, compiled: CompiledText): void {
    if (this.#cache.has(text)) return;
    this.#cache.set(text, compiled);
    this.#cacheCharacters += text.length + lengthOf(compiled);
    for (const [oldText, old] of this.#cache) {
      if (this.#cacheCharacters <= CACHE_CHARACTERS) return;
      this.#cache.delete(oldText);
      this.#cacheCharacters -= oldText.length + lengthOf(old);
    }
  }
}

function checkLength(text: string, name: string, most: number, kind: string): void {
  if (text.length <= most) return;
  throw new SyntaxError(`${name}: a file of ${kind} may have at most ${most.toLocaleString('en')} characters`);
}

interface QueuedJob {
  readonly job: Job;
  readonly resolve: (result: JobResults[JobName]) => void;
  readonly reject: (error: Error) => void;
}

/** Maximum time of one job, in milliseconds. */
const JOB_TIMEOUT = 10_000;
const MEMORY_MB = 512;

/** Runs compiler jobs one at a time in a thread, so that no source blocks the server or breaks the compiler for others. The first job starts the thread. */
class CompilerThread {
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
