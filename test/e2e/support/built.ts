import { test as base } from '@playwright/test';
import { ensureBuilt } from '../../../build/ensure-built.mjs';

interface Worker {
  readonly built: boolean;
  /** Functions to call at the end of this worker process. */
  readonly atEnd: Set<() => Promise<unknown>>;
}

/** A test of the current sources. All browser tests extend it: tests of another kind would need workers and browsers of their own. */
export const test = base.extend<object, Worker>({
  built: [
    // Playwright reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      await ensureBuilt();
      await use(true);
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  atEnd: [
    async ({}, use) => {
      const ends = new Set<() => Promise<unknown>>();
      await use(ends);
      for (const end of ends) await end();
    },
    { scope: 'worker' },
  ],
});
