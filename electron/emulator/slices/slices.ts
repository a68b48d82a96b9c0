import { performance, setImmediate } from '../timers/timers.ts';

/** Maximum duration of one slice, in milliseconds. */
const SLICE_MILLISECONDS = 4;

/** Duration of work after which requests are read before the turn ends, in milliseconds. */
const LONG_WORK = 20;

/** Thrown to cancel work in slices. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** Cooperative time slicing: long work pauses every few milliseconds so that the event loop can turn. */
export class Slices {
  #began = performance.now();
  #isStopped = false;
  readonly #isWanted: () => boolean;

  /** @param isWanted checked after each pause; false cancels the work, like `stop` */
  constructor(isWanted: () => boolean = () => true) {
    this.#isWanted = isWanted;
  }

  /** Cancels the work at its next pause. */
  stop(): void {
    this.#isStopped = true;
  }

  /** True when the current slice is used up. */
  get isDue(): boolean {
    return this.#isStopped || performance.now() - this.#began > SLICE_MILLISECONDS;
  }

  /** Pauses when the slice is used up; call it often. Throws `StoppedError` when the work was cancelled. */
  async pauseIfDue(): Promise<void> {
    if (this.isDue) await this.pause();
  }

  /** Lets the event loop turn once. Throws `StoppedError` when the work was cancelled. */
  async pause(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
    this.assertWanted();
  }

  /** Throws `StoppedError` when the work was cancelled. */
  assertWanted(): void {
    if (this.#isStopped || !this.#isWanted()) throw new StoppedError('stopped');
  }
}

/** Runs a generator that yields often, in time slices. */
export async function inSlices<Result>(
  work: Generator<unknown, Result, undefined>,
  slices = new Slices(),
): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (slices.isDue) await slices.pause();
  }
}

/** Runs a generator that yields often: synchronously when it fits into one slice, otherwise in further slices. */
export function inSlicesIfLong<Result>(
  work: Generator<unknown, Result, undefined>,
  isWanted?: () => boolean,
): Result | Promise<Result> {
  const slices = new Slices(isWanted);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (slices.isDue) return slices.pause().then(() => inSlices(work, slices));
  }
}

/** Runs a callback at the end of this turn of the event loop; after long work, at the end of the next one. */
export function atEndOfTurn(call: () => void): void {
  const began = performance.now();
  setImmediate(() => (performance.now() - began < LONG_WORK ? call() : setImmediate(call)));
}

/** Paused work, in order. */
const waiting: (() => void)[] = [];

/** Resumes one paused work per turn, so that many of them delay other work no more than one. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeFirst);
  });
}

function resumeFirst(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeFirst);
}
