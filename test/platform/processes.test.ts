import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { groupOptions } from '../../electron/emulator/platform/end-processes.ts';
import {
  type IdentitySystem,
  isNear,
  livenessOf,
  ownIdentity,
} from '../../electron/emulator/platform/process-identity.ts';
import {
  hasProc,
  bootOf,
  isAlive,
  isChildOf,
  processesWith,
  startOf,
} from '../../electron/emulator/platform/processes.ts';
import { type StartSystem, startProcess } from '../../electron/emulator/platform/start-process.ts';
import { syncFolder } from '../../electron/emulator/platform/sync-folder.ts';

const PLATFORMS = ['linux', 'darwin', 'win32'] as const;
/** `/proc/<pid>/stat` of a child of process 7 whose name looks like further fields. */
const statOf = (state: string): string => `42 (a) S (b) ${state} 7 42 ${'0 '.repeat(16)}1234 0`;
const OWN = `/proc/${process.pid}/stat`;

/** A system with process 42, started by 7, in one state of `/proc`; `ps` of others, as macOS has it. Nothing else exists. */
function fakeSystem(platform: NodeJS.Platform, state = 'S'): IdentitySystem {
  const files: Readonly<Record<string, string>> = {
    ...{ '/proc/42/stat': statOf(state), '/proc/42/environ': 'HOME=/\0HANGAR_RUN_ID=run1\0' },
    ...{
      '/proc/43/environ': 'HANGAR_RUN_ID=run10\0',
      '/proc/sys/kernel/random/boot_id': 'boot1\n',
      [OWN]: statOf('R'),
    },
  };
  const read = (from: Readonly<Record<string, string>>, name: string): string => {
    const found = from[name];
    if (found === undefined) throw new Error(`${name}: ENOENT`);
    return found;
  };
  return {
    platform,
    listProc: () => ['self', String(process.pid), '42', '43', '44'],
    readProc: (file) => read(files, file),
    readLink: (link) => read({ '/proc/self': String(process.pid), '/proc/self/ns/pid': 'pid:[1]' }, link),
    ps: (column, pid) => read({ 'ppid 42': '    7\n', 'lstart 42': 'Sat Nov 28 04:22:00 2026\n' }, `${column} ${pid}`),
    isAlive: (pid) => [7, 42, process.pid].includes(pid),
  };
}

describe('what is known of a process', () => {
  test.each([
    { on: 'linux', proc: true, started: '1234', boot: 'boot1', child: true, with: [42], detached: true },
    { on: 'darwin', proc: false, started: 'Sat Nov 28 04:22:00 2026', boot: '', child: true, with: [], detached: true },
    // Neither this process nor its parent, which is all that is known there.
    { on: 'win32', proc: false, started: undefined, boot: '', child: true, with: [], detached: false },
  ] as const)('on $on', ({ on, ...known }) => {
    const system = fakeSystem(on);
    expect({
      proc: hasProc(on),
      started: startOf(42, system),
      boot: bootOf(system),
      child: isChildOf(42, 7, system),
      with: processesWith({ name: 'HANGAR_RUN_ID', value: 'run1' }, system),
      detached: groupOptions(on).detached,
    }).toEqual(known);
  });

  test.each(PLATFORMS)('on %s ends with it', (platform) => {
    const system = fakeSystem(platform);
    expect(startOf(44, system)).toBeUndefined();
    expect(isChildOf(platform === 'win32' ? process.ppid : 44, 7, system)).toBe(false);
  });

  test('on Linux has ended for a zombie', () => {
    expect(startOf(42, fakeSystem('linux', 'Z'))).toBeUndefined();
  });

  test('is that it is alive, or is not', () => {
    expect([process.pid, process.ppid, 2 ** 30].map(isAlive)).toEqual([true, true, false]);
  });
});

describe('the holder of a lock', () => {
  const started = (platform: NodeJS.Platform): string => (platform === 'linux' ? 'boot1/1234' : '');

  test.each([
    ['linux', 42, 'S', '', 'alive'],
    ['linux', 42, 'Z', '', 'dead'],
    ['linux', 42, 'S', 'boot1/999', 'dead'],
    ['linux', 44, 'S', '', 'dead'],
    // Windows and macOS do not say when a process started: another one may have the ID by now.
    ['darwin', 42, 'S', '', 'unseen'],
    ['darwin', 44, 'S', '', 'dead'],
    ['win32', 42, 'S', '', 'unseen'],
    ['win32', 44, 'S', '', 'dead'],
  ] as const)('on %s, process %i in state %s with the start %j is %s', (...[platform, pid, state, other, liveness]) => {
    const system = fakeSystem(platform, state);
    const { namespace, host } = ownIdentity(system);
    const holder = { pid, namespace, host, started: other === '' ? started(platform) : other };
    expect([livenessOf(holder, system), isNear(holder, system)]).toEqual([liveness, true]);
  });

  test.each(PLATFORMS)('on %s cannot be seen from another machine', (platform) => {
    const system = fakeSystem(platform);
    const holder = { ...ownIdentity(system), pid: 42, namespace: 'elsewhere' };
    expect([livenessOf(holder, system), isNear(holder, system)]).toEqual(['unseen', false]);
  });

  test('is not judged where a container hides /proc, or shows that of another', () => {
    const hidden: IdentitySystem = {
      ...fakeSystem('linux'),
      readLink: () => {
        throw new Error('EACCES');
      },
    };
    expect(ownIdentity(hidden)).toMatchObject({ namespace: '', started: '' });
    const system = fakeSystem('linux');
    const other: IdentitySystem = { ...system, readLink: (link) => (link === '/proc/self' ? '1' : 'pid:[1]') };
    expect(livenessOf({ ...ownIdentity(system), pid: 42 }, other)).toBe('unseen');
  });
});

describe('the start of a command', () => {
  const WINDOWS = { Path: 'C:\\node', PATHEXT: '.EXE;.CMD' };
  const FILES = ['C:\\node\\node.exe', 'C:\\node\\npm.cmd'];

  /** A system that notes how it starts what. */
  function starting(platform: NodeJS.Platform) {
    const calls: string[] = [];
    const note =
      (how: string): StartSystem['start'] =>
      (file, args, options) => {
        calls.push([how, file, ...args, ...('shell' in options ? ['by its shell'] : [])].join(' '));
        const child = new EventEmitter();
        // As Node does: before promises go on, where no promise has called.
        process.nextTick(() => child.emit('spawn'));
        return child as ReturnType<StartSystem['start']>;
      };
    const system: StartSystem = {
      platform,
      isFile: (path) => FILES.includes(path),
      start: note('start'),
      loadShellStart: () => Promise.resolve(note('by cmd:')),
    };
    return { calls, system };
  }

  test.each<[platform: NodeJS.Platform, command: string[], shell: boolean, call: string]>([
    ['linux', ['npm', 'run', 'a b'], false, 'start npm run a b'],
    ['darwin', ['npm', 'run', 'a b'], false, 'start npm run a b'],
    ['win32', ['npm', 'run', 'a b'], false, 'by cmd: C:\\node\\npm.cmd run a b'],
    ['win32', ['node', '-e', '1'], false, 'start C:\\node\\node.exe -e 1'],
    ['linux', ['echo', '1 | cat'], true, 'start echo 1 | cat by its shell'],
    ['win32', ['echo', '1'], true, 'start echo 1 by its shell'],
  ])('on %s: %j, by a shell: %s', async (platform, command, shell, call) => {
    const { calls, system } = starting(platform);
    const line = { command, shell, cwd: import.meta.dirname, env: WINDOWS };
    await new Promise((resolve, reject) => {
      setImmediate(() => void startProcess(line, system).then(resolve, reject));
    });
    expect(calls).toEqual([call]);
  });

  test('on Windows says when no folder of PATH has the program', async () => {
    const line = { command: ['pnpm'], shell: false, cwd: import.meta.dirname, env: WINDOWS };
    await expect(startProcess(line, starting('win32').system)).rejects.toThrow(
      'the program "pnpm" was not found in any folder of PATH',
    );
  });
});

test.each<[platform: NodeJS.Platform, calls: string[]]>([
  ['linux', ['open /data', 'sync', 'close']],
  ['darwin', ['open /data', 'sync', 'close']],
  // It cannot open folders.
  ['win32', []],
])('on %s, the names in a folder reach the disk by %j', async (platform, expected) => {
  const calls: string[] = [];
  const note = (call: string): Promise<void> => Promise.resolve(void calls.push(call));
  const open = async (folder: string) => {
    await note(`open ${folder}`);
    return { sync: () => note('sync'), close: () => note('close') };
  };
  await syncFolder('/data', { platform, open });
  expect(calls).toEqual(expected);
});
