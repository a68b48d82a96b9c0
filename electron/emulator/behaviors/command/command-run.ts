import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogLevel } from '../../../../shared/model/log-level.ts';
import type { RunContext } from '../../engine/behavior-port.ts';
import { guardWith } from '../guard.ts';
import { tooLarge } from '../json-shape.ts';
import { MESSAGE_CHARACTERS } from '../limits.ts';
import { LineReader } from '../line-reader.ts';
import { killGroup, killProcessesOf } from '../processes.ts';
import { throttle } from '../throttle.ts';
import { RunLog } from '../run-log.ts';
import { RunOutput } from '../run-output.ts';
import { OUTPUT_PREFIX, readOutputLine, type OutputChange } from './output-line.ts';

/** How long a process may take to end after SIGTERM before it gets SIGKILL, in milliseconds (decision `run-cancelled`). */
const TERM_GRACE = 10_000;
/** How long what a program has written may still be on its way after its end, in milliseconds. */
const LAST_WORDS = 500;

/** One process of a run: its lines become log and output, and it is ended with all that it has started. */
export class CommandRun {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pid: number;
  readonly #context: RunContext;
  readonly #log: RunLog;
  readonly #output: RunOutput;
  readonly #guard = guardWith((reason) => this.#stop(reason));
  /** Why Hangar ended it. */
  #failure: string | undefined;
  #kill: NodeJS.Timeout | undefined;
  #chunks = 0;
  #pauses = 0;
  /** Milliseconds to wait after what is being read. */
  #wait = 0;

  constructor(child: ChildProcessWithoutNullStreams, pid: number, context: RunContext) {
    this.#child = child;
    this.#pid = pid;
    this.#context = context;
    this.#log = new RunLog(context);
    this.#output = new RunOutput((output) => {
      if (!context.signal.aborted) context.setOutput(output);
    }, this.#guard);
  }

  /** Settles when nothing of the process is left: resolves for exit code 0, rejects with how it ended otherwise. */
  async run(input: string): Promise<void> {
    const { signal } = this.#context;
    const { stdin, stdout, stderr } = this.#child;
    const exited = exitOf(this.#child);
    // Each line by itself, so that the lines after one that fails the run are logged.
    const hear = this.#guard((line: string) => this.#hear(line));
    const read = Promise.all([
      this.#read(stdout, new LineReader(hear, isProtocol, MESSAGE_CHARACTERS)),
      this.#read(stderr, new LineReader((line) => this.#write('error', line))),
    ]).then(() => true as const);
    const stop = () => this.#stop('the command was stopped');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    // A program that does not read its input closes it, and loses nothing by that.
    stdin.on('error', () => undefined);
    stdin.end(input);
    const failure = await exited;
    await this.#endRest(read);
    clearTimeout(this.#kill);
    signal.removeEventListener('abort', stop);
    this.#guard(() => this.#output.flush())();
    const reason = this.#failure ?? failure;
    if (reason !== undefined) throw new Error(reason);
  }

  /** What a program leaves running in the background ends with it; else its pipes, and the run, would stay open. */
  async #endRest(read: Promise<true>): Promise<void> {
    const isRead = (): Promise<boolean> => Promise.race([read, pause(LAST_WORDS, false, { ref: false })]);
    let done = await isRead();
    killGroup(this.#pid, 'SIGKILL');
    while (!done) {
      killProcessesOf(this.#context.scope.run.id);
      const before = this.#chunks;
      done = await isRead();
      // Something that cannot be found holds the pipes open.
      if (this.#chunks === before && this.#pauses === 0)
        for (const stream of [this.#child.stdout, this.#child.stderr]) stream.destroy();
    }
  }

  #read(stream: Readable, reader: LineReader): Promise<void> {
    const take = this.#guard((chunk: Uint8Array) => reader.push(chunk));
    stream.on('data', (chunk: Uint8Array) => {
      this.#chunks++;
      this.#wait = 0;
      const wait = throttle(() => {
        take(chunk);
        return this.#wait;
      });
      if (wait === 0) return;
      // Not reading on slows the program down: its pipe is full soon.
      this.#pauses++;
      stream.pause();
      setTimeout(() => {
        this.#pauses--;
        stream.resume();
      }, wait);
    });
    return new Promise((resolve) => {
      stream.once('close', () => {
        this.#guard(() => reader.end())();
        resolve();
      });
    });
  }

  #hear(line: string): void {
    // The last line of a program that is being ended may be half of one.
    if (this.#failure !== undefined && isProtocol(line)) return;
    if (line.length > MESSAGE_CHARACTERS) throw new Error(tooLarge(line.length));
    const output = readOutputLine(line);
    if (output === undefined) this.#write('info', line);
    else if ('problem' in output) this.#ignore(line, output.problem);
    else this.#change(line, output);
  }

  #change(line: string, { do: change, path, json }: OutputChange): void {
    try {
      this.#wait += this.#output[change](path, json);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#ignore(line, `what follows is not JSON (${error.message})`);
    }
  }

  #ignore(line: string, problem: string): void {
    this.#write('warning', `Ignored the line "${line.slice(0, 200)}": ${problem}.`);
  }

  #write(level: LogLevel, line: string): void {
    this.#wait += this.#log.write(level, line);
  }

  #stop(failure: string): void {
    this.#failure ??= failure;
    killGroup(this.#pid, 'SIGTERM');
    this.#kill ??= setTimeout(() => killGroup(this.#pid, 'SIGKILL'), TERM_GRACE);
  }
}

function isProtocol(start: string): boolean {
  return start.startsWith(OUTPUT_PREFIX);
}

/** How the process ended, when that was not exit code 0. */
function exitOf(child: ChildProcessWithoutNullStreams): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(signal === null ? `the command ended with exit code ${code}` : `the command was ended by ${signal}`);
    });
  });
}
