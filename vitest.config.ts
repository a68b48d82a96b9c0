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
    // A pipeline's machine may be slow at any moment, and many tests start real processes: once more there, and it is said.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
