import { writeFileSync } from 'node:fs';

/** A Playwright reporter: writes how many tests passed and failed, and what was skipped for which reason. */
export default class {
  onBegin(_config, suite) {
    this.suite = suite;
  }

  onEnd() {
    const tests = this.suite.allTests();
    const withOutcome = (...outcomes) => tests.filter((test) => outcomes.includes(test.outcome()));
    const summary = {
      passed: withOutcome('expected', 'flaky').length,
      failed: withOutcome('unexpected').length,
      skipped: withOutcome('skipped').map((test) => ({
        name: test.titlePath().filter(Boolean).join(' > '),
        reason: test.annotations.find(({ type }) => type === 'skip')?.description ?? '',
      })),
    };
    if (process.env.HANGAR_TEST_SUMMARY) writeFileSync(process.env.HANGAR_TEST_SUMMARY, JSON.stringify(summary));
  }

  printsToStdio() {
    return false;
  }
}
