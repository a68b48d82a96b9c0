import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuilt, makeOnce } from '../../../../build/ensure-built.mjs';

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

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

/** The path of the tarball of the build, beside which it lies. */
async function packed(): Promise<string> {
  const changes = createHash('sha256').update(await readFile(join(ROOT, 'CHANGELOG.md')));
  const folder = join(ROOT, 'out', '.packed', changes.digest('hex'));
  await mkdir(folder, { recursive: true });
  const tarballs = () => readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  await makeOnce(
    join(folder, 'lock'),
    () => tarballs().length > 0,
    async () => {
      const making = await mkdtemp(join(folder, 'making-'));
      const args = ['pack', '--silent', '--pack-destination', making];
      await promisify(execFile)('npm', args, { cwd: ROOT, env: cleanVariables(making) });
      const name = (await readdir(making)).find((file) => file.endsWith('.tgz')) ?? '';
      await rename(join(making, name), join(folder, name));
      await rm(making, { recursive: true });
    },
  );
  return join(folder, tarballs()[0] ?? '');
}

/** The paths of all files in a folder, from there, in the order of the alphabet. */
export async function filesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).toSorted();
}

/** A project in which npm has installed the package, with nothing in its cache and no registry to ask. */
export function installedProject(): Promise<Project> {
  return projectWith(async ({ run, tarball }) => {
    await run('npm', 'install', '--offline', tarball);
  });
}

/** A project in which the package lies as npm would have installed it. */
export function unpackedProject(): Promise<Project> {
  return projectWith(async ({ run, tarball, package: at }) => {
    await mkdir(at, { recursive: true });
    await run('tar', '--extract', '--file', tarball, '--directory', at, '--strip-components=1');
  });
}

async function projectWith(install: (project: Project) => Promise<void>): Promise<Project> {
  const scratch = await mkdtemp(join(tmpdir(), 'hangar-package-'));
  const folder = join(scratch, 'project');
  const env = cleanVariables(join(scratch, 'home'));
  await mkdir(folder);
  await mkdir(join(scratch, 'home'));
  const project: Project = {
    ...{ folder, env, tarball: await pack(scratch) },
    package: join(folder, 'node_modules', 'hangar'),
    bin: join(folder, 'node_modules', '.bin', 'hangar'),
    run: (program, ...args) => promisify(execFile)(program, args, { cwd: folder, env }),
    write: async (files) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
    },
    remove: () => rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
  await project.write({ 'package.json': '{}\n' });
  await install(project);
  return project;
}
