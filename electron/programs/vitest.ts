import { test as base, type RunnerTestCase, type TestAPI } from 'vitest';
import { relative } from 'node:path';
import { failedBy, findingsError, type Hangar, type HangarOptions, type HangarTest, openHangar } from './testing.ts';

/** Fixtures of a test with an emulator. */
export interface HangarFixtures {
  /** Options of the emulator, changed by `test.extend({ hangarOptions: { workspace: 'other.json' } })`. */
  readonly hangarOptions: HangarOptions;
  /** A separate emulator for the test. The report of a failing test has the findings. */
  readonly hangar: Hangar;
}

/** The `test` of vitest with the fixture `hangar`. Tests that do not use it start no emulator. */
export const test: TestAPI<HangarFixtures> = base.extend<HangarFixtures>({
  hangarOptions: {},
  hangar: async ({ hangarOptions, task }, use) => {
    const test = hangarOptions.test ?? nameOf(task);
    const hangar = await openHangar({ ...hangarOptions, test });
    try {
      await use(hangar);
      const hasFailed = task.result?.state === 'fail';
      const outcome = hasFailed !== (task.fails === true) ? failedBy(task.result?.errors?.[0], test) : PASSED;
      // An outcome that is not told must not change it.
      await hangar.outcome(outcome).catch(() => undefined);
      // An error of a fixture is reported in addition to that of the test.
      const findings = hasFailed ? await findingsError(hangar) : undefined;
      if (findings !== undefined) throw findings;
    } finally {
      await hangar.close();
    }
  },
});

const PASSED = { state: 'passed' } as const;

/** The names of a test and its groups, and its place; the line where vitest collects it (`includeTaskLocation`). */
function nameOf({ name, suite, file, location }: RunnerTestCase): HangarTest {
  const names = [name];
  for (let group = suite; group !== undefined; group = group.suite) names.unshift(group.name);
  const groups = names.filter((each) => each !== '').join(' > ');
  return { name: groups, file: relative(process.cwd(), file.filepath), line: location?.line ?? null };
}

export { test as it };
