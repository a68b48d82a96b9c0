import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { workerText } from './build/worker-text.ts';

/** Tests that start programs: the build, databases. */
const PROGRAMS = ['test/programs/**/*.test.ts'];
/** The second lane: hostile input, floods, isolation, disk faults, kills, packages, other languages (test/README.md). */
const HARDENING = ['test/hardening/**/*.test.ts'];
const HARDENING_WINDOW = ['test/hardening/renderer/**/*.test.tsx'];

/** Tests of properties, which the second lane runs too, with more and other input (test/support/properties.ts). */
const PROPERTIES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((path) => /^test\/(?!hardening|renderer)\S+\.test\.ts$/.test(path))
  .filter((path) => readFileSync(path, 'utf8').includes('support/properties.ts'));

const BUILT_LIBRARY = fileURLToPath(new URL('out/main/library.js', import.meta.url));

/** React as users have it, which takes a third of the time of its form for development. */
const WINDOW = { extends: true as const, oxc: { jsx: { development: false } } };
const WINDOW_TEST = {
  env: { NODE_ENV: 'production' },
  isolate: false,
  setupFiles: 'test/renderer/support/document.ts',
};

/** Other tests that take long, by the clock or of a processor; many are in short files. Vitest starts the largest files first. */
const LONG = [
  ...['api/contract', 'renderer/editors', 'hardening/renderer/failed-places'],
  ...['api/giant-bodies', 'api/masked-places', 'store/faults', 'store/lock'].map((name) => `hardening/${name}`),
  ...['held', 'exports', 'requests', 'state-files', 'definitions', 'growth'].map((name) => `hardening/hostile/${name}`),
  ...['script-isolation', 'script-memory', 'hostile-output', 'output-floods'].map(
    (name) => `hardening/behaviors/${name}`,
  ),
].map((path) => `/test/${path}.test.ts`);

/** Starts the tests that mostly wait for programs first, then the long ones, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'programs' ? 0 : LONG.some((path) => moduleId.includes(path)) ? 1 : 2;
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  plugins: [workerText()],
  test: {
    // Room for what lives briefly, in megabytes: tests make much of it, and collecting it takes a tenth of their processor time.
    execArgv: ['--max-semi-space-size=64'],
    // One more than cores, since many tests wait for programs that they started; each worker loads all modules for itself.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Much longer than on an idle machine: a test ends when the results are there that it waits for.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Every Node that a test starts would read these certificates first, for twice the time of its own start; no test needs them.
    env: { NODE_EXTRA_CA_CERTS: '' },
    // Tells in a pipeline what is flaky from what is broken; the last lines name what is flaky (build/last-lines.ts).
    retry: process.env['CI'] === undefined ? 0 : 2,
    // `isolate: false`: the modules under test keep no state of their own, so files share the modules that a worker has loaded.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...PROGRAMS, ...HARDENING, 'test/renderer/**'],
          isolate: false,
        },
      },
      { ...WINDOW, test: { ...WINDOW_TEST, name: 'window', include: ['test/renderer/**/*.test.{ts,tsx}'] } },
      { ...WINDOW, test: { ...WINDOW_TEST, name: 'hardening-window', include: HARDENING_WINDOW } },
      ...[
        { name: 'programs', include: PROGRAMS },
        {
          name: 'hardening',
          include: process.env['HANGAR_TEST_LANE'] === 'hardening' ? [...HARDENING, ...PROPERTIES] : HARDENING,
        },
      ].map(({ name, include }) => ({
        extends: true as const,
        test: {
          name,
          include,
          globalSetup: 'test/support/build.ts',
          // As the first; what these tests start has modules of its own anyway.
          isolate: false,
          // The library as it is built, as users have it, which also loads in a tenth of the time of its sources.
          alias: [{ find: /^.*\/electron\/programs\/library\.ts$/, replacement: BUILT_LIBRARY }],
          server: { deps: { external: [BUILT_LIBRARY] } },
        },
      })),
    ],
  },
});
