import { expect, test } from 'vitest';
import { trendOf } from './soak/trend.ts';

/** Sixty samples in thirty minutes. */
const over = (value: (i: number) => number): [number, number][] =>
  Array.from({ length: 60 }, (_, i) => [i / 2, value(i)]);
/** Always the same noise, between -1 and 1. */
const noise = (i: number): number => Math.sin(i * 12.9898) * Math.cos(i * 78.233);

test.each<[what: string, points: [number, number][], verdict: string]>([
  ['a figure that stays', over(() => 100), 'level'],
  ['noise', over((i) => 100 + 30 * noise(i)), 'level'],
  ['a saw-tooth', over((i) => 100 + (i % 12) * 8), 'level'],
  ['a stock that has filled up in the first half', over((i) => 100 + Math.min(i, 28) * 10 + noise(i)), 'level'],
  ['one bad moment at the end', over((i) => (i === 58 ? 5000 : 100 + noise(i))), 'level'],
  ['what falls', over((i) => 200 - i), 'level'],
  ['a change that is nothing', over((i) => 1 + i / 100), 'level'],
  ['a leak', over((i) => 100 + i * 2), 'growing'],
  ['a leak under noise', over((i) => 100 + i * 3 + 10 * noise(i)), 'growing'],
  ['a leak in steps', over((i) => 100 + Math.floor(i / 10) * 40), 'growing'],
])('%s is judged', (_, points, verdict) => {
  expect(trendOf({ name: 'memory', unit: 'MB', slack: 10, points }).verdict).toBe(verdict);
});

test('the slope is that of the second half, by the minute', () => {
  expect(trendOf({ name: 'x', unit: '', slack: null, points: over((i) => (i < 30 ? 0 : i * 2)) })).toMatchObject({
    slopePerMinute: 4,
    verdict: 'told',
  });
});
