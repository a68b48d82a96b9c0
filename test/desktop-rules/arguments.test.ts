import { expect, test } from 'vitest';
import { desktopArguments, linkPath } from '../../electron/desktop/arguments.ts';

const app = '/opt/hangar';
const expectedAmongFlags = { flags: ['--data', '/d', '--quiet'], file: 'x.json' };

test.each([
  ['packaged', ['hangar', '--port', '0'], null, { flags: ['--port', '0'] }],
  ['from sources', ['electron', '--inspect=0', '-r', '/x.cjs', app, '-p', '0'], app, { flags: ['-p', '0'] }],
  ["with Chromium's own", ['hangar', '--no-sandbox', '--lang=de', '--quiet'], null, { flags: ['--quiet'] }],
  ['by a link', ['hangar', '--quiet', 'hangar://runs/run1'], null, { flags: ['--quiet'], path: '/runs/run1' }],
  ['by a link that leads nowhere', ['hangar', 'hangar://v0/runs/list'], null, { flags: [] }],
  [
    'by a link with quotes',
    ['hangar', 'hangar://runs/run1', '--data', 'C:\\evil', 'x.json'],
    null,
    { path: '/runs/run1' },
  ],
  ['by a link with quotes and an end of switches', ['hangar', 'hangar://x', '--', '--port', '1'], null, { path: '/x' }],
  ['by the Finder', ['hangar', '-psn_0_4100'], null, { flags: [] }],
  ['by a file', ['hangar', 'shop.hangar'], null, { flags: [], file: 'shop.hangar' }],
  ["by a file's address", ['hangar', 'file:///home/a%20b/shop.hangar'], null, { file: '/home/a b/shop.hangar' }],
  ['by a file among flags', ['hangar', '--data', '/d', 'x.json', '--quiet'], null, expectedAmongFlags],
])('a start %s is understood', (_case, argv, folder, expected) => {
  expect(desktopArguments(argv, folder)).toEqual({ flags: [], path: '', file: '', ...expected });
});

test.each([
  ['hangar://tasks', '/tasks'],
  ['HANGAR://runs/run1?tab=logs#end', '/runs/run1?tab=logs#end'],
  ['hangar:///prompts', '/prompts'],
  ['hangar://_emulator/export', undefined],
  ['hangar://v0', undefined],
  ['hangar:////evil.example/x', '/evil.example/x'],
  ['hangar://runs/../_emulator/export', undefined],
  ['hangar://%5Cevil', undefined],
  ['hangar://%5femulator/info', undefined],
  ['hangar://%5Femulator/info', undefined],
  ['hangar://%76%30/runs/list', undefined],
  ['hangar:///%76%30', undefined],
  ['hangar://runs/%2e%2e/_emulator/export', undefined],
  ['hangar://runs/..%2f_emulator/export', undefined],
  ['hangar://runs//_emulator', undefined],
  ['hangar://runs\n', undefined],
  ['hangar://run%73/run1', '/runs/run1'],
  ['hangar://tasks/%C3%A9?q=%2F..', '/tasks/%C3%A9?q=%2F..'],
  ['hangar://\\evil.example', undefined],
  ['https://example.com', undefined],
])('the link %s leads to %s', (link, place) => {
  expect(linkPath(link)).toBe(place);
});
