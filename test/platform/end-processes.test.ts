import { describe, expect, test } from 'vitest';
import {
  type EndSystem,
  killGroup,
  killProcess,
  killRest,
  passSignal,
} from '../../electron/emulator/platform/end-processes.ts';

/** A system that notes each call. `dead` are processes and groups that do not exist; `taskkill` says whether that program works. */
function fakeSystem(
  platform: NodeJS.Platform,
  { dead = [], taskkill = true }: { dead?: number[]; taskkill?: boolean } = {},
) {
  const calls: string[] = [];
  const system: EndSystem = {
    platform,
    kill: (pid, signal) => {
      calls.push(`${signal} ${pid}`);
      if (dead.includes(pid)) throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    },
    endTree: (pid) => {
      calls.push(`taskkill ${pid}`);
      return Promise.resolve(taskkill);
    },
  };
  return { calls, system };
}

describe('the end of a process and all that it started', () => {
  test.each<[platform: NodeJS.Platform, what: string, end: (system: EndSystem) => void, calls: string[]]>([
    ['linux', 'a stop', (system) => killGroup(7, 'SIGTERM', system), ['SIGTERM -7']],
    ['darwin', 'a stop', (system) => killGroup(7, 'SIGTERM', system), ['SIGTERM -7']],
    ['win32', 'a stop', (system) => killGroup(7, 'SIGTERM', system), ['taskkill 7']],
    ['linux', 'a kill', (system) => killProcess(7, system), ['SIGKILL -7']],
    ['win32', 'a kill', (system) => killProcess(7, system), ['taskkill 7']],
    ['linux', 'the rest of one that ended', (system) => killRest(7, system), ['SIGKILL -7']],
    ['darwin', 'the rest of one that ended', (system) => killRest(7, system), ['SIGKILL -7']],
    // Its ID may be another process's by now.
    ['win32', 'the rest of one that ended', (system) => killRest(7, system), []],
  ])('on %s: %s', async (platform, _, end, calls) => {
    const fake = fakeSystem(platform);
    end(fake.system);
    await Promise.resolve();
    expect(fake.calls).toEqual(calls);
  });

  test('on Windows comes for the process itself where taskkill fails', async () => {
    const { calls, system } = fakeSystem('win32', { taskkill: false });
    killGroup(7, 'SIGTERM', system);
    await Promise.resolve();
    expect(calls).toEqual(['taskkill 7', 'SIGKILL 7']);
  });

  test('never comes for the group of this process, which 0 means', () => {
    const { calls, system } = fakeSystem('linux');
    for (const end of [killRest, killProcess]) end(0, system);
    expect([killGroup(0, 'SIGTERM', system), killGroup(-0, 'SIGKILL', system)]).toEqual([false, false]);
    expect(calls).toEqual([]);
  });

  test('comes for a process that leads no group', () => {
    const { calls, system } = fakeSystem('linux', { dead: [-7] });
    killProcess(7, system);
    expect(calls).toEqual(['SIGKILL -7', 'SIGKILL 7']);
  });

  test.each<[platform: NodeJS.Platform, calls: string[]]>([
    ['linux', ['SIGTERM']],
    ['darwin', ['SIGTERM']],
    // A signal would end its shell only, such as that of a .cmd.
    ['win32', ['taskkill 7']],
  ])('on %s is passed on by exec', (platform, expected) => {
    const { calls, system } = fakeSystem(platform);
    passSignal({ pid: 7, kill: (signal) => calls.push(signal) > 0 }, 'SIGTERM', system);
    expect(calls).toEqual(expected);
  });
});
