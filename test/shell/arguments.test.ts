import { expect, test } from 'vitest';
import { desktopArguments, placeOfLink } from '../../electron/shell/arguments.ts';

const app = '/opt/hangar';

test.each([
  ['packaged', ['hangar', '--port', '0'], null, { flags: ['--port', '0'], path: '' }],
  ['from sources', ['electron', '--inspect=0', '-r', '/x.cjs', app, '-p', '0'], app, { flags: ['-p', '0'], path: '' }],
  ["with Chromium's own", ['hangar', '--no-sandbox', '--lang=de', '--quiet'], null, { flags: ['--quiet'], path: '' }],
  ['by a link', ['hangar', '--quiet', 'hangar://runs/run1'], null, { flags: ['--quiet'], path: '/runs/run1' }],
  ['by a link that leads nowhere', ['hangar', 'hangar://v0/runs/list'], null, { flags: [], path: '' }],
  ['by the Finder', ['hangar', '-psn_0_4100'], null, { flags: [], path: '' }],
])('a start %s is understood', (_case, argv, folder, expected) => {
  expect(desktopArguments(argv, folder)).toEqual(expected);
});

test.each([
  ['hangar://tasks', '/tasks'],
  ['HANGAR://runs/run1?tab=logs#end', '/runs/run1?tab=logs#end'],
  ['hangar:///prompts', '/prompts'],
  ['hangar://_emulator/export', undefined],
  ['hangar://v0', undefined],
  ['hangar:////evil.example/x', '/evil.example/x'],
  ['hangar://runs/../_emulator/export', undefined],
  ['hangar://%5Cevil', '/%5Cevil'],
  ['hangar://\\evil.example', undefined],
  ['https://example.com', undefined],
])('the link %s leads to %s', (link, place) => {
  expect(placeOfLink(link)).toBe(place);
});
