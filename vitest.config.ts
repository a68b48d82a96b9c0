import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { workerText } from './build/worker-text.ts';

/** Tests that start programs: the build, npm, databases, other languages. */
const PROGRAMS = ['test/programs/**/*.test.ts', 'test/package/**/*.test.ts'];

/** Starts the tests that mostly wait for programs first, so that none of them runs alone at the end. */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ project }: TestSpecification) => project.name === 'programs';
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}

export default defineConfig({
  plugins: [workerText()],
  test: {
    // Many tests wait for programs that they started: with one worker for each core, the cores would be idle.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: ProgramsFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Much longer than on an idle machine: a test that waits for a result ends when it is there.
    expect: { poll: { timeout: 15_000 } },
    // Tells in a pipeline what is flaky from what is broken; the last lines name what is flaky (build/last-lines.mjs).
    retry: process.env['CI'] === undefined ? 0 : 2,
    // `isolate: false`: no module under test keeps state of its own, so files share the modules that a worker has loaded.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...PROGRAMS, 'test/renderer/**'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'window', include: ['test/renderer/**/*.test.{ts,tsx}'], isolate: false } },
      { extends: true, test: { name: 'programs', include: PROGRAMS } },
    ],
  },
});
