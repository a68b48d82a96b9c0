import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdFile, type HoldOptions } from '../../electron/emulator/platform/hold-file.ts';
import { lockFolder } from '../../electron/emulator/store/state/lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hangar-hold-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const refusal = (code: string): Error => Object.assign(new Error(`${code}: refused`), { code });

/** A system that opens a file for one process at a time, and says to the others what Windows and macOS say. */
function fakeSystem(platform: NodeJS.Platform) {
  const held = new Map<string, number>();
  const flags: number[] = [];
  let descriptors = 1000;
  const options: HoldOptions = {
    platform,
    open: (file, flag) => {
      flags.push(flag);
      if (held.has(file)) throw refusal(platform === 'win32' ? 'EBUSY' : 'EAGAIN');
      held.set(file, ++descriptors);
      return descriptors;
    },
    close: (descriptor) => {
      for (const [file, holder] of held) if (holder === descriptor) held.delete(file);
    },
  };
  return { options, held, flags };
}

describe('a file that one process at a time may hold', () => {
  test.each<[platform: NodeJS.Platform, flag: number]>([
    ['win32', 0x1000_0000],
    ['darwin', 0x20],
  ])('on %s is foreign while it is held, and free afterwards', (platform, flag) => {
    const { options, flags } = fakeSystem(platform);
    const first = holdFile('held', options);
    const second = holdFile('held', options);
    if (first.kind === 'own') first.release();
    expect([first.kind, second.kind, holdFile('held', options).kind, flags.every((given) => given & flag)]).toEqual([
      'own',
      'foreign',
      'own',
      true,
    ]);
  });

  test.each<[platform: NodeJS.Platform, code: string | undefined, outcome: string]>([
    ['linux', undefined, 'unknown'],
    ['darwin', 'ENOTSUP', 'unknown'],
    ['darwin', 'EOPNOTSUPP', 'unknown'],
    ['darwin', 'EACCES', 'Error: EACCES: refused'],
    ['win32', 'EPERM', 'Error: EPERM: refused'],
  ])('on %s with %s: %s', (platform, code, outcome) => {
    const open = (): number => {
      throw refusal(code ?? 'never opened');
    };
    const attempt = (): string => {
      try {
        return holdFile('held', { platform, open }).kind;
      } catch (error) {
        return String(error);
      }
    };
    expect(attempt()).toBe(outcome);
  });
});

describe.each<NodeJS.Platform>(['win32', 'darwin'])('a data folder on %s', (platform) => {
  test('has one holder, and the next one when that is gone', async () => {
    const { options: system } = fakeSystem(platform);
    const lease = await lockFolder(folder, { system });
    await expect(lockFolder(folder, { system })).rejects.toThrow(`in use by this process (pid ${process.pid})`);
    lease.release();
    const next = await lockFolder(folder, { system });
    next.assertHeld();
    next.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is free for a later start when a start fails', async () => {
    const { options: system, held } = fakeSystem(platform);
    const open = (file: string, flags: number): number => {
      rmSync(folder, { recursive: true });
      return system.open?.(file, flags) ?? 0;
    };
    await expect(lockFolder(folder, { system: { ...system, open } })).rejects.toThrow('cannot be used');
    expect(held.size).toBe(0);
    const lease = await lockFolder(folder, { system });
    lease.release();
  });

  test('whose holder ended is taken at once, where its pid is in use again', async () => {
    const { options: system } = fakeSystem(platform);
    const lease = await lockFolder(folder, { system });
    const lock = join(folder, 'lock');
    const content = JSON.parse(readFileSync(lock, 'utf8')) as Record<string, unknown>;
    const waits: string[] = [];
    // As after a kill: nobody holds the file any more, and the lock names a pid that lives, with no word of when it started.
    lease.release();
    writeFileSync(lock, JSON.stringify({ ...content, pid: process.ppid, started: '' }));
    const next = await lockFolder(folder, { system, onWait: (sentence) => waits.push(sentence) });
    expect(waits).toEqual([]);
    next.release();
  });
});

test('a disk without links is locked all the same', async () => {
  const link = (): void => {
    throw refusal('EPERM');
  };
  const lease = await lockFolder(folder, { system: { link } });
  await expect(lockFolder(folder, { system: { link } })).rejects.toThrow('in use by this process');
  lease.assertHeld();
  lease.release();
  expect(readdirSync(folder)).toEqual([]);
});
