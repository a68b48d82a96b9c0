import { writeFileSync } from 'node:fs';

/**
 * A Playwright reporter: writes how many tests passed, which failed, which were skipped for which reason, and which passed
 * only when they were tried again, with what went wrong before. Each of those is a defect of the test or of Hangar.
 */
export default class {
  onBegin(_config, suite) {
    this.suite = suite;
  }

  onEnd() {
    const tests = this.suite.allTests();
    const withOutcome = (...outcomes) => tests.filter((test) => outcomes.includes(test.outcome()));
    const nameOf = (test) => test.titlePath().filter(Boolean).join(' > ');
    const named = (list) =>
      list.map((test) => ({
        name: nameOf(test),
        reason: test.results.find(({ status }) => status !== 'passed')?.error?.message ?? '',
      }));
    const summary = {
      passed: withOutcome('expected', 'flaky').length,
      failed: named(withOutcome('unexpected')),
      retried: named(withOutcome('flaky')),
      skipped: withOutcome('skipped').map((test) => ({
        name: nameOf(test),
        reason: test.annotations.find(({ type }) => type === 'skip')?.description ?? '',
      })),
    };
    if (process.env.HANGAR_TEST_SUMMARY) writeFileSync(process.env.HANGAR_TEST_SUMMARY, JSON.stringify(summary));
  }

  printsToStdio() {
    return false;
  }
}
