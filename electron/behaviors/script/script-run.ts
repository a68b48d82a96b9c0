import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunContext } from '../../engine/behavior-port.ts';
import type { ProcessRecords } from '../process-records.ts';
import { killProcess, killProcessesOf } from '../processes.ts';
import { RunLog } from '../run-log.ts';
import { RunOutput } from '../run-output.ts';
import { SCRIPT_MEMORY_MB, SHARED, type FromThread, type ScriptRecord, type StartMessage } from './protocol.ts';
import { answer, errorMessage, type Answers } from './questions.ts';
import type { Thread } from './thread-pool.ts';

/** How long a script may tidy up after its signal was aborted, in milliseconds. */
const GRACE = 500;
/** How long an ended thread may take to be gone before the processes that may hold it are killed, in milliseconds. */
const GONE_WITHIN = 200;
/** How long a script may run before it stands back behind the server where both want the same core, in milliseconds. */
const AT_FULL_PRIORITY = 100;

/** The longest message that a run fails with, in characters; the log has all of it. */
const MESSAGE_CHARACTERS = 10_000;

/** One script in its thread: does what the script asks until it is done, fails, or has to stop. */
export class ScriptRun {
  readonly #thread: Thread;
  readonly #context: RunContext;
  readonly #answers: Answers;
  readonly #records: ProcessRecords;
  readonly #log: RunLog;
  readonly #output: RunOutput;
  /** The processes that the script has running; each with what takes it off the records. */
  readonly #processes = new Map<number, () => void>();
  readonly #ended: Promise<void>;
  #over = false;
  #succeed: () => void = () => undefined;
  #fail: (message: string) => void = () => undefined;

  constructor(thread: Thread, context: RunContext, answers: Answers, records: ProcessRecords) {
    this.#thread = thread;
    this.#context = context;
    this.#answers = answers;
    this.#records = records;
    this.#log = new RunLog(context);
    this.#output = new RunOutput((output) => {
      if (!context.signal.aborted) context.setOutput(output);
    });
    this.#ended = new Promise((resolve, reject) => {
      this.#succeed = () => {
        this.#over = true;
        resolve();
      };
      this.#fail = (message) => {
        this.#over = true;
        reject(new Error(message.slice(0, MESSAGE_CHARACTERS)));
      };
    });
  }

  /** Settles when nothing of the script is left: resolves when it is done, rejects with why it failed. */
  async run(start: StartMessage): Promise<void> {
    const { worker } = this.#thread;
    const { signal } = this.#context;
    worker.on('message', (message: FromThread) => this.#hear(message));
    worker.on('error', (error: Error) => this.#failFor(reasonOf(error)));
    worker.on('exit', (code) => this.#failFor(`the script's thread ended before the script did (exit code ${code})`));
    let grace: NodeJS.Timeout | undefined;
    const abort = () => {
      worker.postMessage({ type: 'abort' });
      grace = setTimeout(() => this.#fail('the script was stopped'), GRACE);
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) this.#fail('the script was stopped');
    else worker.postMessage(start);
    const standBack = setTimeout(() => lowerPriority(this.#thread.threadID), AT_FULL_PRIORITY);
    try {
      await this.#ended;
    } finally {
      clearTimeout(standBack);
      clearTimeout(grace);
      signal.removeEventListener('abort', abort);
      this.#output.drop();
      await this.#stop();
    }
  }

  #hear(message: FromThread): void {
    switch (message.type) {
      case 'ask':
        answer(this.#answers, message).then(
          (value) => this.#thread.worker.postMessage({ type: 'reply', id: message.id, value }),
          (error: unknown) =>
            this.#thread.worker.postMessage({ type: 'reply', id: message.id, error: errorMessage(error) }),
        );
        break;
      case 'records':
        this.#take(message.records);
        break;
      case 'process':
        this.#watch(message.pid, message.runs);
        break;
      case 'done':
        this.#attempt(() => {
          if (message.json !== undefined) this.#output.set('', message.json);
          this.#output.flush();
          this.#succeed();
        });
        break;
      case 'failed':
        this.#attempt(() => this.#output.flush());
        if (!this.#context.signal.aborted) this.#context.log('error', message.stack.slice(0, MESSAGE_CHARACTERS));
        this.#fail(message.message);
        break;
      case 'ready':
        break;
    }
  }

  #take(records: readonly ScriptRecord[]): void {
    let wait = 0;
    this.#attempt(() => {
      for (const batch of inBatches(records))
        if (batch.do === 'log') wait += this.#log.write(batch.level, batch.text);
        else this.#output[batch.do](batch.path, batch.json);
    });
    const { shared } = this.#thread;
    if (this.#log.closed) Atomics.store(shared, SHARED.logClosed, 1);
    const taken = () => {
      Atomics.add(shared, SHARED.taken, records.length);
      Atomics.notify(shared, SHARED.taken);
    };
    if (wait === 0) taken();
    else setTimeout(taken, wait);
  }

  /** Nothing counts any more once the run has to stop. */
  #attempt(work: () => void): void {
    if (this.#context.signal.aborted) {
      this.#fail('the script was stopped');
      return;
    }
    try {
      work();
    } catch (error) {
      this.#failFor(error instanceof Error ? error.message : String(error));
    }
  }

  /** Fails for a reason of Hangar's own, which the log tells (decision `logs`). */
  #failFor(reason: string): void {
    if (this.#over) return;
    if (!this.#context.signal.aborted) this.#context.log('warning', `Run failed: ${reason}.`);
    this.#fail(reason);
  }

  #watch(pid: number, runs: boolean): void {
    if (runs) this.#processes.set(pid, this.#records.add(pid, this.#context.scope.run.id));
    else {
      this.#processes.get(pid)?.();
      this.#processes.delete(pid);
    }
  }

  /** Ends the thread, and the processes that the script left running: a thread cannot end while it waits for one in `execSync`. */
  async #stop(): Promise<void> {
    if (this.#processes.size > 0) await this.#endProcesses();
    const gone = this.#thread.worker.terminate();
    if ((await Promise.race([gone, pause(GONE_WITHIN, 'late')])) !== 'late') return;
    killProcessesOf(this.#context.scope.run.id);
    await gone;
  }

  async #endProcesses(): Promise<void> {
    for (const pid of this.#processes.keys()) killProcess(pid);
    killProcessesOf(this.#context.scope.run.id);
    // The thread should hear of their ends; else the system keeps their numbers until the server ends.
    const deadline = performance.now() + GONE_WITHIN;
    while (this.#processes.size > 0 && performance.now() < deadline) await pause(5);
    for (const remove of this.#processes.values()) remove();
  }
}

/** Lines of the same level that follow each other become one text. */
function inBatches(records: readonly ScriptRecord[]): ScriptRecord[] {
  const batches: ScriptRecord[] = [];
  let lines: { do: 'log'; level: (ScriptRecord & { do: 'log' })['level']; texts: string[] } | undefined;
  const end = () => {
    if (lines !== undefined) batches.push({ do: 'log', level: lines.level, text: lines.texts.join('\n') });
    lines = undefined;
  };
  for (const record of records) {
    if (record.do !== 'log') {
      end();
      batches.push(record);
    } else {
      if (lines?.level !== record.level) end();
      lines ??= { do: 'log', level: record.level, texts: [] };
      lines.texts.push(record.text.replace(/\r?\n$/, ''));
    }
  }
  end();
  return batches;
}

/** So that scripts that never rest leave the server its turn. */
function lowerPriority(threadID: number | undefined): void {
  if (threadID === undefined) return;
  try {
    setPriority(threadID, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The thread has just ended.
  }
}

function reasonOf(error: Error): string {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? `the script ran out of memory: it may use ${SCRIPT_MEMORY_MB} MB` : error.message;
}
