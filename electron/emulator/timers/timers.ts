import { performance as measured } from 'node:perf_hooks';
import * as timers from 'node:timers';
import * as promises from 'node:timers/promises';
import { runInNewContext } from 'node:vm';

// Kept in constants: the fake timers of test runners replace the functions of the globals, and those of Node's modules too, while
// the emulator of a suite goes on in the same process.

/** The timers of Node, by their names there, as they were when this module was loaded. */
export const { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = timers;

/** Resolves after that many milliseconds, with a value if one is given. */
export const pause = promises.setTimeout;

/** Resolves once the current turn of the event loop has ended. */
export const endOfTurn = promises.setImmediate;

/** Calls before the event loop goes on. */
export const nextTick: typeof process.nextTick = process.nextTick.bind(process);

/** The machine's monotonic clock, in milliseconds with a fraction. */
export const performance = { now: measured.now.bind(measured) } as const;

/** The machine's wall clock, in milliseconds since 1970: of a context of its own where a suite has replaced `Date` already. */
export const wallTime: () => number = Function.prototype.toString.call(Date.now).includes('[native code]')
  ? Date.now
  : // A function of this type.
    (runInNewContext('Date.now') as () => number);

/**
 * Resolves to true when the promise resolves within the time, to false otherwise. Rejects when the promise rejects in that
 * time.
 */
export function resolvesWithin(milliseconds: number, promise: Promise<void>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    promise.then(() => resolve(true), reject).finally(() => clearTimeout(timer));
  });
}
