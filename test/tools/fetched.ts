import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../shared/values/messages.ts';

/** Time for one download, in milliseconds. */
export const PATIENCE = { playwright: 60_000, npm: 300_000, apt: 300_000 } as const;

/** Path of what is fetched for the tests: in the user's cache and outside of the repository, so that a fresh checkout finds it. */
export function cached(name: string): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? '';
  return join(cache === '' ? join(homedir(), '.cache') : cache, 'hangar-tests', name);
}

/** A package of npm that tests use as its users do, and that would bring everybody too much as a dependency. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** A file of it, whose path is the tool's. */
  readonly file: string;
  /** True for a package that says it is for another system. */
  readonly isForeign?: boolean;
}

/** Path of a file of a package that was fetched before. */
export function findPackage({ name, version, file }: NpmPackage): string | undefined {
  const path = join(cached(`${name}-${version}`), 'node_modules', name, file);
  return existsSync(path) ? path : undefined;
}

/**
 * Fetches a package with its dependencies, without their installation scripts.
 * @param tell shows what happens
 */
export function fetchPackage(wanted: NpmPackage, tell: (line: string) => void): Promise<string | undefined> {
  const folder = cached(`${wanted.name}-${wanted.version}`);
  const fresh = `${folder}.${process.pid}`;
  tell(`Fetching ${wanted.name} ${wanted.version} of npm …`);
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  try {
    const quiet = [
      ...(wanted.isForeign === true ? ['--force'] : []),
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--fetch-retries=0',
      '--loglevel=error',
    ];
    run('npm', ['install', ...quiet, '--prefix', fresh, `${wanted.name}@${wanted.version}`], PATIENCE.npm);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } catch (error) {
    tell(`It cannot be had: ${messageOf(error)}.`);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return Promise.resolve(findPackage(wanted));
}

/** Runs a program to its end. Returns what it printed; throws the most telling line of its complaints when it failed. */
export function run(program: string, args: readonly string[], timeout: number): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { timeout, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status === 0) return stdout;
  const lines = stderr.split('\n').filter((line) => line !== '');
  throw new Error(
    lines.find((line) => /^(?:npm error request|E: )/.test(line)) ?? lines[0] ?? `it ended with ${status}`,
  );
}
