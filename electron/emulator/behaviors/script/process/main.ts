import { Worker } from 'node:worker_threads';
import {
  MAX_MESSAGES_IN_FLIGHT,
  OUT_OF_MEMORY,
  SCRIPT_MEMORY_MB,
  SHARED,
  type AcknowledgeMessage,
} from '../protocol/protocol.ts';
import { openChannel, type Channel } from './channel.ts';
import threadText from './thread/main.ts?worker-text';

/** How often the server hears of this process's memory where it cannot look it up, in milliseconds. */
const REPORT_EVERY = 200;
const TAKEN = '{"type":"taken"';

/**
 * The process of one script. The script has a thread of its own: this one stays free to pass messages on, to slow the script
 * down, and to end everything when the server is gone, whatever the script does.
 */
function main(): void {
  const channel = openChannel();
  channel.onClose(killAll);
  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * Object.keys(SHARED).length));
  const worker = startThread(shared);
  const sender = new Sender(channel);
  worker.on('message', (text: unknown) => sender.add(typeof text === 'string' ? text : 'null'));
  const end = (reason: string): void => channel.send(JSON.stringify({ type: 'ended', reason }));
  // A script may have changed what its thread makes of errors.
  worker.on('error', (error: unknown) => end(reasonOf(error)));
  worker.on('exit', (code) => end(`the script's thread ended before the script did (exit code ${code})`));
  process.on('uncaughtException', (error) => end(error.message));
  channel.listen((text) => {
    if (!text.startsWith(TAKEN)) worker.postMessage(text);
    else sender.taken(JSON.parse(text) as AcknowledgeMessage, shared);
  });
  if (process.platform !== 'linux') setInterval(() => reportMemory(channel), REPORT_EVERY);
}

function startThread(shared: Int32Array): Worker {
  return new Worker(threadText, {
    eval: true,
    workerData: shared,
    execArgv: ['--experimental-vm-modules', '--no-warnings'],
    resourceLimits: { maxOldGenerationSizeMb: SCRIPT_MEMORY_MB, stackSizeMb: 4 },
    // Kept from the process's own streams: the thread sends to the log what is written to them.
    stdout: true,
    stderr: true,
  });
}

/** Sends messages of the thread, few at a time: those that the server has not dealt with stay in the memory of this process. */
class Sender {
  readonly #channel: Channel;
  readonly #queue: string[] = [];
  #underWay = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  add(text: string): void {
    this.#queue.push(text);
    this.#send();
  }

  taken({ count, logClosed }: AcknowledgeMessage, shared: Int32Array): void {
    this.#underWay -= count;
    if (logClosed) Atomics.store(shared, SHARED.logClosed, 1);
    Atomics.add(shared, SHARED.taken, count);
    Atomics.notify(shared, SHARED.taken);
    this.#send();
  }

  #send(): void {
    for (; this.#underWay < MAX_MESSAGES_IN_FLIGHT; this.#underWay++) {
      const text = this.#queue.shift();
      if (text === undefined) return;
      this.#channel.send(text);
    }
  }
}

function reportMemory(channel: Channel): void {
  channel.send(JSON.stringify({ type: 'memory', bytes: process.memoryUsage.rss() }));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? OUT_OF_MEMORY : error.message;
}

/** Ends this process, and all that it has started, as far as that is in its group. */
function killAll(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // It leads no group.
    process.kill(process.pid, 'SIGKILL');
  }
}

main();
