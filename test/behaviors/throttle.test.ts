import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readLines } from '../../electron/emulator/behaviors/throttle.ts';

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
