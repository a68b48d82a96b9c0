import { Worker } from 'node:worker_threads';

/** A text to compile, or, with the message of a syntax error that has no place, to find the place in. */
export interface Job {
  readonly text: string;
  /** Stands in errors. */
  readonly name: string;
  readonly message?: string;
}

/** `broken` says that the thread is of no more use. */
export type JobResult = { readonly text: string } | { readonly problem: string; readonly broken?: true };

interface QueuedJob {
  readonly job: Job;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** The longest text, in characters: it takes some 200 ms. */
const TEXT_CHARACTERS = 2_000_000;
/** How long one text may take, in milliseconds. */
const COMPILES_WITHIN = 10_000;
/** Characters of compiled texts that are kept, so that a script's second run finds it done. */
const KEPT_CHARACTERS = 10_000_000;
const MEMORY_MB = 512;

/** Takes the types out of TypeScript, in a thread of its own: a text can neither hold the server nor break the compiler for others. */
export class Compiler {
  readonly #kept = new Map<string, string>();
  #keptCharacters = 0;
  readonly #queue: QueuedJob[] = [];
  #current: QueuedJob | undefined;
  #threadText: string | undefined;
  #thread: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** The text without its types, with lines and columns kept. Rejects with a SyntaxError that names the place. */
  async strip(text: string, name: string): Promise<string> {
    const kept = this.#kept.get(text);
    if (kept !== undefined) return kept;
    const code = await this.#compile({ text, name });
    this.#keep(text, code);
    return code;
  }

  /** The message of a syntax error that the engine reported without its place, with the place. */
  locate(text: string, name: string, message: string): Promise<string> {
    return this.#compile({ text, name, message });
  }

  /** Loads the compiler ahead of its first use. */
  async warm(): Promise<void> {
    await this.#compile({ text: '', name: '' });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const jobs = [...(this.#current === undefined ? [] : [this.#current]), ...this.#queue.splice(0)];
    for (const { reject } of jobs) reject(new Error('Hangar is stopping'));
    clearTimeout(this.#timer);
    await this.#thread?.terminate();
  }

  async #compile(job: Job): Promise<string> {
    if (job.text.length > TEXT_CHARACTERS) {
      const most = `${TEXT_CHARACTERS / 1_000_000} million characters`;
      throw new SyntaxError(`${job.name}: a file of TypeScript may have at most ${most}`);
    }
    // Not loaded before it is needed: it is half of the program's size.
    this.#threadText ??= (await import('./thread.ts?worker-text')).default;
    if (this.#closed) throw new Error('Hangar is stopping');
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#next();
    });
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
    const slow = `${this.#current.job.name}: compiling it takes more than ${COMPILES_WITHIN / 1000} s`;
    this.#timer = setTimeout(() => this.#finish({ problem: slow, broken: true }), COMPILES_WITHIN);
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
    thread.on('message', (result: JobResult) => {
      if (this.#thread === thread) this.#finish(result);
    });
    thread.on('error', (error) => lost(`it cannot be compiled: ${error.message}`));
    thread.on('exit', () => lost('it cannot be compiled: the compiler ended'));
    return thread;
  }

  #finish(result: JobResult): void {
    clearTimeout(this.#timer);
    const done = this.#current;
    this.#current = undefined;
    if ('broken' in result) {
      void this.#thread?.terminate();
      this.#thread = undefined;
    }
    if ('text' in result) done?.resolve(result.text);
    else done?.reject(new SyntaxError(result.problem));
    this.#next();
  }

  #keep(text: string, code: string): void {
    if (this.#kept.has(text)) return;
    this.#kept.set(text, code);
    this.#keptCharacters += text.length + code.length;
    for (const [oldText, oldCode] of this.#kept) {
      if (this.#keptCharacters <= KEPT_CHARACTERS) return;
      this.#kept.delete(oldText);
      this.#keptCharacters -= oldText.length + oldCode.length;
    }
  }
}
