import { Worker } from 'node:worker_threads';
import {
  MAX_MESSAGES_IN_FLIGHT,
  SCRIPT_MEMORY_MB,
  outOfMemory,
  SHARED,
  type AcknowledgeMessage,
} from '../protocol/protocol.ts';
import type { Channel } from './channel.ts';
import threadText from './thread/main.ts?worker-text';

/** The thread of one script. Sends its messages a limited number at a time; the rest waits here until the server acknowledges earlier ones. */
export class ScriptThread {
  readonly #channel: Channel;
  readonly #shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * Object.keys(SHARED).length));
  readonly #worker: Worker;
  readonly #queue: string[] = [];
  #inFlight = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
    this.#worker = startWorker(this.#shared);
    this.#worker.on('message', (text: unknown) => {
      this.#queue.push(typeof text === 'string' ? text : 'null');
      this.#send();
    });
    const ended = (reason: string): void => channel.send(JSON.stringify({ type: 'ended', reason }));
    // A script can throw anything.
    this.#worker.on('error', (error: unknown) => ended(reasonOf(error)));
    this.#worker.on('exit', (code) => ended(`the script's thread ended before the script did (exit code ${code})`));
  }

  /** Gives the thread a message of the server. */
  post(text: string): void {
    this.#worker.postMessage(text);
  }

  acknowledge({ count, logClosed }: AcknowledgeMessage): void {
    this.#inFlight -= count;
    if (logClosed) Atomics.store(this.#shared, SHARED.logClosed, 1);
    Atomics.add(this.#shared, SHARED.acknowledged, count);
    Atomics.notify(this.#shared, SHARED.acknowledged);
    this.#send();
  }

  #send(): void {
    for (; this.#inFlight < MAX_MESSAGES_IN_FLIGHT; this.#inFlight++) {
      const text = this.#queue.shift();
      if (text === undefined) return;
      this.#channel.send(text);
    }
  }
}

function startWorker(shared: Int32Array): Worker {
  return new Worker(threadText, {
    eval: true,
    workerData: shared,
    execArgv: ['--experimental-vm-modules', '--no-warnings'],
    resourceLimits: { maxOldGenerationSizeMb: SCRIPT_MEMORY_MB, stackSizeMb: 4 },
    // Not piped to the process's own streams: the thread sends their text to the log.
    stdout: true,
    stderr: true,
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(SCRIPT_MEMORY_MB) : error.message;
}
