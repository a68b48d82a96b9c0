// `node test/bench/desktop.mjs [ROUNDS]`: size of the packaged application, and how long it takes from its start to a window
// with content. Packages it first, with the runtime that ELECTRON_OVERRIDE_DIST_PATH names or that is installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = Number(process.argv[2] ?? 7);
const packages = join(root, 'dist', 'test');
const unpacked = join(packages, 'linux-unpacked');

const env = { ...process.env, HANGAR_DIST: packages };
const packed = spawnSync(process.execPath, [join(root, 'build/dist.mjs'), 'dir'], { env, stdio: ['ignore', 2, 2] });
if (packed.status !== 0) process.exit(1);

const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24'], {
  stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
});
const [display] = await once(xvfb.stdio[3], 'data');
const home = mkdtempSync(join(tmpdir(), 'hangar-bench-'));

/** Milliseconds from the start of the process to the first pixels of the page, and to its heading. */
async function startOnce() {
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--data', join(home, 'data'), '--port', '0'];
  const began = Date.now();
  const child = spawn(join(unpacked, 'hangar'), ['--remote-debugging-port=0', ...args], {
    env: {
      ...process.env,
      HOME: home,
      DISPLAY: `:${display.toString().trim()}`,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  // Looks at it only once it has settled, so that looking costs it nothing.
  await sleep(4000);
  const browser = await chromium.connectOverCDP(/DevTools listening on (\S+)/.exec(printed)[1]);
  const [page] = browser.contexts().flatMap((context) => context.pages());
  const times = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { timeOrigin } = performance;
        const [painted] = performance.getEntriesByName('first-contentful-paint');
        new PerformanceObserver((list) => {
          const largest = list.getEntries().at(-1)?.startTime ?? 0;
          resolve({ first: timeOrigin + painted.startTime, largest: timeOrigin + largest });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
  await browser.close().catch(() => undefined);
  return { first: times.first - began, largest: times.largest - began };
}

// Warm: the files are in the machine's memory, and the data folder has been used before.
await startOnce();
const starts = [];
for (let round = 0; round < rounds; round++) starts.push(await startOnce());
xvfb.kill();
rmSync(home, { recursive: true, force: true });

const megabytes = Number(execFileSync('du', ['-sk', unpacked], { encoding: 'utf8' }).split('\t')[0]) / 1024;
const row = (name, values, unit) => {
  const sorted = [...values].sort((one, other) => one - other).map(Math.round);
  return `| ${name} | ${sorted[Math.floor(sorted.length / 2)]} ${unit} | ${sorted[0]}–${sorted.at(-1)} ${unit} |\n`;
};
process.stdout.write(
  `| packaged desktop application, ${rounds} warm starts | median | range |\n| --- | --- | --- |\n` +
    row('unpacked size', [megabytes], 'MB') +
    row(
      'start to first content in the window',
      starts.map(({ first }) => first),
      'ms',
    ) +
    row(
      'start to the largest content of the page',
      starts.map(({ largest }) => largest),
      'ms',
    ),
);
process.exit(0);
