import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuilt } from '../../../build/ensure-built.mjs';

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The output of a command. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** A project of somebody who has Node and the package, and nothing else. */
export interface Project {
  readonly folder: string;
  /** The file of `npm pack`. */
  readonly tarball: string;
  /** The installed package. */
  readonly package: string;
  /** The `bin`, as npm links it. */
  readonly bin: string;
  /** The variables of its shell: a home of its own, and nothing of what runs the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes files, by their path in the project. */
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  /** Runs a program in the project; rejects unless it ends well. */
  readonly run: (program: string, ...args: readonly string[]) => Promise<Printed>;
  readonly remove: () => Promise<void>;
}

/** The variables of a shell whose home is an empty folder. */
export function cleanVariables(home: string): Record<string, string> {
  const foreign = /^(?:npm_|HANGAR_|VITEST|NODE_|XDG_|INIT_CWD|FORCE_COLOR|ELECTRON_|PLAYWRIGHT)/i;
  const kept = Object.entries(process.env).flatMap(([name, value = '']): [string, string][] =>
    foreign.test(name) ? [] : [[name, value]],
  );
  // Without plugins that this machine has for pytest, which can take five times as long to load as pytest itself.
  const own = { npm_config_update_notifier: 'false', PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' };
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, ...own };
}

/** Makes the package as `npm pack` does; gives the tarball's path in the folder. It is packed once for each build. */
export async function pack(folder: string): Promise<string> {
  // Builds like `prepack`, but with a longer timeout.
  await ensureBuilt();
  const tarball = await packed();
  const copy = join(folder, basename(tarball));
  await cp(tarball, copy);
  return copy;
}

/** The path of the tarball of what is built, which lies beside it; tests that ask for it at the same time may pack it twice. */
async function packed(): Promise<string> {
  const changes = createHash('sha256').update(await readFile(join(ROOT, 'CHANGELOG.md')));
  const folder = join(ROOT, 'out', '.packed', changes.digest('hex'));
  const tarballIn = async () => (await readdir(folder).catch(() => [])).find((name) => name.endsWith('.tgz'));
  if ((await tarballIn()) === undefined) {
    const scratch = await mkdtemp(join(tmpdir(), 'hangar-packed-'));
    const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', scratch], {
      cwd: ROOT,
      env: cleanVariables(scratch),
    });
    const name = stdout.trim().split('\n').at(-1) ?? '';
    await mkdir(folder, { recursive: true });
    // Whole, even where another test looks for it meanwhile.
    await cp(join(scratch, name), join(folder, `${basename(scratch)}.part`));
    await rename(join(folder, `${basename(scratch)}.part`), join(folder, name));
    await rm(scratch, { recursive: true });
  }
  return join(folder, (await tarballIn()) ?? '');
}

/** Packs, and installs the tarball into an empty project with nothing in npm's cache and no registry to ask. */
export async function installedProject(): Promise<Project> {
  const scratch = await mkdtemp(join(tmpdir(), 'hangar-package-'));
  const folder = join(scratch, 'project');
  const env = cleanVariables(join(scratch, 'home'));
  await mkdir(folder);
  await mkdir(join(scratch, 'home'));
  const run: Project['run'] = (program, ...args) => promisify(execFile)(program, args, { cwd: folder, env });
  const write: Project['write'] = async (files) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  };
  await write({ 'package.json': '{}\n' });
  const tarball = await pack(scratch);
  await run('npm', 'install', '--offline', tarball);
  return {
    ...{ folder, env, run, write, tarball },
    package: join(folder, 'node_modules', 'hangar'),
    bin: join(folder, 'node_modules', '.bin', 'hangar'),
    remove: () => rm(scratch, { recursive: true, force: true }),
  };
}
