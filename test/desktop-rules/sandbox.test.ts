import { beforeEach, expect, test, vi } from 'vitest';
import { prepareApplication } from '../../electron/desktop/prepare.ts';
import { readFlags } from '../../electron/programs/flags/read-flags.ts';
import { FLAGS } from '../../electron/programs/flags/flags.ts';

/** Calls to Electron, which is replaced here, since its sandbox does not work for root, as in pipelines. */
const electron = vi.hoisted(() => ({ switches: new Map<string, string>(), isSandboxed: false }));
vi.mock('electron', () => ({
  app: {
    ...{ setName: () => undefined, setAppUserModelId: () => undefined, setPath: () => undefined },
    enableSandbox: () => (electron.isSandboxed = true),
    commandLine: {
      hasSwitch: (name: string) => electron.switches.has(name),
      appendSwitch: (name: string, value = '') => electron.switches.set(name, value),
    },
  },
}));

beforeEach(() => {
  electron.switches.clear();
  electron.isSandboxed = false;
});

test('every page is sandboxed, whatever the options of its window, and can reach this machine only', () => {
  prepareApplication(readFlags(FLAGS, ['--in-memory'], {}));
  expect(electron.isSandboxed).toBe(true);
  expect(electron.switches.get('host-resolver-rules')).toMatch(/^MAP \* ~NOTFOUND, EXCLUDE 127\.0\.0\.1,/);
});

test('only a start without a sandbox has none', () => {
  electron.switches.set('no-sandbox', '');
  prepareApplication(readFlags(FLAGS, ['--in-memory'], {}));
  expect(electron.isSandboxed).toBe(false);
});
