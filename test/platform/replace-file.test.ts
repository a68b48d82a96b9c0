import { describe, expect, test } from 'vitest';
import { retryHeld, retryHeldSync } from '../../electron/emulator/platform/replace-file.ts';

/** Work that fails with a code a number of times, and counts its attempts. */
function failing(code: string, times: number) {
  const work = { attempts: 0, waited: 0 };
  const attempt = (): string => {
    if (work.attempts++ < times) throw Object.assign(new Error(`${code}: refused`), { code });
    return 'done';
  };
  const wait = (milliseconds: number): void => void (work.waited += milliseconds);
  return { work, attempt, wait };
}

const outcomeOf = (work: () => string): string => {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
};

describe('a file that another program holds', () => {
  test.each<{ on: NodeJS.Platform; code: string; times: number; outcome: string; attempts: number }>([
    { on: 'win32', code: 'EPERM', times: 3, outcome: 'done', attempts: 4 },
    { on: 'win32', code: 'EBUSY', times: 3, outcome: 'done', attempts: 4 },
    { on: 'win32', code: 'EACCES', times: 3, outcome: 'done', attempts: 4 },
    { on: 'win32', code: 'EPERM', times: 99, outcome: 'Error: EPERM: refused', attempts: 8 },
    { on: 'win32', code: 'ENOSPC', times: 1, outcome: 'Error: ENOSPC: refused', attempts: 1 },
    { on: 'darwin', code: 'EPERM', times: 1, outcome: 'Error: EPERM: refused', attempts: 1 },
    { on: 'linux', code: 'EBUSY', times: 1, outcome: 'Error: EBUSY: refused', attempts: 1 },
    { on: 'linux', code: 'EACCES', times: 0, outcome: 'done', attempts: 1 },
  ])(
    'on $on, $code $times times: $outcome after $attempts attempts',
    async ({ on, code, times, outcome, attempts }) => {
      const blocking = failing(code, times);
      const sync = outcomeOf(() => retryHeldSync(blocking.attempt, { platform: on, wait: blocking.wait }));
      const waiting = failing(code, times);
      const work = () => Promise.resolve().then(waiting.attempt);
      const later = await retryHeld(work, { platform: on, wait: () => Promise.resolve() }).catch(String);
      expect([sync, blocking.work.attempts, later]).toEqual([outcome, attempts, outcome]);
      // The server stands still for less than half a second.
      expect(blocking.work.waited).toBeLessThan(500);
    },
  );
});
