import { createInterface } from 'node:readline';
import { endAll } from './client-processes.ts';

/** The clients that run: their process IDs by their marks. */
const running = new Map<string, number>();

// A line `MARK PID` for a client that starts or has started, and `MARK` for one whose processes have all ended.
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [mark = '', pid] = line.split(' ');
  if (pid === undefined) running.delete(mark);
  else running.set(mark, Number(pid));
});
// The command has ended, or was killed.
lines.on('close', () => {
  for (const [mark, pid] of running) void endAll({ mark, pid });
});
