/** Longest time that one slice keeps the event loop, in milliseconds. */
const SLICE_MILLISECONDS = 4;

/** Thrown to end work in slices that is no longer wanted. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** Work that lets the event loop turn every few milliseconds. */
export class Slices {
  #began = performance.now();
  #isStopped = false;
  readonly #isWanted: () => boolean;

  /** @param isWanted asked after each pause; false ends the work, as `stop` does. */
  constructor(isWanted: () => boolean = () => true) {
    this.#isWanted = isWanted;
  }

  /** Ends the work at its next pause. */
  stop(): void {
    this.#isStopped = true;
  }

  /** True when the present slice is used up. */
  get isDue(): boolean {
    return this.#isStopped || performance.now() - this.#began > SLICE_MILLISECONDS;
  }

  /** Pauses when the slice is used up; call it often. Throws `StoppedError` when the work is no longer wanted. */
  async pauseIfDue(): Promise<void> {
    if (this.isDue) await this.pause();
  }

  /** Lets the event loop turn once. Throws `StoppedError` when the work is no longer wanted. */
  async pause(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
    if (this.#isStopped || !this.#isWanted()) throw new StoppedError('stopped');
  }
}

/** Finishes work that yields often, a slice at a time. */
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

/** Finishes work that yields often: at once when it fits into one slice, else in further ones. */
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

/** Work that waits for the event loop to turn, in order. */
const waiting: (() => void)[] = [];

/** One piece of work goes on in each turn, so that many of them delay others no longer than one does. */
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
