import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import {
  readLines,
  readThrottled,
  throttle,
  ThrottledQueue,
  type Steps,
} from '../../electron/emulator/behaviors/throttle.ts';

/** Work that takes the server this many milliseconds, and asks for no pause. */
function work(milliseconds: number): number {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
  return 0;
}

function* inSteps(...steps: (() => number)[]): Steps {
  for (const step of steps) yield step();
}

test('a stream that takes the server time is paused for as long, others are not', () => {
  const [busy, quiet] = [new PassThrough(), new PassThrough()];
  void readThrottled(busy, () => inSteps(() => work(5)));
  void readThrottled(quiet, () => inSteps(() => 0));
  for (const stream of [busy, quiet]) stream.emit('data', Buffer.from('x'));
  expect([busy.isPaused(), quiet.isPaused()]).toEqual([true, false]);
});

test('delays of many streams add up, and a longer requested delay is kept', () => {
  const waits = Array.from({ length: 5 }, () => throttle(() => work(5)));
  // The last one makes up for all.
  expect(waits.at(-1)).toBeGreaterThan(24);
  expect(throttle(() => 1_000_000)).toBe(1_000_000);
});

test('steps that take long have turns of their own, and later work waits for them', async () => {
  const done: string[] = [];
  const step = (name: string, milliseconds: number) => () => (done.push(name), work(milliseconds));
  const queue = new ThrottledQueue(() => done.push('idle'));
  expect(queue.add(inSteps(step('short', 0)))).toBe(true);
  expect(queue.add(inSteps(step('reading', 20), step('applying', 20), step('publishing', 0)))).toBe(false);
  expect(queue.add(inSteps(step('next message', 0)))).toBe(false);
  expect(done).toEqual(['short', 'reading']);
  await expect.poll(() => done.at(-1)).toBe('idle');
  expect(done.slice(2)).toEqual(['applying', 'publishing', 'next message', 'idle']);
});

test('lines that are delayed when their stream closes are read before its end', async () => {
  const stream = new Readable({ read: () => undefined });
  const lines: string[] = [];
  const onLine = (line: string): number => {
    lines.push(line);
    return 20;
  };
  const read = readLines(stream, onLine, { guard: (call) => call });
  for (const text of ['first\n', 'second\n', 'last']) stream.emit('data', Buffer.from(text));
  stream.emit('close');
  await read;
  expect(lines).toEqual(['first', 'second', 'last']);
});
