import { Worker } from 'node:worker_threads';
import type { CodeFile } from '../../../shared/definitions/code-file.ts';
import type { CodeGroup, FromReader, ReadFile, ReadRequest, ReadRest, ToReader } from './reader/messages.ts';
import { clearTimeout, setTimeout } from '../timers/timers.ts';

/** Maximum time of one file, in milliseconds. */
const FILE_TIMEOUT = 10_000;
const MEMORY_MB = 512;

/** Executes files of code to list their definitions. Never rejects: a failure is a problem of each file. */
export type ListCode = (group: CodeGroup, word: string) => Promise<readonly CodeFile[]>;

/** Dependencies of a reader. */
export interface ReaderOptions {
  readonly list: ListCode;
  /** Called when something in the folders has changed since the last reading. */
  readonly onChange: () => void;
}

/** The result of a reading. */
interface ReadResult {
  readonly files: readonly ReadFile[];
  readonly rest: ReadRest;
}

/** A reading in progress. */
interface Pending {
  readonly request: ReadRequest;
  readonly files: ReadFile[];
  readonly resolve: (result: ReadResult) => void;
  readonly reject: (error: Error) => void;
  /** The file that is being read. */
  at: string;
}

/** Reads folders in a thread: a large folder or a hostile file holds up no request. Code is executed elsewhere. */
export class Reader {
  readonly #options: ReaderOptions;
  #worker: Worker | undefined;
  #text: string | undefined;
  #pending: Pending | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Files that have taken too long. */
  readonly #skipped: string[] = [];
  /** Listings of code by group, as long as no file changes. */
  #listed: { readonly key: string; readonly files: readonly CodeFile[] } = { key: '', files: [] };

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Reads everything. One reading at a time. */
  async read(request: Omit<ReadRequest, 'skipped'>): Promise<ReadResult> {
    // Loaded on demand: most workspaces have no definition files.
    this.#text ??= (await import('./reader/thread.ts?worker-text')).default;
    return new Promise((resolve, reject) => {
      this.#start({ request: { ...request, skipped: this.#skipped }, files: [], resolve, reject, at: '' });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#pending?.reject(new Error('Hangar is stopping'));
    this.#pending = undefined;
    clearTimeout(this.#timer);
    await this.#worker?.terminate();
  }

  #start(pending: Pending): void {
    if (this.#closed) {
      pending.reject(new Error('Hangar is stopping'));
      return;
    }
    this.#pending = pending;
    this.#worker ??= this.#open(this.#text ?? '');
    this.#worker.ref();
    this.#send({ type: 'read', request: pending.request });
    this.#awaitMessage();
  }

  #open(text: string): Worker {
    const worker = new Worker(text, {
      eval: true,
      execArgv: ['--no-warnings'],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.on('message', (message: FromReader) => {
      if (this.#worker === worker) this.#receive(message);
    });
    const lost = (): void => {
      if (this.#worker === worker) this.#restart();
    };
    worker.on('error', lost).on('exit', lost);
    return worker;
  }

  #send(message: ToReader): void {
    this.#worker?.postMessage(message);
  }

  #awaitMessage(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#restart(), FILE_TIMEOUT);
  }

  /** Starts again without the file that the thread was lost in. */
  #restart(): void {
    clearTimeout(this.#timer);
    const [worker, pending] = [this.#worker, this.#pending];
    this.#worker = undefined;
    void worker?.terminate();
    if (this.#closed || pending === undefined) return;
    if (pending.at === '' || this.#skipped.includes(pending.at)) {
      pending.reject(new Error('the folders of definitions cannot be read: reading them takes too long'));
      return;
    }
    this.#skipped.push(pending.at);
    this.#start({ ...pending, request: { ...pending.request, skipped: this.#skipped }, files: [], at: '' });
  }

  #receive(message: FromReader): void {
    if (message.type === 'changed') {
      if (!this.#closed) this.#options.onChange();
      return;
    }
    const pending = this.#pending;
    if (pending === undefined) return;
    this.#awaitMessage();
    if (message.type === 'at') pending.at = message.file;
    else if (message.type === 'files') pending.files.push(...message.files);
    else if (message.type === 'found') void this.#list(message);
    else {
      clearTimeout(this.#timer);
      this.#pending = undefined;
      this.#worker?.unref();
      pending.resolve({ files: pending.files, rest: message.rest });
    }
  }

  async #list({ word = '', groups, version }: Extract<FromReader, { readonly type: 'found' }>): Promise<void> {
    // Code has limits of its own.
    clearTimeout(this.#timer);
    const key = JSON.stringify([word, groups, version]);
    if (key !== this.#listed.key)
      this.#listed = { key, files: (await Promise.all(groups.map((group) => this.#options.list(group, word)))).flat() };
    this.#send({ type: 'code', files: this.#listed.files });
    this.#awaitMessage();
  }
}
