import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { RunContext } from '../../engine/context/behavior-port.ts';
import { guardWith } from '../guard.ts';
import { MESSAGE_CHARACTERS } from '../limits.ts';
import { killGroup, killRest } from '../../platform/end-processes.ts';
import { killProcessesOf } from '../processes.ts';
import { readLines } from '../throttle.ts';
import { isOutputLine } from '../output-lines.ts';
import { ProgramOutput, SdkHint } from '../program-output.ts';
import { RunLog } from '../run-log.ts';
import { RunOutput } from '../run-output.ts';
import { clearTimeout, pause, setTimeout } from '../../timers/timers.ts';

/** Time between SIGTERM and SIGKILL, in milliseconds (decision `run-cancelled`). */
const TERM_GRACE = 10_000;
/** Time to wait for the rest of the output after a program's end, in milliseconds. */
const DRAIN_TIME = 500;

/** The process of a command's run. Its lines become log and output. It is ended together with all processes it has started. */
export class CommandRun {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pid: number;
  readonly #context: RunContext;
  readonly #grace: number;
  readonly #log: RunLog;
  readonly #output: RunOutput;
  readonly #lines: ProgramOutput;
  readonly #sdk: SdkHint;
  readonly #guard = guardWith((reason) => this.#stop(reason));
  /** The reason why Hangar stopped the process. */
  #failure: string | undefined;
  #kill: NodeJS.Timeout | undefined;
  #chunks = 0;

  constructor(child: ChildProcessWithoutNullStreams, pid: number, context: RunContext, grace = TERM_GRACE) {
    this.#child = child;
    this.#pid = pid;
    this.#context = context;
    this.#grace = grace;
    this.#log = new RunLog(context);
    this.#output = new RunOutput((output) => {
      if (!context.signal.aborted) context.setOutput(output);
    }, this.#guard);
    this.#sdk = new SdkHint(context);
    this.#lines = new ProgramOutput(this.#log, this.#output, this.#sdk);
  }

  /** Settles when no process of the run is left. Resolves for exit code 0, otherwise rejects with the reason. */
  async run(input: string): Promise<void> {
    const { signal } = this.#context;
    const { stdin, stdout, stderr } = this.#child;
    const exited = exitOf(this.#child);
    for (const stream of [stdout, stderr]) stream.on('data', () => this.#chunks++);
    const protocol = { isWhole: isOutputLine, whole: MESSAGE_CHARACTERS };
    const read = Promise.all([
      readLines(stdout, (line) => this.#onLine(line), { guard: this.#guard, ...protocol }),
      readLines(stderr, (line) => this.#onError(line), { guard: this.#guard }),
    ]).then(() => true as const);
    const stop = () => this.#stop('the command was stopped');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    // A program may close its input without reading it.
    stdin.on('error', () => undefined);
    stdin.end(input);
    const failure = await exited;
    await this.#endRest(read);
    clearTimeout(this.#kill);
    signal.removeEventListener('abort', stop);
    this.#guard(() => {
      this.#lines.end();
      this.#output.flush();
    })();
    const reason = this.#failure ?? failure;
    if (reason !== undefined) throw new Error(reason);
  }

  /** Ends the program's background processes, which would keep its pipes and the run open. */
  async #endRest(read: Promise<true>): Promise<void> {
    const isRead = (): Promise<boolean> => Promise.race([read, pause(DRAIN_TIME, false, { ref: false })]);
    let done = await isRead();
    killRest(this.#pid);
    while (!done) {
      killProcessesOf(this.#context.scope.run.id);
      const before = this.#chunks;
      const streams = [this.#child.stdout, this.#child.stderr];
      const isThrottled = streams.some((stream) => stream.isPaused());
      done = await isRead();
      // A process that cannot be found holds the pipes open.
      if (this.#chunks === before && !isThrottled) for (const stream of streams) stream.destroy();
    }
  }

  #onLine(line: string): number {
    // The last line of a program that is being stopped may be incomplete.
    if (this.#failure !== undefined && isOutputLine(line)) return 0;
    return this.#lines.take([line]);
  }

  #onError(line: string): number {
    const delay = this.#log.write('error', line);
    this.#sdk.failed(line);
    return delay;
  }

  #stop(failure: string): void {
    this.#failure ??= failure;
    killGroup(this.#pid, 'SIGTERM');
    this.#kill ??= setTimeout(() => killGroup(this.#pid, 'SIGKILL'), this.#grace);
  }
}

/** Resolves with a description of the process's end; `undefined` for exit code 0. */
function exitOf(child: ChildProcessWithoutNullStreams): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(signal === null ? `the command ended with exit code ${code}` : `the command was ended by ${signal}`);
    });
  });
}
