import { clearTimeout, setTimeout } from '../timers/timers.ts';

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
