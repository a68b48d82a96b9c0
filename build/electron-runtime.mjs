import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Time for its download, in milliseconds. */
const PATIENCE = 60_000;

const own = fileURLToPath(new URL('../node_modules/electron', import.meta.url));

/** The Electron to run: in the folder that `ELECTRON_OVERRIDE_DIST_PATH` names, else the package's own; `undefined` when it is not there. */
export function electronRuntime() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(own, 'dist');
  const file = join(folder, executable());
  return existsSync(file) ? file : undefined;
}

/** Path of the executable within a runtime. The package saves it after its download. */
function executable() {
  const written = join(own, 'path.txt');
  if (existsSync(written)) return readFileSync(written, 'utf8');
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  return names[process.platform] ?? 'electron';
}

/** Fetches the package's Electron, once. Returns why it cannot be had; "" when it is there. */
export function fetchElectronRuntime() {
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) return 'ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron';
  if (!existsSync(own)) return 'the package "electron" is not installed';
  const options = { timeout: PATIENCE, stdio: ['ignore', 'pipe', 2], encoding: 'utf8' };
  const script = fileURLToPath(new URL('fetch-electron.mjs', import.meta.url));
  const { status, stdout, error } = spawnSync(process.execPath, [script], options);
  if (status === 0 && electronRuntime() !== undefined) return '';
  const cause = error?.code === 'ETIMEDOUT' ? 'it took longer than a minute' : stdout || 'its package failed';
  return `the Electron runtime cannot be had (${cause})`;
}
