// Builds out/ when it is missing or when a source has changed since; several callers at once build once.
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'out');
const stamp = join(out, '.built');
const next = join(root, 'node_modules', '.hangar-build');
const lock = join(root, 'node_modules', '.hangar-build.lock');
const SOURCES = [
  'shared',
  'electron',
  'renderer',
  'build',
  'README.md',
  'docs',
  'recipes',
  'electron.vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** The state of the sources as one text: names, sizes and times, so that a removed file counts, too. */
function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package.json')));
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
    else hash.update(`${path} ${stat?.size} ${stat?.mtimeMs}\n`);
  };
  SOURCES.forEach(visit);
  return hash.digest('hex');
}

function isFresh() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/** Builds beside out/, then puts the new in its place at once: what runs from it, or starts meanwhile, finds it whole. */
function build() {
  // Taken first: what changes while it is built makes the next start build again.
  const sources = fingerprint();
  rmSync(next, { recursive: true, force: true });
  run('node_modules/electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn']);
  run('build/public-types.mjs', [join(next, 'types')]);
  writeFileSync(join(next, '.built'), sources);
  const old = `${next}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(out)) renameSync(out, old);
  renameSync(next, out);
  rmSync(old, { recursive: true, force: true });
}

function run(script, args) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, HANGAR_OUT: next },
  });
  if (status !== 0) throw new Error(`building failed: ${script} ${args.join(' ')}`);
}

/** Makes this process the one that holds a lock; false when another one does. */
function takeLock(lock) {
  try {
    const file = openSync(lock, 'wx');
    writeFileSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function dropStaleLock(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid !== 0) process.kill(pid, 0);
  } catch (error) {
    // Its process may have ended; the lock itself may have gone meanwhile.
    if (error.code === 'ESRCH') rmSync(lock, { force: true });
  }
}

/** Makes something unless it is there; of several processes at once, the one that holds the lock file does. */
export async function makeOnce(lock, isThere, make) {
  if (isThere()) return;
  while (!takeLock(lock)) {
    dropStaleLock(lock);
    await sleep(100);
  }
  try {
    if (!isThere()) await make();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Resolves when out/ is what the sources say; `force` builds in any case. */
export async function ensureBuilt({ force = false } = {}) {
  await makeOnce(
    lock,
    () => !force && isFresh(),
    () => {
      process.stderr.write('Building Hangar …\n');
      build();
    },
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureBuilt({ force: !process.argv.includes('--when-stale') }).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
