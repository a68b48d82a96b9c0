import { expect, test } from 'vitest';
import { acceleratorOf } from '../../electron/desktop/accelerator.ts';

test.each([
  ['mod+K', 'CmdOrCtrl+K'],
  ['mod+shift+S', 'CmdOrCtrl+Shift+S'],
  ['mod+alt+shift+ArrowUp', 'CmdOrCtrl+Alt+Shift+Up'],
  ['mod+Enter', 'CmdOrCtrl+Enter'],
  ['mod+,', 'CmdOrCtrl+,'],
  ['F2', 'F2'],
  ['', undefined],
  ['?', undefined],
  ['N', undefined],
  ['G R', undefined],
  ['mod+nonsense', undefined],
])('the shortcut "%s" is %s in a native menu', (shortcut, accelerator) => {
  expect(acceleratorOf(shortcut)).toBe(accelerator);
});
