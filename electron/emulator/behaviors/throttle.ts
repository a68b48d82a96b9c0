import type { Readable } from 'node:stream';

/** Shorter work is not worth a pause, in milliseconds. */
const NOTICEABLE = 1;

/** When all work so far is made up for, on the clock of `performance`. */
let madeUpAt = 0;

/**
 * Does work on what the code of a run has sent. Gives the milliseconds to wait before more of it is read: those that the work
 * asks for, and at least so many that the code of all runs together takes half of the server's time.
 */
export function throttle(work: () => number): number {
  const began = performance.now();
  const asked = work();
  const now = performance.now();
  if (now - began < NOTICEABLE) return asked;
  madeUpAt = Math.max(madeUpAt, began) + 2 * (now - began);
  return Math.max(asked, madeUpAt - now);
}

/** Gives chunks of a stream to `take`, and stops reading for as long as `paced` says: the pipe is full soon, and the process that writes into it waits. */
export function readThrottled(stream: Readable, take: (chunk: Uint8Array) => number): void {
  stream.on('data', (chunk: Uint8Array) => {
    const wait = throttle(() => take(chunk));
    if (wait === 0) return;
    stream.pause();
    setTimeout(() => stream.resume(), wait);
  });
}
