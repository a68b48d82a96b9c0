import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogLevel } from '../../../../shared/model/log-level.ts';
import type { RunContext } from '../../engine/behavior-port.ts';
import { guardWith } from '../guard.ts';
import { FAILURE_CHARACTERS, UNREAD_BYTES } from '../limits.ts';
import { LineReader } from '../line-reader.ts';
import { readThrottled } from '../throttle.ts';
import { killProcessesOf } from '../processes.ts';
import { RunLog } from '../run-log.ts';
import { RunOutput } from '../run-output.ts';
import type { MemoryWatch } from './memory-watch.ts';
import { readMessage, type RequestMessage, type ScriptMessage, type ScriptRecord } from './protocol/messages.ts';
import type { ReadyProcess } from './process-pool.ts';
import type { StartMessage, AcknowledgeMessage, ToThread } from './protocol/protocol.ts';
import { errorMessage, type RequestHandler } from './script-requests.ts';
import { inBatches } from './record-batches.ts';
import type { StartedProcesses } from './started-processes.ts';

/** How long a script may tidy up after its signal was aborted, in milliseconds. */
const GRACE = 500;
/** How long a script may run before it stands back behind the server where both want the same core, in milliseconds. */
const AT_FULL_PRIORITY = 100;
/** How long text that the process has written to its standard streams may be on its way after its end, in milliseconds. */
const LAST_WORDS = 200;

/** Parts that a run of a script is put together from. */
export interface ScriptRunParts {
  readonly answerer: RequestHandler;
  readonly memory: MemoryWatch;
  readonly started: StartedProcesses;
}

/** One script in its process: does what the script asks until it is done, fails, or has to stop. */
export class ScriptRun {
  readonly #ready: ReadyProcess;
  readonly #context: RunContext;
  readonly #parts: ScriptRunParts;
  readonly #log: RunLog;
  readonly #output: RunOutput;
  readonly #guard = guardWith((reason) => this.#failFor(reason));
  readonly #ended: Promise<void>;
  #over = false;
  #succeed: () => void = () => undefined;
  #fail: (message: string) => void = () => undefined;

  constructor(ready: ReadyProcess, context: RunContext, parts: ScriptRunParts) {
    this.#ready = ready;
    this.#context = context;
    this.#parts = parts;
    this.#log = new RunLog(context);
    this.#output = new RunOutput((output) => {
      if (!context.signal.aborted) context.setOutput(output);
    }, this.#guard);
    this.#ended = new Promise((resolve, reject) => {
      this.#succeed = () => {
        this.#over = true;
        resolve();
      };
      this.#fail = (message) => {
        this.#over = true;
        reject(new Error(message.slice(0, FAILURE_CHARACTERS)));
      };
    });
  }

  /** Settles when nothing of the script is left: resolves when it is done, rejects with why it failed. */
  async run(start: StartMessage): Promise<void> {
    const { process, threadID = process.pid } = this.#ready;
    const { signal } = this.#context;
    const memory = this.#parts.memory.watch(process.pid, (reason) => this.#failFor(reason));
    const read = [this.#readLines(process.stdout, 'info'), this.#readLines(process.stderr, 'error')];
    this.#listen(memory);
    void process.ended.then((how) => this.#failFor(`the script's process ended before the script did (${how})`));
    let grace: NodeJS.Timeout | undefined;
    const abort = () => {
      this.#send({ type: 'abort' });
      grace = setTimeout(() => this.#fail('the script was stopped'), GRACE);
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) this.#fail('the script was stopped');
    else this.#send(start);
    const standBack = setTimeout(() => lowerPriority(threadID), AT_FULL_PRIORITY);
    try {
      await this.#ended;
    } finally {
      clearTimeout(standBack);
      clearTimeout(grace);
      signal.removeEventListener('abort', abort);
      this.#output.drop();
      memory.stop();
      await this.#stop(read);
    }
  }

  #listen(memory: ReturnType<MemoryWatch['watch']>): void {
    let wait = 0;
    const hear = this.#guard((text: string) => {
      const message = readMessage(text);
      if (message.type === 'memory') memory.report(message.bytes);
      else {
        if (message.type === 'done') memory.finish();
        wait = this.#hear(message);
        this.#takenAfter(wait);
      }
    });
    this.#ready.process.listen((text) => {
      wait = 0;
      if (!this.#over) hear(text);
      return wait;
    });
  }

  /** Does what a message says; gives the milliseconds to wait before more is taken. */
  #hear(message: Exclude<ScriptMessage, { type: 'memory' }>): number {
    switch (message.type) {
      case 'ask':
        this.#answer(message);
        return 0;
      case 'records':
        return this.#take(message.records);
      case 'process':
        this.#parts.started.change(message);
        return 0;
      case 'done':
        if (this.#isStopped()) return 0;
        if (message.json !== undefined) this.#output.set('', message.json);
        this.#output.flush();
        this.#succeed();
        return 0;
      case 'failed':
        this.#guard(() => this.#output.flush())();
        if (!this.#context.signal.aborted && !this.#over)
          this.#context.log('error', message.stack.slice(0, FAILURE_CHARACTERS));
        this.#fail(message.message);
        return 0;
      case 'ended':
        this.#failFor(message.reason);
        return 0;
      case 'ready':
        return 0;
    }
  }

  #answer(message: RequestMessage): void {
    const { id } = message;
    this.#parts.answerer.answer(message).then(
      (value) => this.#send({ type: 'reply', id, value }),
      (error: unknown) => this.#send({ type: 'reply', id, error: errorMessage(error) }),
    );
  }

  #take(records: readonly ScriptRecord[]): number {
    if (this.#isStopped()) return 0;
    let wait = 0;
    for (const record of inBatches(records))
      if (record.do === 'log') wait += this.#log.write(record.level, record.text);
      else wait += this.#output[record.do](record.path, record.json);
    return wait;
  }

  /** Nothing counts any more once the run has to stop. */
  #isStopped(): boolean {
    if (this.#context.signal.aborted) this.#fail('the script was stopped');
    return this.#over;
  }

  #send(message: ToThread | AcknowledgeMessage): void {
    if (this.#over) return;
    this.#guard(() => {
      this.#ready.process.send(JSON.stringify(message));
      if (this.#ready.process.unread() > UNREAD_BYTES)
        throw new Error(`the script's process does not read its answers, of which ${UNREAD_BYTES / 1_000_000} MB wait`);
    })();
  }

  #takenAfter(wait: number): void {
    const taken = () => this.#send({ type: 'taken', count: 1, logClosed: this.#log.closed });
    if (wait === 0) taken();
    else setTimeout(taken, wait);
  }

  /** Text that does not come through the script's thread: of programs that write where their parent does, and of the engine. */
  #readLines(stream: Readable, level: LogLevel): Promise<void> {
    let wait = 0;
    const write = this.#guard((line: string) => {
      if (!this.#context.signal.aborted) wait += this.#log.write(level, line);
    });
    const reader = new LineReader(write);
    readThrottled(stream, (chunk) => {
      wait = 0;
      reader.push(chunk);
      return wait;
    });
    return new Promise((resolve) => {
      stream.once('error', () => stream.destroy());
      stream.once('close', () => {
        reader.end();
        resolve();
      });
    });
  }

  /** Fails for a reason of Hangar's own. */
  #failFor(reason: string): void {
    if (this.#over) return;
    this.#fail(reason.slice(0, FAILURE_CHARACTERS));
  }

  /** Ends the process, and those that the script has left running. */
  async #stop(read: readonly Promise<void>[]): Promise<void> {
    const { process } = this.#ready;
    process.kill();
    const others = this.#parts.started.killAll();
    if (others > 0 || !process.leadsGroup) killProcessesOf(this.#context.scope.run.id);
    await process.ended;
    await Promise.race([Promise.all(read), pause(LAST_WORDS, undefined, { ref: false })]);
    for (const stream of [process.stdout, process.stderr]) stream.destroy();
  }
}

/** So that scripts that never rest leave the server its turn. @param id of a thread on Linux, of a process elsewhere */
function lowerPriority(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has just ended.
  }
}
