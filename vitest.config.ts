import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { workerText } from './build/worker-text.ts';

/** Folders whose tests mostly wait for programs: begun first, so that none of them is left alone at the end. */
const WAITING = /\/test\/(?:programs|package)\//;

/** Starts what takes longest first, as far as the folder tells. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification) => WAITING.test(moduleId);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}

export default defineConfig({
  plugins: [workerText()],
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // Many tests wait for programs that they started: with one worker for each core, cores would be idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Tells in a pipeline what is flaky from what is broken; the last lines name what is flaky (build/last-lines.mjs).
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
