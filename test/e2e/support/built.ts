import { test as base } from '@playwright/test';
import { ensureBuilt } from '../../../build/ensure-built.mjs';

/** A test of the current sources. All browser tests extend it: tests of another kind would need workers and browsers of their own. */
export const test = base.extend<object, { readonly built: boolean }>({
  built: [
    // Playwright reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      await ensureBuilt();
      await use(true);
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
});
