import { expect, test } from 'vitest';
import { failureOf, shortFailure } from '../../renderer/core/run/run-display.ts';
import { framesOf, placeOf } from '../../renderer/features/runs/panel/RunFailure.tsx';
import type { LogEntry } from '../../shared/model/run.ts';

const FIRST = 'run20261125z3241lddde5';
const SECOND = 'run20261125zz8fspew3ua';

test.each<[string, string, string[], string]>([
  ['The period is closed', 'The period is closed', [], 'The period is closed'],
  [`ledger (${FIRST}) failed: closed`, 'ledger: closed', [FIRST], 'closed'],
  [
    `pay (${FIRST}) failed: post (${SECOND}) failed: no: really`,
    'pay: post: no: really',
    [FIRST, SECOND],
    'no: really',
  ],
  [`see ${FIRST}`, `see ${FIRST}`, [], `see ${FIRST}`],
  [`ledger (${FIRST}) was cancelled`, `ledger (${FIRST}) was cancelled`, [], `ledger (${FIRST}) was cancelled`],
])('the failure %j is %j in a row, and names the runs that it came through', (text, short, runs, reason) => {
  expect(shortFailure(text)).toBe(short);
  expect(failureOf(text).runs.map(({ runID }) => runID)).toEqual(runs);
  expect(failureOf(text).reason).toBe(reason);
});

const line = (text: string, level: LogEntry['level'] = 'error', insertID = '1'): LogEntry => {
  return { insertID, level, taskSlug: 'ledger', text, timestamp: '2026-11-25 10:44:21.801695+00' };
};

test.each<[string, LogEntry[], string[], string]>([
  ['no line', [], [], ''],
  ['no frame', [line('Error: closed'), line('Run failed: closed.')], [], ''],
  [
    'the last stack trace',
    [
      line('    at early (other.ts:1:1)'),
      line('Error: closed'),
      line('    at post (ledger.ts:4:9)'),
      line('    at default (lib/ledger.mjs:11:65)'),
      line('Run failed: closed.'),
    ],
    ['at post (ledger.ts:4:9)', 'at default (lib/ledger.mjs:11:65)'],
    'ledger.ts:4:9',
  ],
  ['a frame without a function', [line('    at ledger.ts:4:9')], ['at ledger.ts:4:9'], 'ledger.ts:4:9'],
  [
    'a frame on a drive of Windows',
    [line('    at post (C:\\shop\\ledger.ts:4:9)')],
    ['at post (C:\\shop\\ledger.ts:4:9)'],
    'C:\\shop\\ledger.ts:4:9',
  ],
  ['what only looks like one', [line('at post (ledger.ts:4:9)', 'info'), line('at noon')], [], ''],
])('the stack of a failure is read from its log: %s', (_name, lines, frames, place) => {
  expect(framesOf(lines)).toEqual(frames);
  expect(placeOf(framesOf(lines))).toBe(place);
});
