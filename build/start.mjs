// `npm start`: the desktop's window. On a machine that cannot show one it says why, in one line, and serves headless.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { electronRuntime, fetchElectronRuntime } from './electron-runtime.mjs';
import { ensureBuilt } from './ensure-built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
/** Exit codes with which the desktop itself says that it is done (electron/emulator/host/start-error.ts). */
const OWN_CODES = new Set([0, 1, 2, 3, 4]);
/** Matches Chromium's messages about the machine's desktop, which are hidden. */
const CHROMIUM_LINE = /^\[\d+:\d+\/[\d.]+:(?:ERROR|WARNING|INFO):/;

await ensureBuilt().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const reason = asksForText() ? '' : await openWindow();
if (reason !== '') process.stderr.write(`No window: ${reason}. Serving headless instead.\n`);
process.argv.splice(2, process.argv.length, 'serve', ...args);
await import('../out/main/headless.js');

function asksForText() {
  return args.some((argument) => ['--help', '-h', '--version'].includes(argument));
}

/** Runs the desktop and ends with it; gives why there is none. */
async function openWindow() {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'this machine has no display';
  const missing = electronRuntime() === undefined ? fetchElectronRuntime() : '';
  return missing === '' ? runDesktop(electronRuntime()) : missing;
}

/** Resolves only when the desktop ended before it was ready, by no decision of its own. */
function runDesktop(runtime) {
  // Chromium's sandbox does not work for root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(runtime, [...asRoot, root, ...args], { stdio: ['inherit', 'pipe', 'pipe'] });
  let isReady = false;
  let isStopped = false;
  // A terminal sends its Ctrl+C to both; whoever sends signals by hand sends them to this process only.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isStopped = true;
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  process.stdout.on('error', () => {});
  lines(child.stdout, (line) => {
    isReady ||= line.startsWith('Hangar is ready') || line.startsWith('{"event":"ready"');
    process.stdout.write(line);
  });
  lines(child.stderr, (line) => {
    if (!CHROMIUM_LINE.test(line)) process.stderr.write(line);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`Electron does not start (${error.message})`));
    child.once('close', (code, signal) => {
      if (isReady || isStopped || OWN_CODES.has(code)) process.exit(code ?? 1);
      resolve(`Electron does not work here (it ended with ${signal ?? code})`);
    });
  });
}

/** Calls with each line of a stream, its end included, also with a last one that has none. */
function lines(stream, call) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const all = (rest + text).split('\n');
    rest = all.pop();
    for (const line of all) call(`${line}\n`);
  });
  stream.on('end', () => rest !== '' && call(rest));
}
