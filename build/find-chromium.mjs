import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** The first has no window of its own, and takes a third less time. */
const NAMES = [
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
];

/**
 * A real Chromium for the tests that need one, as `{ HANGAR_TEST_CHROMIUM }`: the system's, else Playwright's, which is
 * installed when it can be, else the system's package. Empty when there is none to be had; those tests then say so.
 */
export function findChromium(root) {
  if (process.env.HANGAR_TEST_CHROMIUM) return {};
  if (!existsSync(join(root, 'playwright.config.ts'))) return {};
  const found = onPath() ?? playwrights(root) ?? installed(root);
  return found === undefined ? {} : { HANGAR_TEST_CHROMIUM: found };
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function playwrights(root) {
  const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test');
  return isExecutable(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function installed(root) {
  process.stderr.write('No Chromium found; installing one for the tests …\n');
  const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], timeout: 300_000 });
  run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
  const own = playwrights(root);
  if (own !== undefined) return own;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [command, ...args] = [...asRoot, 'apt-get', 'install', '-y', '-qq', 'chromium'];
  run(command, args);
  return onPath();
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
