import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { TimestampOrNull, TimestampText } from '../../model/answers.ts';
import { ClockView } from './clock.ts';
import { Finding } from './findings.ts';
import { Key } from './one-item.ts';
import { PromptRow, RunRow, TrafficRow } from './rows.ts';

/** Maximum lengths of the texts of a test, in characters. Fixtures cut longer ones. */
export const TEST_TEXTS = { name: 1000, file: 2000, message: 8000 } as const;

/** A place in the sources of a suite. */
const PLACE = {
  file: z.string().max(TEST_TEXTS.file).default('').describe('Path as its runner gives it; "" when unknown'),
  line: z.int().min(1).max(100_000_000).nullable().default(null).describe('From 1; null when unknown'),
};

/** A test of a suite, as its runner names it. */
export const SuiteTest = z
  .strictObject({ name: z.string().min(1).max(TEST_TEXTS.name), ...PLACE })
  .meta({ id: 'SuiteTest' });
export type SuiteTest = z.output<typeof SuiteTest>;

/** The outcome of a test, with the assertion that failed. */
export const TestOutcome = z
  .strictObject({
    state: z.enum(['passed', 'failed']),
    message: z.string().max(TEST_TEXTS.message).default('').describe('Why it failed'),
    ...PLACE,
  })
  .meta({ id: 'TestOutcome' });
export type TestOutcome = z.output<typeof TestOutcome>;

/** A test with a sandbox of its own. */
export const TestRow = z
  .object({
    id: z.string().describe('ID of its sandbox'),
    test: SuiteTest,
    state: z.enum(['running', 'passed', 'failed', 'ended']).describe('`ended`: its sandbox ended without an outcome'),
    outcome: TestOutcome.nullable().describe('null until its runner gives it'),
    url: z.string().describe('URL of its sandbox; "" once that has ended'),
    startedAt: TimestampText.describe("By the machine's clock"),
    endedAt: TimestampOrNull.describe('When its sandbox ended; null while it runs'),
    milliseconds: z.number().describe('From its beginning to its outcome, or to its end; so far while it runs'),
    calls: z.int().describe('Number of requests'),
    findings: z.int(),
    kept: z.boolean().describe('True while its bundle is kept: that of the last 50 passed tests and of 200 others'),
    bytes: z.int().describe('Size of what is kept; 0 for nothing'),
  })
  .meta({ id: 'TestRow' });
export type TestRow = z.output<typeof TestRow>;

/** A request during a test. */
const TestRequest = z.object({
  row: TrafficRow,
  startedAt: z.number().describe('Milliseconds of the machine since the test began'),
});

/** The emulator of a test: as it is, or as it was at its end. Lists have the latest 1,000 items. */
export const TestView = z
  .object({
    requests: z.array(TestRequest).describe('Oldest first'),
    runs: z.array(RunRow).describe('Oldest first'),
    prompts: z.array(PromptRow).describe('Oldest first'),
    findings: z.array(Finding).describe('Newest first'),
    clock: ClockView,
  })
  .meta({ id: 'TestView' });
export type TestView = z.output<typeof TestView>;

/** A test with what happened in its emulator. */
export const TestDetail = z.object({
  row: TestRow,
  view: TestView.nullable().describe('null when it is no longer kept'),
});
export type TestDetail = z.output<typeof TestDetail>;

/** Name under which the bundle of a test is downloaded. */
export const TEST_BUNDLE_NAME = 'test.hangar-bundle';

const path = '/_emulator/tests';

/** The tests of suites whose sandboxes name their test. */
export const tests = {
  list: emulator.get(path, 'List the tests, newest first: those that run, and the last 2,000 that have ended', {
    response: z.object({ items: z.array(TestRow) }),
  }),
  get: emulator.get(
    `${path}/{id}`,
    'Read one test, with the requests, runs, prompts, findings and clock of its sandbox',
    {
      params: Key,
      response: TestDetail,
      errors: ['not_found'],
    },
  ),
  bundle: emulator.get(`${path}/{id}/bundle`, 'Download the bundle of a test', {
    params: Key,
    response: z.unknown(),
    answerFormat: 'bytes',
    errors: ['not_found'],
  }),
  clear: emulator.delete(path, 'Forget the tests that have ended', {}),
};
