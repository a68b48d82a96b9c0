import { openWindow } from './support/window.tsx';
import { expect, test } from 'vitest';
import { advanceTarget } from '../../renderer/app/clock/use-clock-actions.ts';
import { rfc3339 } from '../../renderer/ui/text/time.tsx';
import { advanceText, chipText, distanceText, lengthOfTime, timeOfDay } from '../../renderer/app/clock/clock-text.ts';
import { emulatedTime, isRealTime } from '../../renderer/core/clock/clock-time.ts';
import type { ClockRow } from '../../shared/contract/emulator/clock.ts';

const REAL: ClockRow = {
  now: '2026-11-22 14:32:16.000000+00',
  state: 'running',
  speed: 1,
  offsetSeconds: 0,
  autoSkip: false,
};
const AT = Date.parse('2026-11-22T14:32:16Z');
const TIME = timeOfDay(AT);

test.each([
  [0.4, '0 s'],
  [12.9, '12 s'],
  [150, '2 min 30 s'],
  [9000, '2 h 30 min'],
  [36_000, '10 h'],
  [3 * 86_400 + 60, '3 d'],
  [-7200, '2 h'],
])('a length of %d seconds is written as %s', (seconds, text) => expect(lengthOfTime(seconds)).toBe(text));

test.each<[Partial<ClockRow>, number, string]>([
  [{}, 0, TIME],
  [{ offsetSeconds: 0.4 }, 0, TIME],
  [{ state: 'frozen' }, 0, `${TIME} · frozen`],
  [{ speed: 60 }, 0, `${TIME} · ×60`],
  [{ autoSkip: true }, 0, `${TIME} · skips waits`],
  [{ offsetSeconds: 3 * 86_400 }, 3 * 86_400, `22 Nov ${TIME} · 3 d ahead`],
  [{ offsetSeconds: -7200, state: 'frozen' }, -7200, `${TIME} · 2 h behind · frozen`],
])('a clock with %j shows its difference from real time', (change, ahead, text) =>
  expect(chipText({ ...REAL, ...change }, AT, AT - ahead * 1000)).toBe(text),
);

test('only a running clock at the time of the machine is real', () => {
  const others = [{ state: 'frozen' }, { speed: 2 }, { offsetSeconds: 5 }, { autoSkip: true }] as const;
  expect([isRealTime(REAL), ...others.map((other) => isRealTime({ ...REAL, ...other }))]).toEqual([
    true,
    ...others.map(() => false),
  ]);
});

test.each<[Partial<ClockRow>, number]>([
  [{}, AT + 10_000],
  [{ state: 'frozen', offsetSeconds: 5 }, AT],
  [{ speed: 60, offsetSeconds: 5 }, AT + 600_000],
  [{ offsetSeconds: 3600 }, AT + 10_000 + 3_600_000],
])('the emulated time ten seconds after %j was received', (change, expected) =>
  expect(emulatedTime({ ...REAL, ...change }, AT)(AT + 10_000)).toBe(expected),
);

test('a distance is in one unit', () =>
  expect([distanceText(AT + 200, AT), distanceText(AT + 93_600_000, AT)]).toEqual(['', '1 d ahead']));

test.each([
  [59, '59 s'],
  [40 * 60, '40 min'],
  [3599, '1 h'],
  [9600, '2 h'],
  [36_000 - 20, '10 h'],
  [86_400 - 20, '1 d'],
])('%s seconds of distance, of which a move itself took some, are %s', (seconds, text) =>
  expect([AT + seconds * 1000, AT - seconds * 1000].map((at) => distanceText(at, AT))).toEqual([
    `${text} ahead`,
    `${text} behind`,
  ]),
);

test.each([
  ['2 h 30 min', { seconds: 9000 }],
  ['90s', { seconds: 90 }],
  ['1.5 days', { seconds: 129_600 }],
  ['2 weeks', { seconds: 1_209_600 }],
  ['2030-01-31T15:00:00Z', { to: '2030-01-31T15:00:00.000Z' }],
  ['2030-01-31 15:00', { to: new Date('2030-01-31T15:00').toISOString() }],
  ['2030-01-31', { to: new Date('2030-01-31T00:00').toISOString() }],
  ['', undefined],
  ['0 h', undefined],
  ['5', undefined],
  ['10 h and more', undefined],
  ['2030-13-45', undefined],
])('“%s” advances by %j', (text, target) => expect(advanceTarget(text)).toEqual(target));

test('a timestamp of the emulator keeps its microseconds', () =>
  expect(rfc3339('2026-11-22 14:32:16.123456+00')).toBe('2026-11-22T14:32:16.123456Z'));

test('an advance is summed up in a sentence', () => {
  const events = [
    { kind: 'wait' },
    { kind: 'wait' },
    { kind: 'queue' },
    { kind: 'timeout' },
    { kind: 'answer' },
  ] as const;
  const runs = [{ status: 'Succeeded' }, { status: 'Failed' }, { status: 'Cancelled' }] as const;
  expect([advanceText(events, runs), advanceText(events.slice(0, 1), []), advanceText([], [])]).toEqual([
    '2 waits ended, 1 queued run started, 1 timeout reached, 1 prompt answered by rules and 3 runs finished (1 failed, 1 cancelled).',
    '1 wait ended.',
    'Nothing was due.',
  ]);
});

test('the clock says what it takes when it is told to advance by something else', async () => {
  const { page, user } = await openWindow({ workspace: {}, path: '/runs' });
  await user.click(await page.findByRole('button', { name: /^Clock/ }));
  await user.type(await page.findByLabelText('Advance by or to'), 'later{Enter}');
  await page.findByText(/Enter a length such as/);
});
