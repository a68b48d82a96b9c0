import { expect, test } from 'vitest';
import type { SkipRecord } from '../../electron/emulator/engine/clock/clock-records.ts';
import { EmulatedClock } from '../../electron/emulator/engine/clock/emulated-clock.ts';
import { FakeClock } from '../support/fake-clock.ts';

const NOBODY = { runID: '', count: 0 };
/** Microseconds of one skip. */
const STEP = 1_000_000;

test('the sum of all skips survives a restart, also of those that are kept no longer', () => {
  const machine = new FakeClock();
  const stored = new Map<string, SkipRecord>();
  const store = (skip: SkipRecord, dropped: string | undefined): void => {
    stored.set(skip.id, skip);
    if (dropped !== undefined) stored.delete(dropped);
  };
  const clock = new EmulatedClock(machine, store);
  clock.set({ state: 'frozen', speed: 1 });
  const began = clock.now();
  for (let i = 1; i <= 10_500; i++) clock.skipTo(began + i * STEP, NOBODY);
  const [middle, end] = [began + 10_000 * STEP, began + 10_500 * STEP];
  expect([stored.size, clock.elapsedSince(began), clock.elapsedSince(middle)]).toEqual([10_000, 0, 0]);
  expect(clock.endOf(began, 7)).toBe(end + 7);

  const again = new EmulatedClock(machine, store);
  again.restore({ id: 'clock', ...clock.record() }, stored.values());
  expect([again.elapsedSince(began), again.elapsedSince(middle), again.endOf(began, 7)]).toEqual([0, 0, end + 7]);
  again.skipTo(end + STEP, NOBODY);
  expect([stored.size, again.elapsedSince(began), again.elapsedSince(end)]).toEqual([10_000, 0, 0]);
});
