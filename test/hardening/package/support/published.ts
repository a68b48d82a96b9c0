import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npmRegistry, type NpmRegistry } from '../../../support/npm-registry.ts';
import { cleanVariables, pack, type Printed, ROOT } from './installed.ts';

/** Hangar's package in a registry on loopback, and somebody's home whose package managers know no other registry. */
export interface Published {
  readonly registry: NpmRegistry;
  readonly tarball: string;
  readonly env: Readonly<Record<string, string>>;
  /** Makes an empty folder. */
  readonly folder: (name: string) => Promise<string>;
  readonly run: (cwd: string, program: string, ...args: readonly string[]) => Promise<Printed>;
  readonly close: () => Promise<void>;
}

/** Packs the package as a release does, and publishes the tarball. */
export async function published(): Promise<Published> {
  const scratch = await mkdtemp(join(tmpdir(), 'hangar-published-'));
  const [registry, tarball] = await Promise.all([npmRegistry(), pack(scratch)]);
  const { host } = new URL(registry.url);
  await writeFile(join(scratch, '.npmrc'), `registry=${registry.url}\n//${host}/:_authToken=any\n`);
  const env = {
    ...cleanVariables(scratch),
    YARN_NPM_REGISTRY_SERVER: registry.url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_ENABLE_TELEMETRY: '0',
    YARN_ENABLE_GLOBAL_CACHE: 'false',
  };
  const run: Published['run'] = (cwd, program, ...args) => promisify(execFile)(program, args, { cwd, env });
  // An attestation of the build can only be made in the release.
  await run(ROOT, 'npm', 'publish', tarball, '--provenance=false');
  return {
    ...{ registry, tarball, env, run },
    folder: async (name) => {
      const path = join(scratch, name);
      await mkdir(path);
      return path;
    },
    close: async () => {
      await registry.close();
      await rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
