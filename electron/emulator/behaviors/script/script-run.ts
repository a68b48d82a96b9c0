import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import type { RunContext } from '../../engine/context/behavior-port.ts';
import { guardWith } from '../guard.ts';
import { FAILURE_CHARACTERS, MESSAGE_CHARACTERS, UNREAD_BYTES } from '../limits.ts';
import { isOutputLine } from '../output-lines.ts';
import { PrintedLines, ProgramOutput, SdkHint } from '../program-output.ts';
import { readLines, type Steps } from '../throttle.ts';
import { killProcessesOf, type StartedProcesses } from '../processes.ts';
import { messageOf, quoteForMessage } from '../../../../shared/values/messages.ts';
import { RunLog } from '../run-log.ts';
import { RunOutput } from '../run-output.ts';
import type { MemoryWatch } from './memory-watch.ts';
import {
  readMessage,
  type RequestMessage,
  type ScriptMessage,
  type ScriptRecord,
  inBatches,
} from './protocol/messages.ts';
import type { ReadyProcess } from './process-pool.ts';
import type { StartMessage, AcknowledgeMessage, ToThread } from './protocol/protocol.ts';
import { errorMessage, type RequestHandler } from './script-requests.ts';
import { ClockMessages } from './clock-messages.ts';
import type { ScriptProcess } from './script-process.ts';
import { asJson } from '../../../../shared/values/json.ts';
import { clearTimeout, pause, setTimeout } from '../../timers/timers.ts';

/** Delays in milliseconds. */
const DELAYS = {
  /** For a script to clean up after its signal has aborted. */
  grace: 500,
  /** At full priority, before a script gets a lower priority than the server. */
  fullPriority: 100,
  /** For the rest of the standard streams after the process's end. */
  drain: 200,
};

/** Dependencies of a script's run. */
interface ScriptRunParts {
  readonly requests: RequestHandler;
  readonly memory: MemoryWatch;
  readonly started: StartedProcesses;
}

/** Runs one script in its process until it is done, fails, or has to stop. */
export class ScriptRun {
  readonly #ready: ReadyProcess;
  readonly #context: RunContext;
  readonly #parts: ScriptRunParts;
  readonly #log: RunLog;
  readonly #output: RunOutput;
  readonly #printed: PrintedLines;
  readonly #sdk: SdkHint;
  readonly #guard = guardWith((reason) => this.#failFor(reason));
  readonly #ended: Promise<void>;
  readonly #clock: ClockMessages;
  #over = false;
  #succeed: () => void = () => undefined;
  #fail: (message: string) => void = () => undefined;

  constructor(ready: ReadyProcess, context: RunContext, parts: ScriptRunParts) {
    this.#ready = ready;
    this.#context = context;
    this.#parts = parts;
    this.#clock = new ClockMessages(context, (message) => this.#send(message));
    this.#log = new RunLog(context);
    this.#output = new RunOutput((output) => {
      if (!context.signal.aborted) context.setOutput(output);
    }, this.#guard);
    this.#sdk = new SdkHint(context);
    this.#printed = new PrintedLines(new ProgramOutput(this.#log, this.#output, this.#sdk));
    this.#ended = new Promise((resolve, reject) => {
      this.#succeed = () => {
        this.#over = true;
        resolve();
      };
      this.#fail = (message) => {
        this.#over = true;
        reject(new Error(quoteForMessage(message, FAILURE_CHARACTERS)));
      };
    });
  }

  /** Settles when no process of the script is left. Resolves when it is done, rejects with the failure. */
  async run(start: StartMessage): Promise<void> {
    const { process, threadID = process.pid } = this.#ready;
    const { signal } = this.#context;
    const memory = this.#parts.memory.watch(process.pid, (reason) => this.#failFor(reason));
    process.listen((text) => this.#receive(text, memory));
    const streams = this.#readStreams(process);
    void process.ended.then((how) => this.#failFor(`the script's process ended before the script did (${how})`));
    let grace: NodeJS.Timeout | undefined;
    const abort = () => {
      this.#send({ type: 'abort' });
      grace = setTimeout(() => this.#fail('the script was stopped'), DELAYS.grace);
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) this.#fail('the script was stopped');
    else this.#send(start);
    const priorityTimer = setTimeout(() => lowerPriority(threadID), DELAYS.fullPriority);
    try {
      await this.#ended;
    } finally {
      clearTimeout(priorityTimer);
      clearTimeout(grace);
      signal.removeEventListener('abort', abort);
      this.#output.drop();
      memory.stop();
      this.#clock.stop();
      await this.#stop(streams);
    }
  }

  /** Parses, handles and acknowledges a message, in separate turns when that takes long. */
  *#receive(text: string, memory: ReturnType<MemoryWatch['watch']>): Steps {
    if (this.#over) return;
    try {
      const message = readMessage(text);
      yield 0;
      if (message.type === 'memory') memory.report(message.bytes);
      else {
        if (message.type === 'done') memory.finish();
        yield* this.#handle(message);
        this.#send({ type: 'acknowledge', count: 1, logClosed: this.#log.closed });
      }
    } catch (error) {
      this.#failFor(messageOf(error));
    }
  }

  *#handle(message: Exclude<ScriptMessage, { type: 'memory' }>): Steps {
    switch (message.type) {
      case 'request':
        this.#reply(message);
        break;
      case 'records':
        yield* this.#take(message.records);
        break;
      case 'process':
        this.#parts.started.change(message);
        break;
      case 'done':
        yield* this.#finish(message.json);
        break;
      case 'failed':
        this.#guard(() => {
          this.#printed.end();
          this.#output.flush();
        })();
        if (!this.#context.signal.aborted && !this.#over && message.stack !== '') this.#logError(message.stack);
        this.#fail(message.message);
        break;
      case 'ended':
        this.#failFor(message.reason);
        break;
      case 'pong':
        this.#clock.pong(message.id);
        break;
      case 'ready':
    }
  }

  #logError(stack: string): void {
    this.#context.log('error', quoteForMessage(stack, FAILURE_CHARACTERS));
    this.#sdk.failed(stack);
  }

  *#finish(json: string | undefined): Steps {
    if (this.#isStopped()) return;
    this.#printed.end();
    if (json !== undefined) this.#output.set('', json);
    yield 0;
    if (this.#isStopped()) return;
    this.#output.flush();
    this.#succeed();
  }

  #reply(message: RequestMessage): void {
    const { id } = message;
    this.#parts.requests.handle(message).then(
      (value) => this.#answer({ type: 'reply', id, value: asJson(value) }),
      (error: unknown) => this.#answer({ type: 'reply', id, error: errorMessage(error) }),
    );
  }

  #answer(reply: ToThread & { type: 'reply' }): void {
    this.#clock.update();
    this.#send(reply);
  }

  *#take(records: readonly ScriptRecord[]): Steps {
    for (const record of inBatches(records)) {
      if (this.#isStopped()) return;
      if (record.do === 'log') yield this.#log.write(record.level, record.text);
      else if (record.do === 'print') yield this.#printed.add(record.text);
      else yield this.#output[record.do](record.path, record.json);
    }
  }

  /** True when the run has ended or has to stop. Later messages have no effect. */
  #isStopped(): boolean {
    if (this.#context.signal.aborted) this.#fail('the script was stopped');
    return this.#over;
  }

  #send(message: ToThread | AcknowledgeMessage): void {
    if (this.#over) return;
    this.#guard(() => {
      this.#ready.process.send(JSON.stringify(message));
      if (this.#ready.process.unread() > UNREAD_BYTES)
        throw new Error(`the script's process has left more than ${UNREAD_BYTES / 1_000_000} MB of replies unread`);
    })();
  }

  /** Takes the lines of the standard streams, which child processes and the JavaScript engine write. Resolves when both have closed. */
  #readStreams({ stdout, stderr }: ScriptProcess): Promise<unknown> {
    const printed = new ProgramOutput(this.#log, this.#output, this.#sdk);
    const options = { guard: this.#guard, isWhole: isOutputLine, whole: MESSAGE_CHARACTERS };
    const read = (stream: Readable, take: (line: string) => number) =>
      readLines(stream, (line) => (this.#context.signal.aborted ? 0 : take(line)), options);
    return Promise.all([
      read(stdout, (line) => printed.take([line])),
      read(stderr, (line) => this.#log.write('error', line)),
    ]);
  }

  /** Fails the run unless it has ended. */
  #failFor(reason: string): void {
    if (this.#over) return;
    this.#fail(quoteForMessage(reason, FAILURE_CHARACTERS));
  }

  /** Ends the script's process and its remaining child processes, and waits for the rest of their output. */
  async #stop(streams: Promise<unknown>): Promise<void> {
    const { process } = this.#ready;
    process.kill();
    const others = this.#parts.started.killAll();
    if (others > 0 || !process.leadsGroup) killProcessesOf(this.#context.scope.run.id);
    await process.ended;
    await Promise.race([streams, pause(DELAYS.drain, undefined, { ref: false })]);
    for (const stream of [process.stdout, process.stderr]) stream.destroy();
  }
}

/** Lowers the priority, so that busy scripts do not starve the server. @param id ID of a thread on Linux, of a process elsewhere */
function lowerPriority(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended.
  }
}
