import { test as base, type TestAPI } from 'vitest';
import { findingsError, type Hangar, type HangarOptions, openHangar } from './testing.ts';

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
    const hangar = await openHangar(hangarOptions);
    try {
      await use(hangar);
      // An error of a fixture is reported in addition to that of the test.
      const findings = task.result?.state === 'fail' ? await findingsError(hangar) : undefined;
      if (findings !== undefined) throw findings;
    } finally {
      await hangar.close();
    }
  },
});

export { test as it };
