// `npm run dist [-- TARGET…]`: packages the desktop application for the machine it is on, into dist/. Without targets, all
// of the system's; `dir` is the unpacked application alone, which needs nothing but an Electron runtime.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, DIR_TARGET, Platform } from 'electron-builder';
import configuration from './electron-builder.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { ensureBuilt } from './ensure-built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const platform = Platform.current();
const { target: TARGETS } = { linux: configuration.linux, mac: configuration.mac, windows: configuration.win }[
  platform.name
];
/** Matches errors of failed downloads of a target's tools. */
const NO_DOWNLOAD = /ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|getaddrinfo|status code|download/i;

/** Packages the unpacked application into a folder of `dist/`, or of the one that HANGAR_DIST names; gives that folder. */
export async function packApplication() {
  const output = process.env.HANGAR_DIST || join(root, configuration.directories.output);
  await ensureBuilt();
  const config = { ...ownConfiguration(), directories: { ...configuration.directories, output } };
  await build({ projectDir: root, targets: platform.createTarget(DIR_TARGET), config });
  const folder = readdirSync(output, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^(?:linux|win|mac)(?:-\w+)*(?:-unpacked)?$/.test(entry.name))
    .map(({ name }) => join(output, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0];
  if (folder === undefined) throw new Error(`nothing was packed into ${output}`);
  return folder;
}

/** Fresh for each build, since electron-builder changes what it is given. */
function ownConfiguration() {
  const { files, ...rest } = structuredClone(configuration);
  return { ...rest, files: [...files, ...mainModules()], ...givenRuntime() };
}

/** The modules that the main program and the processes of scripts load; the library of test suites has others beside them. */
function mainModules() {
  const found = new Set(['out/main/main.js', 'out/main/script-process.js']);
  for (const path of found) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, next] of text.matchAll(/require\("(\.[^"]+\.js)"\)/g))
      found.add(posix.join(posix.dirname(path), next));
  }
  return [...found];
}

/** The runtime that is there already; without one electron-builder fetches it. */
function givenRuntime() {
  const executable = electronRuntime();
  if (executable === undefined || process.platform === 'darwin') return {};
  const folder = dirname(executable);
  const version = join(folder, 'version');
  if (!existsSync(version)) return {};
  return { electronDist: folder, electronVersion: readFileSync(version, 'utf8').trim().replace(/^v/, '') };
}

/** Makes one package of the unpacked application; gives what became of it. */
async function makeTarget(target, prepackaged) {
  if (target === 'tar.gz') return makeArchive(prepackaged);
  const targets = platform.createTarget(target);
  try {
    const files = await build({ projectDir: root, targets, prepackaged, config: ownConfiguration() });
    return { target, files };
  } catch (error) {
    const reason = String(error.message ?? error).trim();
    return { target, files: [], reason, isSkipped: NO_DOWNLOAD.test(reason) };
  }
}

/** Uses `tar`, which needs none of electron-builder's downloads. */
function makeArchive(folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `${configuration.productName}-${version}-linux-${process.arch}`;
  const file = join(dirname(folder), `${name}.tar.gz`);
  const args = ['--create', '--gzip', '--owner=0', '--group=0', `--transform=s,^\\.,${name},`, `--file=${file}`, '.'];
  const { status, error } = spawnSync('tar', args, { cwd: folder, stdio: ['ignore', 2, 2] });
  const target = 'tar.gz';
  if (status === 0) return { target, files: [file] };
  return { target, files: [], reason: error?.message ?? `tar ended with ${status}` };
}

async function main(wanted) {
  const unknown = wanted.filter((target) => target !== DIR_TARGET && !TARGETS.includes(target));
  if (unknown.length > 0)
    throw new Error(`no such target: ${unknown.join(', ')}; there are dir, ${TARGETS.join(', ')}`);
  const folder = await packApplication();
  const results = [{ target: DIR_TARGET, files: [folder] }];
  for (const target of wanted.length === 0 ? TARGETS : wanted.filter((name) => name !== DIR_TARGET)) {
    results.push(await makeTarget(target, folder));
  }
  process.stdout.write(`\n${results.map(lineOf).join('')}`);
  return results.some(({ reason, isSkipped }) => reason !== undefined && !isSkipped) ? 1 : 0;
}

function lineOf({ target, files, reason = '', isSkipped }) {
  const [cause] = reason.split('\n');
  const said = isSkipped ? `not built, its tools cannot be downloaded here (${cause})` : `failed: ${cause}`;
  const made = files.filter((file) => !file.endsWith('.blockmap')).map((file) => relative(root, file));
  return `${target.padEnd(9)} ${reason === '' ? made.join(', ') : said}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    const help = NO_DOWNLOAD.test(error.message)
      ? '\nELECTRON_OVERRIDE_DIST_PATH may name a folder with Electron.'
      : '';
    process.stderr.write(`Nothing was packaged: ${error.message}${help}\n`);
    return 1;
  });
}
