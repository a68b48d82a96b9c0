import type { Readable } from 'node:stream';
import type { Guard } from './guard.ts';
import { LineReader } from './line-reader.ts';
import { performance, setTimeout } from '../timers/timers.ts';

/** Work shorter than this causes no delay, in milliseconds. */
const NOTICEABLE = 1;
/** After this many milliseconds, further work waits for a later turn. On a busy machine each turn comes late, so shorter slices read less. */
const SLICE = 16;

/** Time at which the delay for all work so far is over, by the clock of `performance`. */
let paidAt = 0;

/**
 * Processes data from the code of a run. Returns the milliseconds to wait before processing more: the delay that `work` returns,
 * or longer, so that all runs together take at most half of the server's time.
 */
export function throttle(work: () => number): number {
  const began = performance.now();
  const delay = work();
  const now = performance.now();
  if (now - began < NOTICEABLE) return delay;
  paidAt = Math.max(paidAt, began) + 2 * (now - began);
  return Math.max(delay, paidAt - now);
}

/** Work in steps. Each yields the milliseconds to wait before the next. */
export type Steps = Generator<number, void, undefined>;

/** Processes data of a run in order and throttled. A long step is the last of its turn. */
export class ThrottledQueue {
  readonly #waiting: Steps[] = [];
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param onIdle called when all work is done after a delay */
  constructor(onIdle: () => void = () => undefined) {
    this.#onIdle = onIdle;
  }

  /** Runs the work now, or after earlier work. Returns false when part of it has to wait. */
  add(steps: Steps): boolean {
    this.#waiting.push(steps);
    return this.#timer === undefined && this.#run();
  }

  #run(): boolean {
    const delay = throttle(() => this.#runSlice());
    this.#timer = undefined;
    if (this.#waiting.length + delay === 0) return true;
    this.#timer = setTimeout(() => this.#run() && this.#onIdle(), delay);
    return false;
  }

  /** Runs steps until a slice of time is used up or a step returns a delay. Returns the delay. */
  #runSlice(): number {
    const end = performance.now() + SLICE;
    for (let steps = this.#waiting[0]; steps !== undefined && performance.now() < end; steps = this.#waiting[0]) {
      const step = steps.next();
      if (step.done === true) this.#waiting.shift();
      else if (step.value > 0) return step.value;
    }
    return 0;
  }
}

/**
 * Passes chunks of a stream to `take` and pauses the stream while its work waits. Its pipe fills up, and the writing process
 * waits. Resolves when the stream has closed and all its work is done.
 */
export function readThrottled(stream: Readable, take: (chunk: Uint8Array) => Steps): Promise<void> {
  const queue = new ThrottledQueue(() => stream.resume());
  stream.on('data', (chunk: Uint8Array) => {
    if (!queue.add(take(chunk))) stream.pause();
  });
  stream.once('error', () => stream.destroy());
  return new Promise((resolve) => {
    // A socket ends once it has no more data, even while it is paused and its last chunk waits here.
    stream.once('close', () => queue.add(lastStep(resolve)));
  });
}

function* lastStep(call: () => void): Steps {
  call();
  yield 0;
}

/**
 * Reads the lines of a stream, throttled by the delays that `onLine` returns; resolves when the stream has closed.
 * @param onLine runs in the guard, so that the lines after one that fails the run are read too
 */
export async function readLines(
  stream: Readable,
  onLine: (line: string) => number,
  options: { readonly guard: Guard; readonly isWhole?: (start: string) => boolean; readonly whole?: number },
): Promise<void> {
  let delay = 0;
  const take = options.guard((line: string) => void (delay += onLine(line)));
  const reader = new LineReader(take, options.isWhole, options.whole);
  await readThrottled(stream, function* (chunk) {
    delay = 0;
    reader.push(chunk);
    yield delay;
  });
  reader.end();
}
