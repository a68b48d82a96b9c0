import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
