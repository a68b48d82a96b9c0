import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock as clockOn } from '../../electron/emulator/host/clock.ts';
import { Closers } from '../../electron/emulator/host/closers.ts';
import { EventBus } from '../../electron/emulator/host/event-bus.ts';
import { randomIds } from '../../electron/emulator/host/ids.ts';
import { userDataFolder } from '../../electron/emulator/platform/paths.ts';

/** The machine's clock, on the global timers as they are now. */
function systemClock(): ReturnType<typeof clockOn> {
  const { clearTimeout, performance, setImmediate, setTimeout, Date } = globalThis;
  return clockOn({ clearTimeout, performance, setImmediate, setTimeout, wallTime: () => Date.now() });
}

describe('the clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([0.4, 10, 2 ** 31 - 1, 2 ** 31, 43_200_000_000, 3 * 2 ** 31 + 5])(
    'calls after %d ms, not before and once',
    (wait) => {
      const call = vi.fn();
      systemClock().after(wait, call);
      expect(call).toHaveBeenCalledTimes(0);
      vi.advanceTimersByTime(Math.max(Math.ceil(wait) - 1, 0));
      expect(call).toHaveBeenCalledTimes(0);
      vi.advanceTimersByTime(1);
      expect(call).toHaveBeenCalledTimes(1);
      vi.advanceTimersByTime(2 ** 32);
      expect(call).toHaveBeenCalledTimes(1);
    },
  );

  test.each([5, 2 ** 32])('does not call what was called off (%d ms)', (wait) => {
    const call = vi.fn();
    const callOff = systemClock().after(wait, call);
    vi.advanceTimersByTime(wait / 2);
    callOff();
    vi.advanceTimersByTime(2 * wait);
    expect(call).toHaveBeenCalledTimes(0);
  });

  test('counts microseconds within the millisecond of the wall clock, and follows it when it jumps', () => {
    const clock = systemClock();
    for (const time of ['2026-11-20T10:00:00.000Z', '2030-01-01T00:00:00.123Z', '2001-05-05T05:05:05.005Z']) {
      vi.setSystemTime(time);
      const micros = clock.now();
      expect([Number.isInteger(micros), Math.floor(micros / 1000)]).toEqual([true, Date.parse(time)]);
    }
  });
});

test('the clock’s microseconds increase with the wall clock', () => {
  const clock = systemClock();
  const moments = Array.from({ length: 20_000 }, () => clock.now());
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(new Set(moments).size).toBeGreaterThan(100);
});

describe('IDs', () => {
  const NOON = Date.parse('2026-11-20T12:00:00Z') * 1000;

  test('are unique, with a prefix, the date, z and ten characters', () => {
    const ids = randomIds();
    const made = Array.from({ length: 50_000 }, () => ids.next('run', NOON));
    expect(made.filter((id) => !/^run20261120z[a-z0-9]{10}$/.test(id))).toEqual([]);
    expect(new Set(made).size).toBe(made.length);
    expect(ids.next('upload', NOON + 43_200_000_000)).toMatch(/^upl20261121z/);
    expect(ids.next('prompt', NOON)).toMatch(/^pmt20261120z/);
  });

  test('secrets are long and unique; digests are equal only for equal texts', () => {
    const ids = randomIds();
    expect(ids.secret()).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(ids.secret()).not.toBe(ids.secret());
    expect(ids.digest('a')).toMatch(/^[0-9a-f]{32}$/);
    expect(ids.digest('a')).toBe(randomIds().digest('a'));
    expect(ids.digest('a')).not.toBe(ids.digest('b'));
  });
});

test.each([
  ['linux', { XDG_CONFIG_HOME: '/x' }, '/x/Hangar'],
  ['linux', {}, '/home/ada/.config/Hangar'],
  ['linux', { XDG_CONFIG_HOME: '' }, '/home/ada/.config/Hangar'],
  ['darwin', { XDG_CONFIG_HOME: '/x' }, '/home/ada/Library/Application Support/Hangar'],
  ['win32', { APPDATA: 'C:\\Roaming' }, 'C:\\Roaming\\Hangar'],
] as const)('the data folder on %s with %j is the desktop app’s', (platform, variables, folder) => {
  expect(userDataFolder({ platform, variables, home: '/home/ada' })).toBe(folder);
});

test('everything opened is closed once in reverse order, and the first error is reported', async () => {
  const closed: string[] = [];
  const closers = new Closers();
  for (const name of ['a', 'b', 'c']) {
    closers.add(() => {
      closed.push(name);
      return name === 'a' ? Promise.resolve() : Promise.reject(new Error(name));
    });
  }
  const both = await Promise.allSettled([closers.close(), closers.close()]);
  expect(closed).toEqual(['c', 'b', 'a']);
  expect(both.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(['Error: c', 'Error: c']);
});

test('a listener that throws does not affect the others', () => {
  const heard: string[] = [];
  const faults: unknown[] = [];
  const bus = new EventBus<string>((error) => faults.push(error));
  bus.subscribe(() => {
    throw new Error('broken');
  });
  const leave = bus.subscribe((event) => heard.push(event));
  bus.emit('one');
  leave();
  bus.emit('two');
  expect(heard).toEqual(['one']);
  expect(faults).toEqual([new Error('broken'), new Error('broken')]);
});
