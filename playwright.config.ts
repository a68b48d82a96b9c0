import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { DesktopOptions } from './test/desktop/support/desktop.ts';
import { toolPath } from './test/tools/tools.ts';

const browser = toolPath('browser');

/**
 * True to run the tests that both applications can run with the packaged one only, which users have. For pipelines, which can
 * package it. Differences of the application from its sources are tested in `*.inside.spec.ts`, its arguments in `starting.spec.ts`.
 */
const runsOnce = process.env['CI'] !== undefined && process.platform === 'linux';

/** Matches tests that the second lane runs: another way to do what a test beside them does. */
const VARIANTS = /@variant/;

/**
 * `browser`: the window in a real Chromium; each test has an emulator of its own (test/e2e/support).
 * `variants`: variants of those tests. `hardening`: the rest of the window, and every page in both themes and at all sizes.
 * `desktop`: the application from its sources in a real Electron (test/desktop/support).
 * `packaged`: the application as `npm run dist` packages it. Tests that look inside the main process stay out: its fuses forbid that.
 */
export default defineConfig<object, DesktopOptions>({
  projects: [
    { name: 'browser', testDir: 'test/e2e', grepInvert: VARIANTS },
    { name: 'variants', testDir: 'test/e2e', grep: VARIANTS },
    { name: 'hardening', testDir: 'test/hardening/e2e' },
    {
      name: 'desktop',
      testDir: 'test/desktop',
      testMatch: runsOnce ? /(?:\.inside|\/starting)\.spec\.ts$/ : /\.spec\.ts$/,
      testIgnore: /\.outside\.spec\.ts$/,
    },
    { name: 'package', testDir: 'test/desktop', testMatch: /package\.setup\.ts$/ },
    {
      name: 'packaged',
      testDir: 'test/desktop',
      testIgnore: /\.inside\.spec\.ts$/,
      dependencies: ['package'],
      use: { packaged: true },
    },
  ],
  outputDir: 'test-results/e2e',
  // The built library is imported as it is.
  build: { external: ['**/out/**'] },
  fullyParallel: true,
  // A worker waits part of its time: for programs that start, and for what a page must not do.
  workers: availableParallelism() + 2,
  // Tells in a pipeline what is flaky from what is broken; the last lines name what is flaky (build/last-lines.ts).
  retries: process.env['CI'] === undefined ? 0 : 2,
  // Much longer than on an idle machine: a test ends when the results are there that it waits for.
  timeout: 300_000,
  // Many times what a project takes, so that a lane also ends where an application that does not start lets each test wait to its end.
  globalTimeout: 20 * 60_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      // A page lives for seconds: compiling its code a third time, for speed, takes an eighth of all processor time.
      args: ['--no-sandbox', '--js-flags=--no-opt --no-maglev'],
      ...(browser === undefined ? {} : { executablePath: browser }),
    },
  },
});
