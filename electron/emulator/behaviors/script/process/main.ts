import { Worker } from 'node:worker_threads';
import { Socket } from 'node:net';
import {
  type AcknowledgeMessage,
  type StartMessage,
  MAX_MESSAGES_IN_FLIGHT,
  SCRIPT_MEMORY_MB,
  outOfMemory,
  SHARED,
} from '../protocol/protocol.ts';
import { parseOwnJson } from '../../../../../shared/values/json.ts';
import { hasProc } from '../../../platform/processes.ts';
import { setInterval } from '../../../timers/timers.ts';
import threadText from './thread/main.ts?worker-text';
import { LineReader } from '../../line-reader.ts';

/** Interval of memory reports, where the server cannot read this process's memory, in milliseconds. */
const REPORT_EVERY = 200;
const ACKNOWLEDGE = '{"type":"acknowledge"';
const START = '{"type":"start"';

/**
 * The process of one script, in a second thread. This one forwards messages, throttles the script, and ends the
 * process when the server has ended.
 */
function main(): void {
  const channel = openChannel();
  channel.onClose(killAll);
  process.on('uncaughtException', (error) => channel.send(JSON.stringify({ type: 'ended', reason: error.message })));
  const thread = new ScriptThread(channel);
  channel.listen((text) => {
    if (text.startsWith(ACKNOWLEDGE)) thread.acknowledge(parseOwnJson<AcknowledgeMessage>(text));
    else {
      if (text.startsWith(START)) enterFolder(text);
      thread.post(text);
    }
  });
  if (!hasProc()) setInterval(() => reportMemory(channel), REPORT_EVERY);
}

/** Threads have the working folder of their process and cannot change it. */
function enterFolder(text: string): void {
  const { cwd } = parseOwnJson<StartMessage>(text);
  if (cwd !== undefined) process.chdir(cwd);
}

function reportMemory(channel: Channel): void {
  channel.send(JSON.stringify({ type: 'memory', bytes: process.memoryUsage.rss() }));
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

/** The thread of one script. Sends its messages a limited number at a time; the rest waits here until the server acknowledges earlier ones. */
class ScriptThread {
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

/** The channel between a script's process and the server. Messages are JSON texts without line ends. */
interface Channel {
  readonly send: (text: string) => void;
  readonly listen: (listener: (text: string) => void) => void;
  /** Calls once the server has ended. */
  readonly onClose: (call: () => void) => void;
}

/** Electron's port to the parent process; absent in Node. */
interface ParentPort {
  readonly postMessage: (message: string) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
}

const DESCRIPTOR = 3;

/** Opens the channel of the platform: Electron's port or a pipe. */
function openChannel(): Channel {
  const { parentPort } = process as { parentPort?: ParentPort };
  return parentPort === undefined ? overPipe(new Socket({ fd: DESCRIPTOR })) : overPort(parentPort);
}

function overPipe(socket: Socket): Channel {
  let listener: (text: string) => void = () => undefined;
  const reader = new LineReader(
    (line) => listener(line),
    () => true,
    Infinity,
  );
  socket.on('data', (chunk) => reader.push(chunk));
  socket.on('error', () => socket.destroy());
  return {
    send: (text) => void socket.write(`${text}\n`),
    listen: (next) => (listener = next),
    onClose: (call) => socket.once('end', call).once('close', call),
  };
}

/** Electron ends the process with the application, so `onClose` does nothing. */
function overPort(port: ParentPort): Channel {
  return {
    send: (text) => port.postMessage(text),
    listen: (listener) => port.on('message', ({ data }) => listener(String(data))),
    onClose: () => undefined,
  };
}

main();
