import { expect, test } from 'vitest';
import { restoredBounds } from '../../electron/desktop/window-bounds.ts';

const primary = { x: 0, y: 25, width: 1600, height: 975 };
const left = { x: -1280, y: 0, width: 1280, height: 1024 };
const small = { x: 0, y: 0, width: 1024, height: 600 };
const at = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height, maximized: false });

test.each([
  ['the first time, in the middle of the first display', [primary, left], null, [160, 113, 1280, 800]],
  ['where it was', [primary, left], at(200, 100), [200, 100, 1000, 700]],
  ['where it was, on another display', [primary, left], at(-1200, 50), [-1200, 50, 1000, 700]],
  ['where it was, partly outside, while its bar can be reached', [primary], at(1400, 800), [1400, 800, 1000, 700]],
  ['in the middle when that display is gone', [primary], at(-1200, 50), [300, 163, 1000, 700]],
  ['in the middle when too little of it would show', [primary], at(1550, 100), [300, 163, 1000, 700]],
  ['in the middle when its bar would be above the display', [primary], at(200, -200), [300, 163, 1000, 700]],
  ['no larger than the display', [small], at(10, 10, 1600, 900), [10, 10, 1024, 600]],
  ['no larger than the display the first time', [small], null, [0, 0, 1024, 600]],
] as const)('a window opens %s', (_case, displays, remembered, [x, y, width, height]) => {
  expect(restoredBounds(displays, remembered)).toEqual({ x, y, width, height });
});
