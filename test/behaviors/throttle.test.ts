import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { throttle, readThrottled } from '../../electron/emulator/behaviors/throttle.ts';

/** Work that takes the server this many milliseconds, and asks for no pause. */
function work(milliseconds: number): number {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
  return 0;
}

test('A stream that takes the server time is not read for as long, others meanwhile are', () => {
  const [busy, quiet] = [new PassThrough(), new PassThrough()];
  readThrottled(busy, () => work(5));
  readThrottled(quiet, () => 0);
  for (const stream of [busy, quiet]) stream.emit('data', Buffer.from('x'));
  expect([busy.isPaused(), quiet.isPaused()]).toEqual([true, false]);
});

test('Many streams wait for each other, and whoever asks for more gets it', () => {
  const waits = Array.from({ length: 5 }, () => throttle(() => work(5)));
  // The last one makes up for all.
  expect(waits.at(-1)).toBeGreaterThan(24);
  expect(throttle(() => 1_000_000)).toBe(1_000_000);
});
