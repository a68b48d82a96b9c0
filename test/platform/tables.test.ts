import { describe, expect, test } from 'vitest';
import { editorCommand } from '../../electron/emulator/platform/editor.ts';
import { isStartedDirectly, placesOf } from '../../electron/emulator/platform/start-process.ts';
import { portAdvice } from '../../electron/emulator/platform/port-advice.ts';
import { isSamePath } from '../../electron/emulator/platform/paths.ts';
import { mergedVariables, variableOf } from '../../electron/emulator/platform/environment.ts';
import { TOOLS } from '../tools/registry.ts';
import { reasonFor } from '../tools/tools.ts';

describe('a program is looked for', () => {
  const UNIX = { PATH: '/usr/bin:bin:/opt/homebrew/bin' };
  const WINDOWS = { Path: 'C:\\Windows\\System32;"C:\\Program Files\\nodejs";tools', PATHEXT: '.EXE;.CMD' };
  test.each<[platform: NodeJS.Platform, program: string, variables: Record<string, string>, places: string[]]>([
    ['linux', 'npm', UNIX, ['/usr/bin/npm', '/work/bin/npm', '/opt/homebrew/bin/npm']],
    ['darwin', 'npm', UNIX, ['/usr/bin/npm', '/work/bin/npm', '/opt/homebrew/bin/npm']],
    ['darwin', './task.sh', UNIX, ['/work/task.sh']],
    ['linux', '/bin/ls', UNIX, ['/bin/ls']],
    [
      'win32',
      'npm',
      WINDOWS,
      ['C:\\work\\', 'C:\\Windows\\System32\\', 'C:\\Program Files\\nodejs\\', 'C:\\work\\tools\\'].flatMap(
        (folder) => [`${folder}npm.exe`, `${folder}npm.cmd`],
      ),
    ],
    ['win32', '.\\task.CMD', WINDOWS, ['C:\\work\\task.CMD', 'C:\\work\\task.CMD.exe', 'C:\\work\\task.CMD.cmd']],
    ['win32', 'C:/tools/x', {}, ['com', 'exe', 'bat', 'cmd'].map((end) => `C:\\tools\\x.${end}`)],
  ])('on %s: %s', (platform, program, variables, places) => {
    const cwd = platform === 'win32' ? 'C:\\work' : '/work';
    expect(placesOf(program, { platform, cwd, variables })).toEqual(places);
  });

  test.each([
    ['C:\\node\\node.exe', true],
    ['C:\\dos\\more.COM', true],
    ['C:\\node\\npm.cmd', false],
    ['C:\\node\\exe.bat', false],
  ])('%s is started without a shell: %s', (file, direct) => {
    expect(isStartedDirectly(file)).toBe(direct);
  });
});

describe('a file is opened at its line', () => {
  const HOME = { linux: '/home/me', win32: 'C:\\Users\\me' };
  test.each<[platform: 'linux' | 'win32', VISUAL: string, there: string[], command: unknown]>([
    ['linux', '', ['/usr/bin/code', '/usr/bin/subl'], ['/usr/bin/code', ['--goto', '/a.yaml:3']]],
    ['linux', '/opt/subl -w', ['/usr/bin/code', '/usr/bin/subl'], ['/usr/bin/subl', ['/a.yaml:3']]],
    ['linux', 'vim', ['/usr/bin/vim', '/usr/bin/idea'], ['/usr/bin/idea', ['--line', '3', '/a.yaml']]],
    ['linux', 'vim', ['/usr/bin/vim'], undefined],
    ['win32', '', ['C:\\Code\\bin\\code.cmd'], ['C:\\Code\\bin\\code.cmd', ['--goto', '/a.yaml:3']]],
  ])('on %s, with %j chosen', (platform, VISUAL, there, command) => {
    const variables = { VISUAL, PATH: platform === 'win32' ? 'C:\\Code\\bin' : '/usr/bin' };
    const search = { platform, cwd: HOME[platform], variables };
    expect(editorCommand('/a.yaml', 3, search, (path) => there.includes(path))).toEqual(command);
  });
});

describe('environment variables', () => {
  const INHERITED = { Path: 'inherited', HOME: 'a', gone: undefined };
  test.each<[platform: NodeJS.Platform, merged: Record<string, string>, path: string | undefined]>([
    ['linux', { Path: 'inherited', HOME: 'a', PATH: 'own', home: 'b' }, 'own'],
    ['darwin', { Path: 'inherited', HOME: 'a', PATH: 'own', home: 'b' }, 'own'],
    ['win32', { PATH: 'own', home: 'b' }, 'own'],
  ])('of a task replace inherited ones, on %s by their spelling there', (platform, merged, path) => {
    const found = mergedVariables([INHERITED, { PATH: 'own', home: 'b' }], platform);
    expect([found, variableOf(platform, found, 'PATH')]).toEqual([merged, path]);
  });

  test.each<[platform: NodeJS.Platform, value: string | undefined]>([
    ['linux', undefined],
    ['darwin', undefined],
    ['win32', 'x'],
  ])('on %s, PATH of a system that says Path is %s', (platform, value) => {
    expect(variableOf(platform, { Path: 'x' }, 'PATH')).toBe(value);
  });
});

describe('two paths', () => {
  const real: Readonly<Record<string, string>> = {
    'c:\\HD': 'C:\\hd',
    'C:\\hd': 'C:\\hd',
    'C:\\HD~1\\x': 'C:\\hd long\\x',
    'C:\\hd long\\x': 'C:\\hd long\\x',
    '/users/me/HD': '/Users/me/hd',
    '/Users/me/hd': '/Users/me/hd',
  };
  const realPath = (path: string): string => {
    const found = real[path];
    if (found === undefined) throw new Error('ENOENT');
    return found;
  };
  test.each<[platform: NodeJS.Platform, one: string, other: string, same: boolean]>([
    ['win32', 'c:\\HD', 'C:\\hd', true],
    ['win32', 'C:\\HD~1\\x', 'C:\\hd long\\x', true],
    ['win32', 'C:\\missing', 'c:\\MISSING\\', true],
    ['win32', 'C:\\hd', 'D:\\hd', false],
    ['darwin', '/users/me/HD', '/Users/me/hd', true],
    ['darwin', '/missing/e\u0301', '/missing/\u00e9', true],
    ['darwin', '/missing/a', '/missing/A', false],
    ['linux', '/users/me/HD', '/Users/me/hd', false],
    ['linux', '/a', '/a', true],
  ])('on %s, %s and %s are one: %s', (platform, one, other, same) => {
    expect(isSamePath(one, other, { platform, realPath })).toBe(same);
  });
});

test.each<[platform: NodeJS.Platform, found: (string | undefined)[]]>([
  ['linux', ['linux', 'linux']],
  ['darwin', ['darwin', undefined]],
  ['win32', [undefined, undefined]],
])('on %s, tests that need POSIX or Linux find %j, and are skipped by that name', (platform, found) => {
  expect([TOOLS.POSIX.find(platform), TOOLS.Linux.find(platform)]).toEqual(found);
  expect(reasonFor('POSIX')).toBe('no POSIX');
});

test.each<[platform: NodeJS.Platform, port: number, said: string]>([
  ['win32', 4100, 'netsh interface ipv4 show excludedportrange'],
  ['linux', 80, 'ports below 1024 are for administrators'],
  ['darwin', 5000, 'port 5000 cannot be used: the system refuses it; --port'],
])('on %s, a refusal of port %i is explained', (platform, port, said) => {
  expect(portAdvice(port, platform)).toContain(said);
});
