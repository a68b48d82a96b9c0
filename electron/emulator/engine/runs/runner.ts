import { ApiError } from '../../../../shared/http/errors.ts';
import { createMasker } from '../../../../shared/model/masking.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../../shared/values/timestamp.ts';
import type { Cancellation, PlannedEnd } from './run-operations.ts';
import type { EndCause, RunRecord } from '../context/records.ts';
import { isHeld } from '../context/held.ts';
import { appendLog } from './logs.ts';
import { isFinished, transition, type RunEffect, type RunEvent } from './run-machine.ts';
import { RunWork, type RunnerHooks } from './run-work.ts';
import { secretsInScope } from './run-scope.ts';
import { KeyedQueues, type RunKey, TaskQueue } from './queues.ts';
import { notFound, putRun, type EngineContext, type TaskSlots } from '../context/engine-context.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import { changedRun } from './run-record.ts';

/** Maximum length of a failure in the log, in characters. The output has all of it. */
const FAILURE_LOGGED = 10_000;

/** Applies the transitions of the state machine. No other code changes the status of a run. */
export class Runner {
  readonly #context: EngineContext;
  readonly #hooks: RunnerHooks;
  readonly #works = new Map<string, RunWork>();
  readonly #queues = new Map<string, TaskQueue>();
  readonly #keyed = new KeyedQueues();
  /** Cancels the timers of runs that are not queued yet or may not start yet, by run ID. */
  readonly #delays = new Map<string, () => void>();
  /** Work started in this turn, without a timer for its timeout yet. */
  readonly #unlimited: { readonly run: RunRecord; readonly work: RunWork }[] = [];

  constructor(context: EngineContext, hooks: RunnerHooks) {
    this.#context = context;
    this.#hooks = hooks;
  }

  /** Stores a new run and queues it after its `startDelaySeconds`, unless it is held. It starts in this turn when a slot is free. */
  submit(run: RunRecord): void {
    putRun(this.#context, run);
    if (!isHeld(this.#context.state, run)) this.#queueWhenDue(run);
  }

  #queueWhenDue(run: RunRecord): void {
    const { time } = this.#context;
    const at = this.#hooks.queuedFrom(run);
    if (at === 0 || at <= time.nextTimestamp()) return void this.dispatch(run.id, 'queue');
    this.#later(at, run.id, () => void this.dispatch(run.id, 'queue'));
  }

  #later(at: Micros, runID: string, call: () => void): void {
    const due = (): void => {
      this.#delays.delete(runID);
      call();
    };
    this.#delays.set(runID, this.#context.time.callAt(at, { kind: 'queue', runID }, due));
  }

  /** Applies an event and a change to a run. Returns the new run, or `undefined` when its status does not allow the event; a held run allows `cancel` alone. */
  dispatch(runID: string, event: RunEvent, change?: Partial<RunRecord>): RunRecord | undefined {
    const run = this.#context.state.get('run', runID);
    if (run === undefined || (event !== 'cancel' && isHeld(this.#context.state, run))) return undefined;
    const changed = change === undefined ? run : changedRun(run, change);
    const next = transition(changed, event, this.#context.time.nextTimestamp(), this.#works.get(runID)?.stepStarts);
    if (next === undefined) return undefined;
    for (const effect of next.before) this.#effects[effect](run);
    const after = putRun(this.#context, next.run);
    for (const effect of next.effects) this.#effects[effect](after);
    return after;
  }

  /** Cancels a run and logs why. Throws 404, or 400 for a finished run. */
  cancel(runID: string, { by, why, cause = null }: Cancellation): void {
    const run = this.#context.state.get('run', runID) ?? notFound('run', runID);
    if (isFinished(run))
      throw new ApiError('invalid_request', `The run ${runID} cannot be cancelled: it is already ${run.status}.`, {
        decision: 'cancel-answer',
      });
    appendLog(this.#context, run, 'warning', why);
    this.dispatch(runID, 'cancel', { cancelledBy: by, endCause: cause });
  }

  /** Ends an unfinished run in a planned way, some time after it becomes Active. */
  planEnd(runID: string, end: PlannedEnd, note: string): void {
    const run = this.#context.state.get('run', runID);
    if (run === undefined || isFinished(run)) return;
    this.#context.state.put('plannedEnd', { id: runID, ...end });
    appendLog(this.#context, run, 'debug', note);
    const work = this.#works.get(runID);
    if (work !== undefined) this.#endAsPlanned(run, work);
  }

  #endAsPlanned(run: RunRecord, work: RunWork): void {
    const end = this.#context.state.get('plannedEnd', run.id);
    if (end === undefined) return;
    const { time } = this.#context;
    const at = time.after(run.activeAt ?? run.createdAt, end.afterSeconds * MICROS_PER_SECOND);
    const cause = { kind: 'fault', fault: end.fault } as const;
    const finish = (): void =>
      end.status === 'Failed'
        ? this.fail(run, end.message, cause)
        : this.cancel(run.id, { by: null, why: end.message, cause });
    work.onEnd(time.callAt(at, { kind: 'timeout', runID: run.id }, finish));
  }

  /** Fails a run. The last line of its log states the failure, with the secrets of its resources masked (decision `logs`). */
  fail(run: RunRecord, failure: string, endCause: EndCause | null = null): void {
    const masked = createMasker(secretsInScope(this.#context, run))(failure);
    const reason = masked.slice(0, FAILURE_LOGGED);
    const isFull = this.#context.state.usage.noRoomFor(run.id, masked) !== undefined;
    appendLog(this.#context, run, 'error', `Run failed: ${reason}${/[.!?…]\s*$/.test(reason) ? '' : '.'}`);
    this.dispatch(run.id, 'fail', { failure: isFull ? reason : masked, endCause });
  }

  /** Resumes an unfinished run after a restart or a release. */
  resume(run: RunRecord): void {
    if (run.status === 'Active') {
      this.#queue(run.taskID).occupy(run.id);
      this.#addToKey(run, (key) => this.#keyed.occupy(run.id, key));
      this.#begin(run);
    } else if (run.status === 'Queued') this.#admit(run);
    else this.#queueWhenDue(run);
  }

  /** The work of an Active run; `undefined` for a run without work here. */
  workOf(runID: string): RunWork | undefined {
    return this.#works.get(runID);
  }

  /** The slots that a run waits for: those of its key when they are taken, else those of its task. */
  slotsOf(run: RunRecord): TaskSlots {
    const keyed = this.#keyed.slotsOf(run.id);
    if (keyed !== undefined && keyed.runIDs.length >= keyed.total) return keyed;
    const [queue, now] = [this.#queues.get(run.taskID), this.#context.time.now()];
    return { runIDs: queue?.active ?? [], total: this.#hooks.slots(run), place: queue?.placeOf(run.id, now) };
  }

  /** The first runs in the queue of a task, whose places change when one leaves it. */
  firstQueued(taskID: string): readonly string[] {
    return this.#queues.get(taskID)?.firstOnes ?? [];
  }

  /** Starts queued runs after a change of their task's concurrency, and drops empty queues, whose tasks may be gone. */
  admitAll(): void {
    for (const [taskID, queue] of this.#queues) {
      if (queue.isEmpty) this.#queues.delete(taskID);
      else this.#admitNext(taskID);
    }
  }

  /** Stops all work without changing any run, and waits for its end. */
  async stop(): Promise<void> {
    const works = [...this.#works.values()];
    for (const work of works) work.end();
    for (const callOff of this.#delays.values()) callOff();
    this.#works.clear();
    this.#queues.clear();
    this.#keyed.clear();
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
    const queue = this.#queues.get(taskID) ?? new TaskQueue();
    this.#queues.set(taskID, queue);
    return queue;
  }

  #admit(run: RunRecord): void {
    const { time } = this.#context;
    if (!this.#addToKey(run, (key) => this.#keyed.add(run.id, key, run.notBefore))) return;
    this.#queue(run.taskID).add(run.id, { notBefore: run.notBefore, isKeyed: this.#keyed.has(run.id) });
    this.#admitNext(run.taskID);
    if (run.notBefore === 0 || run.notBefore <= time.nextTimestamp()) return;
    this.#later(run.notBefore, run.id, () => this.#admitNext(run.taskID));
  }

  #admitNext(taskID: string): void {
    const queue = this.#queues.get(taskID);
    const sample = queue?.first;
    const run = sample === undefined ? undefined : this.#context.state.get('run', sample);
    if (queue === undefined || run === undefined) return;
    const slots = this.#hooks.slots(run);
    const now = () => this.#context.time.nextTimestamp();
    const next = () => queue.next(now, slots, (id) => this.#keyed.mayStart(id, now));
    for (let id = next(); id !== undefined; id = next()) {
      this.#keyed.start(id);
      this.dispatch(id, 'start');
      this.#admitOther(this.#keyed.nextTo(id), taskID);
    }
  }

  /** Starts the run of another task that is next in the queue of a key, if it may start. */
  #admitOther(runID: string | undefined, taskID: string): void {
    const other = this.#context.state.get('run', runID ?? '')?.taskID ?? taskID;
    if (other !== taskID) this.#admitNext(other);
  }

  /** Adds a run to the queue of its key, if it has one. Fails it, and returns false, when the key cannot be rendered. */
  #addToKey(run: RunRecord, add: (key: RunKey) => void): boolean {
    try {
      const key = this.#hooks.keyOf(run);
      if (key !== undefined) add(key);
    } catch (error) {
      this.fail(run, `concurrencyKey: ${messageOf(error)}`);
      return false;
    }
    return true;
  }

  #begin(run: RunRecord): void {
    const work = new RunWork(this.#context.activity, { kind: this.#hooks.busyKind(run), runID: run.id });
    if (run.stepStarts.length > 0) work.continueSteps(run.stepStarts);
    this.#works.set(run.id, work);
    this.#limitSoon(run, work);
    this.#endAsPlanned(run, work);
    work.done = this.#carryOut(run, work);
  }

  /** Does the work and finishes the run with its result, unless it has finished meanwhile. */
  async #carryOut(run: RunRecord, work: RunWork): Promise<void> {
    // The work starts after the caller that stored the run returns: in this turn of the event loop, or in a later one when
    // many runs start together.
    await Promise.resolve();
    const turn = this.#context.turns.start();
    if (turn !== null) await turn;
    let failure: string | null = null;
    try {
      if (!work.ended) await this.#hooks.work(run, work);
    } catch (error) {
      failure = messageOf(error);
    }
    try {
      if (work.ended) return;
      if (failure === null) this.dispatch(run.id, 'succeed');
      else this.fail(run, failure);
    } finally {
      work.finish();
      if (this.#works.get(run.id) === work) this.#works.delete(run.id);
    }
  }

  /** Sets the timeout of a run after this turn. Most runs end before and need no timer. */
  #limitSoon(run: RunRecord, work: RunWork): void {
    this.#unlimited.push({ run, work });
    if (this.#unlimited.length === 1) this.#context.clock.nextTurn(() => this.#limitAll());
  }

  #limitAll(): void {
    for (const { run, work } of this.#unlimited.splice(0)) {
      if (work.ended) continue;
      const { time } = this.#context;
      const deadline = time.endOf(run.activeAt ?? run.createdAt, run.timeout * MICROS_PER_SECOND);
      const why = `Run exceeded its timeout of ${run.timeout} s and was cancelled.`;
      const end = (): void => this.cancel(run.id, { by: null, why, cause: { kind: 'timeout' } });
      work.limit(time.schedule(deadline, { kind: 'timeout', runID: run.id }, end));
    }
  }

  #release(run: RunRecord): void {
    const next = this.#keyed.remove(run.id);
    this.#queue(run.taskID).remove(run.id);
    this.#admitNext(run.taskID);
    this.#admitOther(next, run.taskID);
  }

  #cancelChildren(run: RunRecord): void {
    for (const childID of run.childRunIDs) {
      const child = this.#context.state.get('run', childID);
      if (child === undefined || isFinished(child)) continue;
      const why = `Run was cancelled with its parent ${run.id}.`;
      this.cancel(childID, { by: run.cancelledBy, why, cause: { kind: 'parent' } });
    }
    this.#hooks.cancelSessions(run);
  }

  #settle(run: RunRecord): void {
    this.#delays.get(run.id)?.();
    this.#delays.delete(run.id);
    this.#hooks.ended(run);
    if (this.#context.state.get('plannedEnd', run.id) !== undefined) this.#context.state.remove('plannedEnd', run.id);
    this.#context.runsEnded.resolve(run.id, run);
  }
}
