import { expect, test } from 'vitest';
import { nextAction } from '../../renderer/ui/inputs/MenuPopover.tsx';

const NAMES = ['Compare', 'Copy as curl', 'Export bundle', ' Run again…'];

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowUp', 0, 3],
  ['ArrowUp', -1, 3],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['c', -1, 0],
  ['c', 0, 1],
  ['C', 1, 0],
  ['r', 0, 3],
  ['e', 2, 2],
  ['x', 0, undefined],
  [' ', 0, undefined],
  ['Enter', 0, undefined],
  ['Tab', 0, undefined],
])('%s leads from action %s of a menu to %s', (key, at, expected) => {
  expect(nextAction(key, at, NAMES)).toBe(expected);
});

test('no key leads anywhere in an empty menu', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'c'].map((key) => nextAction(key, -1, []))).toEqual(
    Array<undefined>(5).fill(undefined),
  );
});
