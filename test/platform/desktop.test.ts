import { describe, expect, test } from 'vitest';
import configuration, { macSigning } from '../../build/electron-builder.mjs';
import { desktopSystem } from '../../electron/desktop/system.ts';
import { completeSearchPath } from '../../electron/emulator/platform/environment.ts';
import { quitRule } from '../../electron/emulator/platform/quit-rule.ts';
import { STOP_SIGNALS } from '../../electron/emulator/platform/stop-signals.ts';

describe('a request to quit the application', () => {
  test.each<[platform: NodeJS.Platform, systemEnds: boolean, waits: boolean, asks: boolean]>([
    ['darwin', false, true, true],
    // Holding it would cancel the log-out.
    ['darwin', true, false, false],
    ['linux', false, true, true],
    ['win32', false, true, true],
    ['win32', true, true, false],
  ])('on %s, with the session ending: %s, waits: %s and asks: %s', (platform, systemEnds, waits, asks) => {
    const rule = quitRule(platform);
    if (systemEnds) rule.onSystemEnd();
    expect(rule.onQuit()).toEqual({ waits, asks });
  });
});

describe('PATH of an application', () => {
  const FINDER = '/usr/bin:/bin:/usr/sbin:/sbin';
  const answers =
    'Welcome!\n__hangar_environment__\nHOME=/Users/me\nPATH=/Users/me/.nvm/bin:/usr/bin\n__hangar_environment__\nbye';
  test.each<{ on: NodeJS.Platform; given: string; shell: string | undefined; path: string }>([
    { on: 'darwin', given: FINDER, shell: answers, path: '/Users/me/.nvm/bin:/usr/bin' },
    { on: 'darwin', given: FINDER, shell: undefined, path: `/opt/homebrew/bin:/usr/local/bin:${FINDER}` },
    { on: 'darwin', given: FINDER, shell: 'nothing of it', path: `/opt/homebrew/bin:/usr/local/bin:${FINDER}` },
    { on: 'darwin', given: `/own:${FINDER}`, shell: answers, path: `/own:${FINDER}` },
    { on: 'linux', given: FINDER, shell: answers, path: FINDER },
    { on: 'win32', given: 'C:\\Windows', shell: answers, path: 'C:\\Windows' },
  ])('on $on with $given becomes $path', async ({ on, given, shell, path }) => {
    const variables = { PATH: given };
    const inShell = () => (shell === undefined ? Promise.reject(new Error('no such shell')) : Promise.resolve(shell));
    await completeSearchPath({ platform: on, variables, inShell });
    expect(variables.PATH).toBe(path);
  });
});

test.each<[platform: NodeJS.Platform, roles: string]>([
  ['darwin', 'about services hide hideOthers unhide minimize zoom front'],
  ['linux', 'minimize'],
  ['win32', 'minimize'],
])('the menus of %s have its own items: %s', (platform, roles) => {
  const { about, application, window } = desktopSystem(platform).menu;
  expect([...about, ...application, ...window].flatMap(({ role }) => role ?? []).join(' ')).toBe(roles);
});

test.each([
  ['darwin', { hasTemplateIcons: true, hasOverlays: false, registersLinks: true, sessionEnd: 'machine' }],
  ['linux', { hasTemplateIcons: false, hasOverlays: false, registersLinks: false, sessionEnd: 'signal' }],
  ['win32', { hasTemplateIcons: false, hasOverlays: true, registersLinks: true, sessionEnd: 'window' }],
  ['freebsd', { hasTemplateIcons: false, hasOverlays: false, registersLinks: false, sessionEnd: 'signal' }],
] as const)('the desktop of %s has %j', (platform, has) => {
  expect(desktopSystem(platform)).toMatchObject(has);
});

describe('an application of macOS', () => {
  test.each([
    ['without a certificate', {}, { identity: '-', hardenedRuntime: false }],
    ['with a certificate', { CSC_LINK: 'file.p12' }, { hardenedRuntime: true }],
    ['with a certificate of the key chain', { CSC_NAME: 'Somebody' }, { hardenedRuntime: true }],
  ])('%s is signed so that it starts', (_, variables, signing) => {
    expect(macSigning(variables)).toEqual(signing);
  });

  test('is signed again after its fuses were written', () => {
    expect(configuration.electronFuses).toMatchObject({ runAsNode: false, resetAdHocDarwinSignature: true });
  });
});

test('Ctrl+Break of Windows asks to stop like Ctrl+C', () => {
  expect(STOP_SIGNALS).toEqual(expect.arrayContaining(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']));
});
