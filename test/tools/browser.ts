import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type * as Playwright from '@playwright/test';
import { messageOf } from '../../shared/values/messages.ts';
import { cached, PATIENCE, run } from './fetched.ts';
import { programPath } from './program-path.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Programs of a system's package. The first has no window of its own, and takes a third less time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The package of npm that carries a Chromium for Linux on x64 with its libraries. Fetched only where there is no other browser, so it
 * is no dependency: `npm install` would bring everybody 70 MB. Its content is checked against the hash.
 */
const PACKED = {
  name: '@sparticuz/chromium',
  version: '153.0.0',
  sha512: 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
} as const;

/** Path of a Chromium that starts on this machine: the one of `HANGAR_TEST_CHROMIUM`, of the system, of Playwright, or fetched before. */
export function findBrowser(): string | undefined {
  const named = process.env['HANGAR_TEST_CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  return [...NAMES.map(programPath), playwrights(), packedBrowser()].find(starts);
}

/**
 * Fetches a browser, into folders of the user alone: Playwright's own, else that of npm's package, else, as root, Debian's.
 * Each is tried once.
 * @param tell shows what happens
 * @returns its path; `undefined` when none can be had
 */
export async function fetchBrowser(tell: (line: string) => void): Promise<string | undefined> {
  for (const [source, fetch] of Object.entries(SOURCES)) {
    tell(`No browser found; fetching ${source} …`);
    const problem = await problemOf(fetch);
    const found = findBrowser();
    if (found !== undefined) return found;
    tell(`It cannot be had: ${problem === '' ? 'it does not start here' : problem}.`);
  }
  return undefined;
}

/** Fetches from a source. Returns the reason why it cannot be had; "" when it is there. */
async function problemOf(fetch: () => string | Promise<string>): Promise<string> {
  try {
    return await fetch();
  } catch (error) {
    return messageOf(error);
  }
}

/** Fetches from each source, in the order in which they are tried. Each returns why it failed; "" when it did not. */
const SOURCES: Readonly<Record<string, () => string | Promise<string>>> = {
  "Playwright's Chromium": fetchPlaywrights,
  [`the package ${PACKED.name} of npm`]: fetchPacked,
  "Debian's package chromium": installDebians,
};

/** True for a program that runs here: a downloaded browser may lack libraries of the system. */
function starts(path: string | undefined): boolean {
  return path !== undefined && existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;
}

/** Fetches Playwright's Chromium. Its program would try five times, each as long as a firewall keeps it waiting. */
function fetchPlaywrights(): Promise<string> {
  const program = join(ROOT, 'node_modules/@playwright/test/cli.js');
  const child = spawn(process.execPath, [program, 'install', '--no-shell', 'chromium'], { cwd: ROOT });
  return new Promise((resolve, reject) => {
    const end = (reason: string): void => {
      clearTimeout(timer);
      child.kill();
      resolve(reason);
    };
    const timer = setTimeout(() => end('it took longer than a minute'), PATIENCE.playwright);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        const error = /^Error: (.+)$/m.exec(text)?.[1];
        if (error !== undefined) end(error);
      });
    child.once('error', reject);
    child.once('exit', (code) => end(code === 0 ? '' : `its installer ended with ${code}`));
  });
}

/** Path of Playwright's Chromium, which may not be there. Its package is loaded only for this: it takes a second. */
function playwrights(): string {
  // The package's own types.
  const { chromium } = createRequire(import.meta.url)('@playwright/test') as typeof Playwright;
  return chromium.executablePath();
}

/** Folder of the unpacked browser. */
function packedFolder(): string {
  return cached(`chromium-${PACKED.version}`);
}

function packedBrowser(): string {
  return join(packedFolder(), 'chromium-here');
}

/** Fetches and unpacks the package of npm. Returns why it failed; "" when it did not. */
function fetchPacked(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it is for Linux on x64 only';
  const folder = packedFolder();
  const fresh = `${folder}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  try {
    const archive = download(fresh);
    const hash = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (hash !== PACKED.sha512) return `its content is not that of version ${PACKED.version}`;
    unpack(archive, fresh);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return '';
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Downloads the package. Returns the path of its archive. */
function download(folder: string): string {
  const wanted = `${PACKED.name}@${PACKED.version}`;
  const args = ['pack', wanted, '--fetch-retries=0', '--loglevel=error', '--pack-destination', folder];
  return join(folder, run('npm', args, PATIENCE.npm).trim());
}

/** Unpacks the browser with its libraries and fonts, and writes the program that starts it with them. */
function unpack(archive: string, folder: string): void {
  run('tar', ['-xzf', archive, '-C', folder], PATIENCE.npm);
  rmSync(archive);
  const packed = join(folder, 'package');
  const inflate = (name: string, to: string): void =>
    writeFileSync(to, brotliDecompressSync(readFileSync(join(packed, 'bin', name))));
  inflate('chromium.br', join(folder, 'chromium'));
  for (const name of ['al2023.tar', 'fonts.tar', 'swiftshader.tar']) {
    inflate(`${name}.br`, join(folder, name));
    run('tar', ['-xf', join(folder, name), '-C', folder], PATIENCE.npm);
    rmSync(join(folder, name));
  }
  rmSync(packed, { recursive: true });
  chmodSync(join(folder, 'chromium'), 0o755);
  writeFileSync(join(folder, 'fonts.conf'), FONTS);
  writeFileSync(join(folder, 'chromium-here'), LAUNCHER, { mode: 0o755 });
}

/** Fonts of the system, and those of the package, for a machine that has none. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const LAUNCHER = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib:$here\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

/** Installs Debian's package. A fresh machine has no list of packages yet. */
function installDebians(): string {
  if (process.getuid?.() !== 0) return 'only root may install it';
  if (programPath('apt-get') === undefined) return 'there is no apt-get';
  run('apt-get', ['update', '-qq'], PATIENCE.apt);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], PATIENCE.apt);
  return '';
}
