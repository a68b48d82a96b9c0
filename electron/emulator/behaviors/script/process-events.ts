import type { Guard } from '../guard.ts';
import { MESSAGE_CHARACTERS } from '../limits.ts';
import { isOutputLine } from '../output-lines.ts';
import { readLines } from '../throttle.ts';
import type { ScriptProcess } from './script-process.ts';
import { pause } from '../../timers/timers.ts';

/** Time for the rest of the streams after a process's end, in milliseconds. */
const DRAIN = 200;

/** Takes the end of a process and the lines of its standard streams. Each line returns the milliseconds to wait before more are read. */
export interface ProcessListener {
  readonly guard: Guard;
  readonly stdout: (line: string) => number;
  readonly stderr: (line: string) => number;
  /** @param how the exit code or signal */
  readonly ended: (how: string) => void;
}

/** The end and the standard streams of a process, for the run that has it. Child processes and the JavaScript engine write them. */
export class ProcessEvents {
  readonly #process: ScriptProcess;
  #listener: ProcessListener | undefined;
  #read: Promise<unknown> | undefined;
  #how: string | undefined;

  constructor(process: ScriptProcess) {
    this.#process = process;
    void process.ended.then((how) => {
      this.#how = how;
      this.#listener?.ended(how);
    });
  }

  /** Replaces the listener. The first one starts the reading. */
  listen(listener: ProcessListener | undefined): void {
    this.#listener = listener;
    if (this.#how !== undefined) listener?.ended(this.#how);
    this.#read ??= Promise.all([this.#lines('stdout'), this.#lines('stderr')]);
  }

  /** True as long as nothing was written to the standard streams. */
  get areSilent(): boolean {
    return !this.#process.stdout.readableDidRead && !this.#process.stderr.readableDidRead;
  }

  /** Reads what is left in the standard streams after the process's end. */
  async close(): Promise<void> {
    await Promise.race([this.#read, pause(DRAIN, undefined, { ref: false })]);
    for (const stream of [this.#process.stdout, this.#process.stderr]) stream.destroy();
  }

  #lines(name: 'stdout' | 'stderr'): Promise<void> {
    const onLine = (line: string): number => this.#listener?.[name](line) ?? 0;
    const guard: Guard =
      (work) =>
      (...args) =>
        this.#listener?.guard(work)(...args);
    return readLines(this.#process[name], onLine, { guard, isWhole: isOutputLine, whole: MESSAGE_CHARACTERS });
  }
}
