import type { Busy } from '../../../../shared/contract/emulator/clock.ts';
import type { ActiveWork, Activity } from '../clock/activity.ts';
import type { Scheduled } from '../clock/due-heap.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { RunRecord } from '../context/records.ts';
import type { RunKey } from './queues.ts';

/** Rejects calls of code that continues after its run has ended. Never reported. */
class RunEndedError extends Error {
  override readonly name = 'RunEndedError';
  constructor() {
    super('the run has ended');
  }
}

/** The work of one Active run. After it has ended, its calls have no effect. It is busy unless it waits. */
export class RunWork implements ActiveWork {
  readonly busy: Busy;
  readonly #activity: Activity;
  /** Created on demand: most runs have no listener, and a controller takes a twentieth of a run's time. */
  #controller: AbortController | undefined;
  #onEnd: Set<() => void> | undefined;
  #waits = 0;
  /** Ends of its waits on the clock. */
  #wakes: Micros[] = [];
  #timeout: Scheduled | undefined;
  #idleCheck: (() => Promise<void>) | undefined;
  #checks = 0;
  #stepStarts: number[] = [];
  /** Settles when nothing is left running. */
  done: Promise<void> = Promise.resolve();
  ended = false;
  #isDone = false;

  constructor(activity: Activity, busy: Busy) {
    this.#activity = activity;
    this.busy = busy;
    activity.begin(this);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.ended) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Ends the work: later calls are ignored, and pending waits reject. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#timeout?.cancel();
    // Aborts the remaining work.
    if (!this.#isDone) this.#activity.begin(this);
    for (const call of this.#onEnd ?? []) call();
    this.#onEnd = undefined;
    this.#controller?.abort();
  }

  /** Marks that nothing is left running. */
  finish(): void {
    this.#isDone = true;
    this.#activity.forget(this);
  }

  /** The begun steps, as in `RunRecord.stepStarts`. */
  get stepStarts(): readonly number[] {
    return this.#stepStarts;
  }

  /** Continues the list of steps that began before a restart. */
  continueSteps(stepStarts: readonly number[]): void {
    this.#stepStarts = [...stepStarts];
  }

  /** Records the beginning of a step. A repeated attempt keeps the first time. */
  stepBegan(index: number, microseconds: number): void {
    if (this.#stepStarts.at(-2) !== index) this.#stepStarts.push(index, microseconds);
  }

  /** Sets the run's timeout. Skipped time counts for it only while the run waits on the clock. */
  limit(timeout: Scheduled): void {
    this.#timeout = timeout;
    if (this.#wakes.length > 0) timeout.setOrder('skippable');
  }

  /** Calls when the work ends; returns a function that cancels the call. */
  onEnd(call: () => void): () => void {
    this.#onEnd ??= new Set();
    this.#onEnd.add(call);
    return () => this.#onEnd?.delete(call);
  }

  /**
   * Waits for a promise; rejects with `RunEndedError` when the work ends first. Meanwhile the run is idle.
   * @param wakesAt the time at which the promise resolves, for a wait on the clock
   */
  until<T>(promise: Promise<T>, wakesAt?: Micros): Promise<T> {
    this.assertActive();
    this.#wait(1, wakesAt);
    return this.orEnd(promise.finally(() => this.#wait(-1, wakesAt)));
  }

  /** Counts as a wait until a promise settles, which others wait for. @param wakesAt as in `until` */
  waitFor(promise: Promise<unknown>, wakesAt?: Micros): void {
    // Rejects when the run ends first.
    this.until(promise, wakesAt).catch(() => undefined);
  }

  /** The soonest end of its waits on the clock; `undefined` for none. */
  get wakesAt(): Micros | undefined {
    return this.#wakes.length === 0 ? undefined : Math.min(...this.#wakes);
  }

  /** True while it waits for something. */
  get isIdle(): boolean {
    return this.#waits > 0;
  }

  /** Does the same as `until`, but the run stays busy. */
  orEnd<T>(promise: Promise<T>): Promise<T> {
    this.assertActive();
    return new Promise((resolve, reject) => {
      const off = this.onEnd(() => reject(new RunEndedError()));
      promise.then(resolve, reject).finally(off);
    });
  }

  assertActive(): void {
    if (this.ended) throw new RunEndedError();
  }

  /** Sets the check that resolves once the run's code is idle. */
  setIdleCheck(check: () => Promise<void>): void {
    this.#idleCheck = check;
  }

  check(): void {
    if (this.#idleCheck === undefined || this.ended) return;
    this.#checks += 1;
    this.#update();
    const stop = (): void => {
      this.#checks -= 1;
      this.#update();
    };
    this.#idleCheck().then(stop, stop);
  }

  #wait(change: 1 | -1, wakesAt: Micros | undefined): void {
    this.#waits += change;
    if (wakesAt !== undefined) {
      if (change === 1) this.#wakes.push(wakesAt);
      else this.#wakes.splice(this.#wakes.indexOf(wakesAt), 1);
      this.#timeout?.setOrder(this.#wakes.length > 0 ? 'skippable' : 'steady');
    }
    if (this.#idleCheck !== undefined && !this.#isDone) this.#activity.doubt(this);
    this.#update();
  }

  #update(): void {
    if (this.#isDone || this.ended) return;
    if (this.#waits === 0 || this.#checks > 0) this.#activity.begin(this);
    else this.#activity.end(this);
  }
}

/** Callbacks of the runner into other parts of the engine. */
export interface RunnerHooks {
  /** Does the run's work. Resolving means Succeeded, rejecting or throwing means Failed. */
  readonly work: (run: RunRecord, work: RunWork) => Promise<void>;
  /** The time at which a run is queued. */
  readonly queuedFrom: (run: RunRecord) => Micros;
  /** Maximum number of Active runs of the run's task. */
  readonly slots: (run: RunRecord) => number;
  /** The queue that the run shares by the `concurrencyKey` of its task; `undefined` for none. Throws when the key cannot be rendered. */
  readonly keyOf: (run: RunRecord) => RunKey | undefined;
  /** Kind of the run's work, for the clock. */
  readonly busyKind: (run: RunRecord) => Busy['kind'];
  /** Cancels the pending prompts of a run. */
  readonly cancelPrompts: (run: RunRecord) => void;
  /** Cancels unfinished sessions that a run has executed. */
  readonly cancelSessions: (run: RunRecord) => void;
  /** Releases what was created for a run that has ended. */
  readonly ended: (run: RunRecord) => void;
}
