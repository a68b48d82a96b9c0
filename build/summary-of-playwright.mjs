import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

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
        reason: reasonOf(test.results.find(({ status }) => status !== 'passed')),
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

/** All that went wrong in a try of a test, with the lines: after a timeout, the second error is what the test waited for. */
function reasonOf(result) {
  const told = (error) => {
    const place = error.location ? `${relative('', error.location.file)}:${error.location.line}: ` : '';
    return `${place}${error.message ?? error.value ?? ''}`;
  };
  return result?.errors.map(told).join('\n') ?? '';
}
