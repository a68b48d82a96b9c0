import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SettledWatch } from '../../electron/emulator/engine/clock/activity.ts';

test.each([0, 1, 2, 3, 4, 5, 6])('a change %i microtasks after a check began is noticed', async (microtasks) => {
  let isSettled = false;
  const watch = new SettledWatch({ isSettled: () => Promise.resolve(isSettled) }, { onIdle: () => () => undefined });
  let calls = 0;
  watch.add(() => {
    calls += 1;
  });
  for (let i = 0; i < microtasks; i++) await Promise.resolve();
  isSettled = true;
  watch.look();
  await nextTurn();
  expect(calls).toBeGreaterThan(0);
});
