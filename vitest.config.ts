import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { workerText } from './build/worker-text.ts';

export default defineConfig({
  plugins: [workerText()],
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // Many tests wait for programs that they started: a core left over for others, as by default, would be idle on two.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Tells in a pipeline what is flaky from what is broken; `npm test` fails for either (build/last-lines.mjs).
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
