import { describe, expect, test } from 'vitest';
import { failureOf, fittingOutcome, fittingTest, givenTest, placeOfCall } from '../../electron/programs/suite-test.ts';
import { SuiteTest, TestOutcome } from '../../shared/contract/emulator/tests.ts';

const at = (path: string): string => `${process.cwd()}/${path}`;
const thrown = (...frames: readonly string[]) => ({ message: 'wrong', stack: ['Error: wrong', ...frames].join('\n') });

describe('the place of a failure', () => {
  const own = `    at ${at('test/a.test.ts')}:52:38`;
  const helper = `    at helper (${at('test/helper.ts')}:7:1)`;
  const library = `    at Object.equal (${at('node_modules/expect/index.js')}:1:1)`;
  test.each([
    ['is in the file of the test', [library, helper, own], 'test/a.test.ts', 52],
    ['is else in the first file of the project', [library, helper], 'test/helper.ts', 7],
    ['is also that of a file URL', [`    at async fn (file://${at('test/a.test.ts')}:3:1)`], 'test/a.test.ts', 3],
    ['is none where only Node has frames', ['    at node:internal/process:95:5'], undefined, undefined],
    ['is none in what is no stack', ['at', ' at :', `${' '.repeat(50_000)}at a:1`], undefined, undefined],
  ])('%s', (_, frames, file, line) => {
    const place = file === undefined ? {} : { file, line };
    expect(failureOf(thrown(...frames), { name: 'a', file: 'test/a.test.ts' })).toEqual({
      ...{ state: 'failed', message: 'wrong' },
      ...place,
    });
  });

  test.each([
    ['a text', 'a text'],
    [undefined, ''],
    [null, 'null'],
    [{ message: 5 }, '{ message: 5 }'],
  ])('of %j that was thrown is none, and it is the message', (value, message) => {
    expect(failureOf(value, undefined)).toEqual({ state: 'failed', message });
  });
});

describe('what is told', () => {
  test('fits, whatever the runner gives', () => {
    const long = 'a'.repeat(100_000);
    const named = fittingTest({ name: long, file: long, line: 3 });
    const outcome = fittingOutcome({ state: 'failed', message: `\u001b[31m${long}`, file: long });
    expect(SuiteTest.parse(named)).toEqual(named);
    expect(TestOutcome.parse(outcome)).toEqual(outcome);
    expect(outcome.message).toMatch(/^a+…$/);
    expect(fittingTest({ name: '' })).toEqual({ name: '(no name)', file: '', line: null });
  });

  test('names the test by the context of its runner, with the place where it is declared', () => {
    const place = placeOfCall(new Error());
    expect(givenTest([{ fullName: 'orders > pay', name: 'pay' }], { file: 'a.js', line: 3 })).toEqual({
      ...{ name: 'orders > pay', file: 'a.js', line: 3 },
    });
    expect(place.line).toEqual(expect.any(Number));
  });
});
