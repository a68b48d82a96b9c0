import { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import type { Sleep } from '../../../../shared/model/run.ts';
import {
  formatTimestamp,
  LATEST,
  MICROS_PER_MILLISECOND,
  type Micros,
  type MonotonicMilliseconds,
} from '../../../../shared/values/timestamp.ts';
import { notFound, putRun, requireRun, type EngineContext } from '../context/engine-context.ts';
import { bodyProblem, wrongFields } from '../definitions/field-problems.ts';
import { appendLog } from './logs.ts';
import type { RunRecord, SleepRecord } from '../context/records.ts';
import type { Runner } from './runner.ts';
import { momentView } from '../context/views.ts';
import { changedRun } from './run-record.ts';

/** Maximum number of sleeps that a run keeps: the oldest ended ones are dropped. */
export const MAX_SLEEPS = 500;
/** Maximum time by which a timer of the machine is early, in milliseconds. */
const EARLY = 20;

/** A new sleep, with a duration or an end. */
interface NewSleep {
  readonly durationMs?: number | null | undefined;
  readonly until?: Micros | null | undefined;
}

/** A sleep that has not ended. */
interface Pending {
  readonly runID: string;
  readonly startedAt: MonotonicMilliseconds;
  /** Removes its item from the clock. */
  cancel: () => void;
  /** Ends the wait of its run. */
  readonly resolve: () => void;
}

/** Waits begun by the code of runs over `/v0`. They end with their run. */
export class Sleeps {
  readonly #context: EngineContext;
  readonly #runner: Runner;
  readonly #pending = new Map<string, Pending>();

  constructor(context: EngineContext, runner: Runner) {
    this.#context = context;
    this.#runner = runner;
  }

  /** Begins a wait of the caller's run; returns its ID. Throws 400 without an end, and 409 for too many pending ones. */
  create(asked: NewSleep, { runID }: Caller): string {
    const { ids, time } = this.#context;
    const run = requireRun(this.#context, runID);
    const createdAt = time.nextTimestamp();
    const began = time.after(createdAt, 0);
    const durationMs = durationOf(asked, began);
    const until = Math.min(began + Math.round(durationMs * MICROS_PER_MILLISECOND), LATEST);
    const sleep = { id: ids.next('sleep', createdAt), createdAt, durationMs, until, endedAt: null, skippedAt: null };
    putRun(this.#context, changedRun(run, { sleeps: [...keptSleeps(run), sleep], updatedAt: createdAt }));
    appendLog(this.#context, run, 'debug', `Sleeping for ${durationMs / 1000} s (${sleep.id}).`);
    this.#begin(runID, sleep);
    return sleep.id;
  }

  /** A sleep of the caller's run. Throws 404 for that of another run. */
  get(id: string, { runID }: Caller): Sleep {
    return sleepView(sleepOf(requireRun(this.#context, runID), id) ?? notFound('sleep', id));
  }

  /** Ends a sleep now; an ended one stays unchanged. Throws 404 for one of a finished run. */
  skip(id: string): Sleep {
    this.#end(id, true);
    for (const run of this.#context.state.unfinishedRuns()) {
      const sleep = sleepOf(run, id);
      if (sleep !== undefined) return sleepView(sleep);
    }
    return notFound('sleep', id);
  }

  #begin(runID: string, { id, until, durationMs }: SleepRecord): void {
    const { clock, time } = this.#context;
    const work = this.#runner.workOf(runID);
    const startedAt = clock.monotonic();
    const ended = new Promise<void>((resolve) => {
      const pending: Pending = { runID, startedAt, cancel: () => undefined, resolve };
      this.#pending.set(id, pending);
      const off = work?.onEnd(() => this.#forget(id));
      const cancel = time.callAt(until, { kind: 'wait', runID }, () =>
        this.#end(id, clock.monotonic() - startedAt < durationMs - EARLY),
      );
      pending.cancel = () => {
        cancel();
        off?.();
      };
    });
    work?.waitFor(ended, until);
  }

  /** @param isSkipped true when the program's own clock does not show that the time has passed */
  #end(id: string, isSkipped: boolean): void {
    const pending = this.#forget(id);
    if (pending === undefined) return;
    const run = requireRun(this.#context, pending.runID);
    const endedAt = this.#context.time.nextTimestamp();
    const ended = { endedAt, skippedAt: isSkipped ? endedAt : null };
    const sleeps = run.sleeps.map((sleep) => (sleep.id === id ? { ...sleep, ...ended } : sleep));
    putRun(this.#context, changedRun(run, { sleeps, updatedAt: endedAt }));
    pending.resolve();
  }

  #forget(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.cancel();
    return pending;
  }
}

/** The duration of a sleep in milliseconds. Throws 400 when none is given. */
function durationOf({ durationMs, until }: NewSleep, now: Micros): number {
  if (typeof durationMs === 'number') return durationMs;
  if (typeof until === 'number') return Math.max(until - now, 0) / MICROS_PER_MILLISECOND;
  throw wrongFields([bodyProblem(['durationMs'], 'is required; or send until, an RFC 3339 time')]);
}

/** The sleeps of a run, without the oldest ended one when there is no room for another. Throws 409 when all are pending. */
function keptSleeps({ sleeps }: RunRecord): readonly SleepRecord[] {
  if (sleeps.length < MAX_SLEEPS) return sleeps;
  const oldest = sleeps.findIndex(({ endedAt }) => endedAt !== null);
  if (oldest !== -1) return sleeps.toSpliced(oldest, 1);
  throw new ApiError('conflict', `The run has ${MAX_SLEEPS} pending sleeps: wait until some of them end.`);
}

function sleepOf({ sleeps }: RunRecord, id: string): SleepRecord | undefined {
  return sleeps.find((sleep) => sleep.id === id);
}

/** A sleep as `/v0` returns it. */
export function sleepView({ id, createdAt, durationMs, until, skippedAt }: SleepRecord): Sleep {
  return {
    ...{ id, createdAt: formatTimestamp(createdAt), durationMs: Math.round(durationMs) },
    ...{ until: formatTimestamp(until), skippedAt: momentView(skippedAt) },
  };
}
