import { Worker } from 'node:worker_threads';
import {
  MAX_MESSAGES_IN_FLIGHT,
  SCRIPT_MEMORY_MB,
  outOfMemory,
  SHARED,
  type AcknowledgeMessage,
} from '../protocol/protocol.ts';
import { openChannel, type Channel } from './channel.ts';
import threadText from './thread/main.ts?worker-text';
import { parseOwnJson } from '../../../../../shared/values/json.ts';

/** Interval of memory reports, where the server cannot read this process's memory, in milliseconds. */
const REPORT_EVERY = 200;
const ACKNOWLEDGE = '{"type":"acknowledge"';

/**
 * The process of one script. The script runs in a second thread. This one forwards messages, throttles the script, and ends
 * the process when the server has ended.
 */
function main(): void {
  const channel = openChannel();
  channel.onClose(killAll);
  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * Object.keys(SHARED).length));
  const worker = startThread(shared);
  const sender = new Sender(channel);
  worker.on('message', (text: unknown) => sender.add(typeof text === 'string' ? text : 'null'));
  const end = (reason: string): void => channel.send(JSON.stringify({ type: 'ended', reason }));
  // A script can throw anything.
  worker.on('error', (error: unknown) => end(reasonOf(error)));
  worker.on('exit', (code) => end(`the script's thread ended before the script did (exit code ${code})`));
  process.on('uncaughtException', (error) => end(error.message));
  channel.listen((text) => {
    if (!text.startsWith(ACKNOWLEDGE)) worker.postMessage(text);
    else sender.acknowledge(parseOwnJson<AcknowledgeMessage>(text), shared);
  });
  if (process.platform !== 'linux') setInterval(() => reportMemory(channel), REPORT_EVERY);
}

function startThread(shared: Int32Array): Worker {
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

/** Sends the thread's messages, a limited number at a time. The rest is queued in this process until the server acknowledges earlier ones. */
class Sender {
  readonly #channel: Channel;
  readonly #queue: string[] = [];
  #inFlight = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  add(text: string): void {
    this.#queue.push(text);
    this.#send();
  }

  acknowledge({ count, logClosed }: AcknowledgeMessage, shared: Int32Array): void {
    this.#inFlight -= count;
    if (logClosed) Atomics.store(shared, SHARED.logClosed, 1);
    Atomics.add(shared, SHARED.acknowledged, count);
    Atomics.notify(shared, SHARED.acknowledged);
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

function reportMemory(channel: Channel): void {
  channel.send(JSON.stringify({ type: 'memory', bytes: process.memoryUsage.rss() }));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(SCRIPT_MEMORY_MB) : error.message;
}

/** Kills this process and its process group. */
function killAll(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // It leads no group.
    process.kill(process.pid, 'SIGKILL');
  }
}

main();
