import fs from 'node:fs';
import { pause } from '../timers/timers.ts';
import { isSystemError } from '../files/system-error.ts';

/**
 * Codes with which Windows refuses to replace or to read a file that an editor, an indexer or an antivirus has open. They usually let
 * go of it within a tenth of a second. The other systems replace and read open files.
 */
const HELD = ['EPERM', 'EBUSY', 'EACCES'];
/** Milliseconds before each further attempt. The synchronous ones block the server, so they end earlier. */
const DELAYS = [1, 5, 10, 20, 40, 80, 160, 320, 640];
const BLOCKING_DELAYS = DELAYS.slice(0, 7);

/** Replaceable parts of a retry. */
interface RetryOptions<Wait> {
  readonly platform?: NodeJS.Platform;
  readonly wait?: (milliseconds: number) => Wait;
}

/** Repeats work that Windows refuses while another program holds the file. Rejects with the last refusal. */
export async function retryHeld<Result>(
  work: () => Promise<Result>,
  { platform = process.platform, wait = pause }: RetryOptions<Promise<unknown>> = {},
): Promise<Result> {
  for (const delay of delaysOf(platform, DELAYS)) {
    try {
      return await work();
    } catch (error) {
      if (!isHeld(error)) throw error;
      await wait(delay);
    }
  }
  return work();
}

/** Synchronous version of `retryHeld`, which gives up after a third of a second. */
export function retryHeldSync<Result>(
  work: () => Result,
  { platform = process.platform, wait = block }: RetryOptions<unknown> = {},
): Result {
  for (const delay of delaysOf(platform, BLOCKING_DELAYS)) {
    try {
      return work();
    } catch (error) {
      if (!isHeld(error)) throw error;
      wait(delay);
    }
  }
  return work();
}

/** Renames a file over another one, which Windows refuses while another program holds that. */
export function replaceFile(from: string, to: string): Promise<void> {
  return retryHeld(() => fs.promises.rename(from, to));
}

/** Synchronous version of `replaceFile`. */
export function replaceFileSync(from: string, to: string): void {
  retryHeldSync(() => fs.renameSync(from, to));
}

function delaysOf(platform: NodeJS.Platform, delays: readonly number[]): readonly number[] {
  return platform === 'win32' ? delays : [];
}

function isHeld(error: unknown): boolean {
  return HELD.some((code) => isSystemError(error, code));
}

function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
