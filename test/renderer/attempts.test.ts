import { expect, test } from 'vitest';
import type { TrafficEntry } from '../../shared/contract/emulator/rows.ts';
import { attemptsOf, attemptsText, candidatesOf, verdictOf } from '../../renderer/features/traffic/attempts.ts';

interface Made {
  readonly second: number;
  readonly status: number;
  readonly body?: string;
  readonly key?: string;
  readonly run?: string;
  readonly fault?: string;
  readonly retryAfter?: string;
}

const entryOf = ({ second, status, body = 'a', key = '', run = '', fault, retryAfter }: Made, index: number) =>
  ({
    row: {
      ...{
        id: String(index),
        at: `2026-03-04 12:00:${second.toFixed(3).padStart(6, '0')}+00`,
        status,
        milliseconds: 2,
      },
      ...{
        idempotencyKey: key,
        runID: run,
        method: 'POST',
        path: '/v0/tasks/execute',
        query: '',
        client: 'c',
        caller: 'k',
      },
      ...(fault === undefined ? {} : { fault: { slug: 'f', kind: fault } }),
    },
    request: { body, size: body.length },
    answer: { headers: retryAfter === undefined ? [] : [['retry-after', retryAfter]] },
  }) as unknown as TrafficEntry;

const CASES: readonly (readonly [string, readonly Made[], number, readonly string[]])[] = [
  [
    'a retry after a 503',
    [
      { second: 1, status: 503 },
      { second: 2, status: 200 },
    ],
    1,
    ['0', '1'],
  ],
  [
    'another call after a success',
    [
      { second: 1, status: 200 },
      { second: 2, status: 200 },
    ],
    1,
    ['1'],
  ],
  [
    'another body',
    [
      { second: 1, status: 503 },
      { second: 2, status: 200, body: 'b' },
    ],
    0,
    ['0'],
  ],
  [
    'another key',
    [
      { second: 1, status: 503, key: 'x' },
      { second: 2, status: 200, key: 'y' },
    ],
    0,
    ['0'],
  ],
  [
    'the same key after a success',
    [
      { second: 1, status: 200, key: 'x' },
      { second: 2, status: 200, key: 'x' },
    ],
    0,
    ['0', '1'],
  ],
  [
    'a lost answer between others',
    [
      { second: 1, status: 429 },
      { second: 2, status: 200, body: 'b' },
      { second: 3, status: 0 },
      { second: 5, status: 200, fault: 'truncate' },
      { second: 6, status: 200 },
      { second: 7, status: 200 },
    ],
    3,
    ['0', '2', '3', '4'],
  ],
  [
    'a refusal that does not pass',
    [
      { second: 1, status: 400 },
      { second: 2, status: 400 },
    ],
    1,
    ['1'],
  ],
];

test.each(CASES)('the attempts of %s are told from other calls', (_, made, own, expected) => {
  expect(attemptsOf(String(own), made.map(entryOf)).map(({ row }) => row.id)).toEqual(expected);
});

test('an attempt after more than a minute is another call', () => {
  const late = { ...entryOf({ second: 1, status: 200 }, 1) };
  const entries = [
    entryOf({ second: 1, status: 503 }, 0),
    { ...late, row: { ...late.row, at: '2026-03-04 12:01:02+00' } },
  ];
  expect(attemptsOf('0', entries)).toHaveLength(1);
});

test('gaps are those between an answer and the next request, judged by Retry-After', () => {
  const attempts = attemptsOf(
    '0',
    [
      { second: 1, status: 429, retryAfter: '2' },
      { second: 3.032, status: 429, retryAfter: '2' },
      { second: 4, status: 200, run: 'run1' },
    ].map(entryOf),
  );
  expect(attempts.map(({ gap, keptRetryAfter }) => [gap, keptRetryAfter])).toEqual([
    [undefined, undefined],
    [2030, true],
    [966, false],
  ]);
  expect(attemptsText(attempts)).toBe('3 attempts in 3 s, one run');
  expect(attemptsText(attempts.slice(0, 1))).toBe('One attempt: the client has not repeated this call.');
});

const VERDICTS: readonly (readonly [string, readonly Made[], string | undefined, string])[] = [
  ['one answered call', [{ second: 1, status: 200 }], undefined, ''],
  ['a call that was not repeated', [{ second: 1, status: 503 }], 'wait', 'has not repeated'],
  [
    'a lost answer and the same key',
    [
      { second: 1, status: 0, fault: 'lose', key: 'k', run: 'run1' },
      { second: 2, status: 200, key: 'k', run: 'run1' },
    ],
    'ok',
    'survives a lost answer: 2 attempts, one run',
  ],
  [
    'two runs',
    [
      { second: 1, status: 0, fault: 'lose', run: 'run1' },
      { second: 2, status: 200, run: 'run2' },
    ],
    'bad',
    'executed more than once',
  ],
  [
    'an early retry',
    [
      { second: 1, status: 429, key: 'k', retryAfter: '5' },
      { second: 2, status: 200, key: 'k', run: 'run1' },
    ],
    'bad',
    'before Retry-After was over',
  ],
  [
    'no key',
    [
      { second: 1, status: 503 },
      { second: 2, status: 200, run: 'run1' },
    ],
    'wait',
    'no common Idempotency-Key',
  ],
  [
    'attempts that all fail',
    [
      { second: 1, status: 503, key: 'k' },
      { second: 2, status: 503, key: 'k' },
    ],
    'wait',
    'has failed 2 times',
  ],
  [
    'a kept Retry-After',
    [
      { second: 1, status: 429, key: 'k', retryAfter: '1' },
      { second: 2.1, status: 200, key: 'k', run: 'run1' },
    ],
    'ok',
    'retries well: 2 attempts, one run',
  ],
];

test.each(VERDICTS)('the verdict on %s', (_, made, tone, text) => {
  const verdict = verdictOf(attemptsOf('0', made.map(entryOf)));
  expect(verdict?.tone).toBe(tone);
  expect(verdict?.text ?? '').toContain(text);
});

test('candidates are the nearest requests of the same client to the same target', () => {
  const rows = Array.from({ length: 50 }, (_, index) => entryOf({ second: index, status: 200 }, index).row);
  const other = { ...entryOf({ second: 30, status: 200 }, 99).row, client: 'other' };
  const own = entryOf({ second: 30, status: 200 }, 30).row;
  const ids = candidatesOf(own, [other, ...rows].reverse()).map(({ id }) => id);
  expect(ids).toHaveLength(20);
  expect(ids).toContain('30');
  expect(ids).not.toContain('99');
  expect(candidatesOf(own, []).map(({ id }) => id)).toEqual(['30']);
});
