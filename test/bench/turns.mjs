// Loaded into a Hangar that is measured (`node --import`): tells on request the longest turn of its event loop since the last
// request, by the clock and in processor time of its thread, which other processes do not lengthen (Linux).
import { openSync, readSync } from 'node:fs';

// Scripts' processes and threads inherit the flag.
if (process.argv[1]?.endsWith('headless.js') && process.channel) watch();

function watch() {
  const file = openSync('/proc/thread-self/schedstat');
  const text = Buffer.alloc(100);
  const processor = () =>
    Number.parseInt(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)), 10) / 1e6;
  let last = { clock: performance.now(), processor: processor() };
  let longest = { clock: 0, processor: 0 };
  const look = () => {
    const now = { clock: performance.now(), processor: processor() };
    for (const name of ['clock', 'processor']) longest[name] = Math.max(longest[name], now[name] - last[name]);
    last = now;
  };
  setInterval(look, 1).unref();
  process.on('message', (message) => {
    if (message !== 'turns') return;
    look();
    process.send(longest);
    longest = { clock: 0, processor: 0 };
  });
  process.channel.unref();
}
