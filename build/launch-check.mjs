// `node build/launch-check.mjs [EXECUTABLE]`: starts the packaged application of dist/, or another one, as its users do: asks for its
// version, lets it serve, sends one request, and stops it. Exits with 1 when it does not do all of that.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Time for each step, in milliseconds: a first start on a fresh machine takes many seconds. */
const PATIENCE = 90_000;
const EXECUTABLES = [
  'linux-unpacked/hangar',
  'linux-arm64-unpacked/hangar',
  'win-unpacked/Hangar.exe',
  'win-arm64-unpacked/Hangar.exe',
  'mac/Hangar.app/Contents/MacOS/Hangar',
  'mac-arm64/Hangar.app/Contents/MacOS/Hangar',
];

const executable = process.argv[2] ?? EXECUTABLES.map((path) => join(root, 'dist', path)).find(existsSync);
// A runner's Linux may have no user namespaces for Chromium's sandbox.
const switches = process.platform === 'linux' ? ['--no-sandbox'] : [];

function asVersion() {
  const { stdout, stderr, error, signal } = spawnSync(executable, [...switches, '--version'], {
    encoding: 'utf8',
    timeout: PATIENCE,
  });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (stdout?.trim() !== version)
    throw new Error(`--version printed "${stdout?.trim()}" (${error?.message ?? signal ?? stderr})`);
  return version;
}

async function asServer() {
  const child = spawn(executable, [...switches, '--in-memory', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  try {
    const url = await Promise.race([
      addressIn(() => printed),
      ended.then((end) => Promise.reject(new Error(`${end}`))),
    ]);
    const { ready } = await (await fetch(`${url}/_emulator/ready`)).json();
    if (ready !== true) throw new Error(`${url} is not ready`);
    await fetch(`${url}/_emulator/stop`, { method: 'POST' });
    const end = await ended;
    if (end !== 0) throw new Error(`it ended with ${end}`);
    return url;
  } catch (error) {
    throw new Error(`it did not serve: ${error.message}\n${printed}`);
  } finally {
    clearTimeout(late);
    child.kill('SIGKILL');
  }
}

async function addressIn(text) {
  for (;;) {
    const url = / is ready at (\S+)/.exec(text())?.[1];
    if (url !== undefined) return url;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

try {
  if (executable === undefined) throw new Error('there is no packaged application; npm run dist makes it');
  const version = asVersion();
  process.stdout.write(`${executable}: version ${version}, served at ${await asServer()}, stopped\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${executable}: ${error.message}\n`);
  process.exit(1);
}
