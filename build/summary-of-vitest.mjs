import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * A vitest reporter: writes how many tests passed, which failed, which were skipped for which reason, and which passed only
 * when they were tried again, with what went wrong before. Each of those is a defect of the test or of Hangar.
 */
export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const nameOf = (test) => `${test.module.relativeModuleId} > ${test.fullName}`;
    const inState = (state) => tests.filter((test) => test.result().state === state);
    const retried = inState('passed').filter((test) => test.diagnostic()?.flaky);
    // A file that cannot be loaded has no tests that could fail.
    const broken = modules.filter((module) => module.errors().length > 0);
    const named = (list) => list.map((test) => ({ name: nameOf(test), reason: reasonOf(test.result().errors) }));
    const summary = {
      passed: inState('passed').length,
      failed: [
        ...named(inState('failed')),
        ...broken.map((module) => ({ name: module.relativeModuleId, reason: reasonOf(module.errors()) })),
        ...unhandledErrors.map((error) => ({ name: 'an error outside of tests', reason: reasonOf([error]) })),
      ],
      retried: named(retried),
      skipped: inState('skipped').map((test) => ({ name: nameOf(test), reason: test.result().note ?? '' })),
    };
    if (process.env.HANGAR_TEST_SUMMARY) writeFileSync(process.env.HANGAR_TEST_SUMMARY, JSON.stringify(summary));
  }
}

/** The first error of several, with its line. */
function reasonOf(errors) {
  const [error] = errors ?? [];
  const [place] = error?.stacks ?? [];
  return `${place ? `${relative('', place.file)}:${place.line}: ` : ''}${error?.message ?? ''}`;
}
