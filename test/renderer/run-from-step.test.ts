import { expect, test } from 'vitest';
import type { RunDetail } from '../../shared/contract/emulator/rows.ts';
import {
  earlierResults,
  readResults,
  stepOfLane,
  stepToRepeat,
} from '../../renderer/features/runs/from-step/earlier-results.ts';
import type { Lane } from '../../renderer/features/runs/timeline/lane.ts';

const run = (...states: string[]) =>
  ({
    row: { id: 'run1' },
    steps: states.map((state, index) => ({ state, runID: index === 1 ? 'run2' : '' })),
  }) as unknown as RunDetail;

test.each([
  ['step run1 0', 0],
  ['run run2', 1],
  ['step run1 2', 2],
  ['run run1', -1],
  ['step run2 0', -1],
  ['client', -1],
])('the lane %j shows step %i', (key, step) => {
  expect(stepOfLane(run('done', 'done', 'failed'), { key } as Lane)).toBe(step);
});

test.each([
  [['done', 'failed', 'unreached'], 1],
  [['done', 'cancelled'], 1],
  [['done', 'done'], 0],
  [[], 0],
])('of steps that are %j, number %i is repeated', (states, step) => {
  expect(stepToRepeat(run(...states))).toBe(step);
});

test('only results of the steps before are given, and only an object is read', () => {
  const results = [
    { step: 0, name: 'a', value: 1 },
    { step: 2, name: 'b', value: null },
  ];
  expect([0, 1, 2, 3].map((step) => earlierResults(results, step))).toEqual([
    {},
    { a: 1 },
    { a: 1 },
    { a: 1, b: null },
  ]);
  expect(['{"a":1}', '[]', '1', '', '{'].map(readResults)).toEqual([
    { a: 1 },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
