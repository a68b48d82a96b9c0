import type { Readable } from 'node:stream';
import type { Guard } from './guard.ts';
import { LineReader } from './line-reader.ts';

/** Work shorter than this causes no delay, in milliseconds. */
const NOTICEABLE = 1;

/** Time at which all work so far is paid for, by the clock of `performance`. */
let paidAt = 0;

/**
 * Processes data that the code of a run has sent. Returns the milliseconds to wait before more is read: the delay that
 * `work` returns, or longer, so that the code of all runs together takes at most half of the server's time.
 */
export function throttle(work: () => number): number {
  const began = performance.now();
  const delay = work();
  const now = performance.now();
  if (now - began < NOTICEABLE) return delay;
  paidAt = Math.max(paidAt, began) + 2 * (now - began);
  return Math.max(delay, paidAt - now);
}

/** Passes chunks of a stream to `take` and pauses the stream as `throttle` says. Its pipe fills up, and the writing process waits. */
export function readThrottled(stream: Readable, take: (chunk: Uint8Array) => number): void {
  stream.on('data', (chunk: Uint8Array) => {
    const delay = throttle(() => take(chunk));
    if (delay === 0) return;
    stream.pause();
    setTimeout(() => stream.resume(), delay);
  });
}

/**
 * Reads the lines of a stream, throttled by the delays that `onLine` returns; resolves when the stream has closed.
 * @param onLine runs in the guard, so that the lines after one that fails the run are read too
 */
export function readLines(
  stream: Readable,
  onLine: (line: string) => number,
  options: { readonly guard: Guard; readonly isWhole?: (start: string) => boolean; readonly whole?: number },
): Promise<void> {
  let delay = 0;
  const take = options.guard((line: string) => void (delay += onLine(line)));
  const reader = new LineReader(take, options.isWhole, options.whole);
  readThrottled(stream, (chunk) => {
    delay = 0;
    reader.push(chunk);
    return delay;
  });
  return new Promise((resolve) => {
    stream.once('error', () => stream.destroy());
    stream.once('close', () => {
      reader.end();
      resolve();
    });
  });
}
