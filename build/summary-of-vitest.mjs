import { writeFileSync } from 'node:fs';

/** A vitest reporter: writes how many tests passed and failed, and what was skipped for which reason. */
export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    // A file that cannot be loaded has no tests that could fail.
    const broken = modules.filter((module) => module.errors().length > 0).length + (unhandledErrors.length > 0 ? 1 : 0);
    const summary = {
      passed: inState('passed').length,
      failed: inState('failed').length + broken,
      skipped: inState('skipped').map((test) => ({
        name: `${test.module.relativeModuleId} > ${test.fullName}`,
        reason: test.result().note ?? '',
      })),
    };
    if (process.env.HANGAR_TEST_SUMMARY) writeFileSync(process.env.HANGAR_TEST_SUMMARY, JSON.stringify(summary));
  }
}
