import { ApiError } from '../../../shared/http/errors.ts';
import { createMasker } from '../../../shared/model/masking.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import type { RunRecord } from './records.ts';
import { appendLog } from './logs.ts';
import { isFinished, transition, type RunEffect, type RunEvent } from './run-machine.ts';
import { RunWork } from './run-work.ts';
import { secretsInScope } from './scope.ts';
import { TaskQueue } from './task-queue.ts';
import { notFound, putRun, type EngineContext } from './engine-context.ts';

/** What the runner leaves to other parts of the engine. */
export interface RunnerHooks {
  /** Does the run's work to its end: resolves = Succeeded, rejects = Failed. */
  readonly work: (run: RunRecord, work: RunWork) => Promise<void>;
  /** The moment from which a run stands in its queue. */
  readonly queuedFrom: (run: RunRecord) => Micros;
  /** How many runs of a task may be Active at once. */
  readonly slots: (run: RunRecord) => number;
  /** Cancels what waits for an answer. */
  readonly cancelPrompts: (run: RunRecord) => void;
  /** Cancels unfinished sessions that the run executed. */
  readonly cancelSessions: (run: RunRecord) => void;
  /** The run has ended: lets go of what was made for it. */
  readonly ended: (run: RunRecord) => void;
}

/** Characters of a failure that stand in the log; the output has all of it. */
const FAILURE_LOGGED = 10_000;
const MICROS_PER_MILLISECOND = 1000;
const MICROS_PER_SECOND = 1_000_000;

/** Carries out what the machine says: the only place where a run changes its status. */
export class Runner {
  readonly #context: EngineContext;
  readonly #hooks: RunnerHooks;
  readonly #works = new Map<string, RunWork>();
  readonly #queues = new Map<string, TaskQueue>();
  /** What calls off the timers of runs that are not in their queue yet. */
  readonly #delays = new Map<string, () => void>();
  /** Works that began in this turn, and have no timer for their timeout yet. */
  readonly #unlimited: { readonly run: RunRecord; readonly work: RunWork }[] = [];

  constructor(context: EngineContext, hooks: RunnerHooks) {
    this.#context = context;
    this.#hooks = hooks;
  }

  /** Stores a new run and queues it, at once or when its `startDelaySeconds` have passed; it starts in this turn when a slot is free. */
  submit(run: RunRecord): void {
    putRun(this.#context, run);
    this.#queueWhenDue(run);
  }

  /** A timer may fire a little before its moment by the engine's own count: then it is set again. */
  #queueWhenDue(run: RunRecord): void {
    this.#delays.delete(run.id);
    const early = this.#hooks.queuedFrom(run) - this.#context.time.now();
    if (early <= 0) this.dispatch(run.id, 'queue');
    else {
      const wait = Math.ceil(early / MICROS_PER_MILLISECOND);
      this.#delays.set(
        run.id,
        this.#context.clock.after(wait, () => this.#queueWhenDue(run)),
      );
    }
  }

  /** Moves a run on, with changes that come with the event. Gives the run after it, or `undefined` when its status does not allow the event. */
  dispatch(runID: string, event: RunEvent, change?: Partial<RunRecord>): RunRecord | undefined {
    const run = this.#context.state.get('run', runID);
    if (run === undefined) return undefined;
    const next = transition(change === undefined ? run : { ...run, ...change }, event, this.#context.time.now());
    if (next === undefined) return undefined;
    for (const effect of next.before) this.#effects[effect](run);
    const isLeft = isFinished(next.run) && (run.waiting || run.progress !== null);
    const after = putRun(this.#context, isLeft ? { ...next.run, progress: null, waiting: false } : next.run);
    for (const effect of next.effects) this.#effects[effect](after);
    return after;
  }

  /** Cancels a run. `by` is null when nobody did; `why` goes to its log. Throws 404, or 400 for a finished one. */
  cancel(runID: string, by: string | null, why: string): void {
    const run = this.#context.state.get('run', runID) ?? notFound('run', runID);
    if (isFinished(run))
      throw new ApiError('invalid_request', `The run ${runID} cannot be cancelled: it is already ${run.status}.`);
    appendLog(this.#context, run, 'warning', why);
    this.dispatch(runID, 'cancel', { cancelledBy: by });
  }

  /** Fails a run; the last line of its log says why, without the secrets of its resources (decision `logs`). */
  fail(run: RunRecord, failure: string): void {
    const masked = createMasker(secretsInScope(this.#context, run))(failure);
    const reason = masked.slice(0, FAILURE_LOGGED);
    appendLog(this.#context, run, 'error', `Run failed: ${reason}${/[.!?…]\s*$/.test(reason) ? '' : '.'}`);
    this.dispatch(run.id, 'fail', { failure: masked });
  }

  /** Takes up an unfinished run after a restart, as if it had never stopped. */
  resume(run: RunRecord): void {
    if (run.status === 'Active') {
      this.#queue(run.taskID).occupy(run.id);
      this.#begin(run);
    } else if (run.status === 'Queued') this.#admit(run);
    else this.#queueWhenDue(run);
  }

  /** Lets runs start that may since a task's concurrency changed. */
  admitAll(): void {
    for (const taskID of this.#queues.keys()) this.#admitNext(taskID);
  }

  /** Resolves when nothing of a run's work is left; a run that does no work has none. */
  workEnded(runID: string): Promise<void> {
    return this.#works.get(runID)?.done ?? Promise.resolve();
  }

  /** Ends all work without changing any run, and waits until nothing is left of it. */
  async stop(): Promise<void> {
    const works = [...this.#works.values()];
    for (const work of works) work.end();
    for (const callOff of this.#delays.values()) callOff();
    this.#works.clear();
    this.#queues.clear();
    this.#delays.clear();
    await Promise.all(works.map((work) => work.done));
  }

  readonly #effects: Record<RunEffect, (run: RunRecord) => void> = {
    admit: (run) => this.#admit(run),
    begin: (run) => this.#begin(run),
    stopWork: (run) => this.#works.get(run.id)?.end(),
    release: (run) => this.#release(run),
    cancelPrompts: (run) => this.#hooks.cancelPrompts(run),
    cancelChildren: (run) => this.#cancelChildren(run),
    settle: (run) => this.#settle(run),
  };

  #queue(taskID: string): TaskQueue {
    const known = this.#queues.get(taskID);
    if (known !== undefined) return known;
    const queue = new TaskQueue();
    this.#queues.set(taskID, queue);
    return queue;
  }

  #admit(run: RunRecord): void {
    this.#queue(run.taskID).add(run.id, run.notBefore);
    this.#admitNext(run.taskID);
    const early = run.notBefore - this.#context.time.now();
    if (early > 0) this.#context.clock.after(Math.ceil(early / MICROS_PER_MILLISECOND), () => this.#admitLater(run));
  }

  /** A timer may fire a little before its moment by the engine's own count: then it is set again. */
  #admitLater(run: RunRecord): void {
    if (!this.#queues.has(run.taskID)) return;
    const early = run.notBefore - this.#context.time.now();
    if (early > 0) this.#context.clock.after(Math.ceil(early / MICROS_PER_MILLISECOND), () => this.#admitLater(run));
    else this.#admitNext(run.taskID);
  }

  #admitNext(taskID: string): void {
    const queue = this.#queues.get(taskID);
    const sample = queue?.first;
    const run = sample === undefined ? undefined : this.#context.state.get('run', sample);
    if (queue === undefined || run === undefined) return;
    const slots = this.#hooks.slots(run);
    for (
      let id = queue.next(this.#context.time.now(), slots);
      id !== undefined;
      id = queue.next(this.#context.time.now(), slots)
    ) {
      this.dispatch(id, 'start');
    }
  }

  #begin(run: RunRecord): void {
    const work = new RunWork();
    this.#works.set(run.id, work);
    this.#limitSoon(run, work);
    work.done = this.#carryOut(run, work);
  }

  /** Does the work and ends the run with it; if the run was ended meanwhile, nothing comes of it. */
  async #carryOut(run: RunRecord, work: RunWork): Promise<void> {
    // Not at once: whoever put the run finishes first, and then the work starts in the same turn of the event loop.
    await Promise.resolve();
    try {
      const failure = work.ended ? null : await failureOf(this.#hooks.work(run, work));
      if (work.ended) return;
      if (failure === null) this.dispatch(run.id, 'succeed');
      else this.fail(run, failure);
    } finally {
      if (this.#works.get(run.id) === work) this.#works.delete(run.id);
    }
  }

  /** Most runs end in the turn in which they began: a timer of its own is for those that go on after it. */
  #limitSoon(run: RunRecord, work: RunWork): void {
    this.#unlimited.push({ run, work });
    if (this.#unlimited.length === 1) this.#context.clock.after(0, () => this.#limitAll());
  }

  #limitAll(): void {
    for (const { run, work } of this.#unlimited.splice(0)) {
      if (work.ended) continue;
      const timeLeft = (run.activeAt ?? run.createdAt) + run.timeout * MICROS_PER_SECOND - this.#context.time.now();
      work.onEnd(this.#context.clock.after(Math.max(0, timeLeft / MICROS_PER_MILLISECOND), () => this.#timeOut(run)));
    }
  }

  #timeOut(run: RunRecord): void {
    this.cancel(run.id, null, `Run exceeded its timeout of ${run.timeout} s and was cancelled.`);
  }

  #release(run: RunRecord): void {
    const queue = this.#queues.get(run.taskID);
    if (queue === undefined) return;
    queue.remove(run.id);
    if (queue.isEmpty) this.#queues.delete(run.taskID);
    else this.#admitNext(run.taskID);
  }

  #cancelChildren(run: RunRecord): void {
    for (const childID of run.childRunIDs) {
      const child = this.#context.state.get('run', childID);
      if (child !== undefined && !isFinished(child))
        this.cancel(childID, run.cancelledBy, `Run was cancelled with its parent ${run.id}.`);
    }
    this.#hooks.cancelSessions(run);
  }

  #settle(run: RunRecord): void {
    this.#hooks.ended(run);
    this.#context.runsEnded.resolve(run.id, run);
  }
}

async function failureOf(work: Promise<void>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** What a thrown value says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
