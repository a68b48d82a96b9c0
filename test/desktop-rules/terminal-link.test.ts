import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { terminalArguments } from '../../electron/desktop/arguments.ts';
import { skipWithout } from '../support/needs.ts';
import type { ToolName } from '../tools/registry.ts';
import { makeTerminalLink, terminalLink, type TerminalLinkPorts } from '../../electron/desktop/terminal-link.ts';

let home = '';
let ports: TerminalLinkPorts;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hangar-home-'));
  ports = { platform: 'linux', home, searchPath: '/usr/bin', application: ['/opt/Hangar/hangar'] };
});
afterEach(() => rmSync(home, { recursive: true }));

const file = () => join(home, '.local', 'bin', 'hangar');

test('is made once, and again for an application at another path', () => {
  expect(terminalLink(ports)).toEqual({
    ...{ program: '/opt/Hangar/hangar', path: file(), state: 'absent', isOnSearchPath: false },
  });
  expect(makeTerminalLink(ports).state).toBe('made');
  expect(makeTerminalLink(ports).state).toBe('made');
  const moved: TerminalLinkPorts = {
    ...ports,
    searchPath: `/usr/bin:${join(home, '.local/bin')}`,
    application: ['/b'],
  };
  expect(terminalLink(moved)).toMatchObject({ state: 'outdated', isOnSearchPath: true });
  expect(makeTerminalLink(moved).state).toBe('made');
  expect(terminalLink(ports).state).toBe('outdated');
});

test.for<[what: string, put: () => void, ...tools: ToolName[]]>([
  ['a file', () => writeFileSync(file(), '#!/bin/sh\necho mine\n')],
  ['a large file', () => writeFileSync(file(), '#'.repeat(50_000))],
  ['a link to nothing', () => symlinkSync('/nowhere', file()), 'POSIX'],
  ['a link to a program', () => symlinkSync('/bin/sh', file()), 'POSIX'],
  ['a folder', () => mkdirSync(file())],
])('%s that Hangar did not make is left unchanged', ([, put, ...tools], context) => {
  skipWithout(context, ...tools);
  mkdirSync(join(home, '.local', 'bin'), { recursive: true });
  put();
  expect(terminalLink(ports).state).toBe('foreign');
  expect(() => makeTerminalLink(ports)).toThrow('exists already and was not made by Hangar');
  expect(terminalLink(ports).state).toBe('foreign');
});

test('is a command file on Windows, beside the commands of the store, which are in the search path', () => {
  const folder = join(home, 'AppData', 'Local', 'Microsoft', 'WindowsApps');
  const program = join(home, 'AppData', 'Local', 'Programs', '100%', 'Hangar.exe');
  const onWindows: TerminalLinkPorts = {
    ...ports,
    ...{ platform: 'win32', application: [program], searchPath: `C:\\Windows;${folder.toUpperCase()}\\` },
  };
  expect(makeTerminalLink(onWindows)).toEqual({
    ...{ program, path: join(folder, 'hangar.cmd'), state: 'made', isOnSearchPath: true },
  });
  const lines = readFileSync(join(folder, 'hangar.cmd'), 'utf8').split('\r\n');
  expect([lines[0], lines[2]]).toEqual([
    '@echo off',
    `"%LOCALAPPDATA%${join('/Programs', '100%%', 'Hangar.exe')}" "--no-sandbox" "--disable-gpu" "--log-level=3" "--terminal" "--" %*`,
  ]);
  writeFileSync(join(folder, 'hangar.cmd'), '@echo mine\r\n');
  expect(() => makeTerminalLink(onWindows)).toThrow('exists already and was not made by Hangar');
});

test('starts the application with every argument as it was given, wherever it is', (context) => {
  skipWithout(context, 'POSIX');
  const program = join(home, `it's "here" $HOME`);
  writeFileSync(program, '#!/bin/sh\nfor each in "$@"; do echo "[$each]"; done\n');
  chmodSync(program, 0o755);
  makeTerminalLink({ ...ports, application: [program, '/an app'] });
  expect(statSync(file()).mode & 0o777).toBe(0o755);
  const given = ['run', 'a b', '$x', '--', '--terminal', '--', ''];
  const printed = execFileSync(file(), given, { encoding: 'utf8' }).split('\n').slice(0, -1);
  const words = printed.map((line) => line.slice(1, -1));
  expect(words[0]).toBe('/an app');
  expect(terminalArguments([program, ...words])).toEqual(given);
  expect(readFileSync(file(), 'utf8')).toContain('--ozone-platform=headless');
});

test('other starts are those of the desktop', () => {
  for (const words of [[], ['--terminal'], ['--terminal', 'run'], ['--', '--terminal', '--'], ['a', '--', 'b'], ['--']])
    expect(terminalArguments(['hangar', ...words])).toBeUndefined();
});

test('a link that is split into arguments is no command', () => {
  for (const link of ['hangar://runs', 'HANGAR://x"', 'hangar://'])
    expect(terminalArguments(['hangar', link, '--terminal', '--', 'exec', '--', 'sh'])).toBeUndefined();
  expect(terminalArguments(['hangar', '--terminal', '--', 'run', 'hangar://runs'])).toEqual(['run', 'hangar://runs']);
});
