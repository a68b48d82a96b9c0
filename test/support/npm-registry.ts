import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Package managers refuse versions of the last day. */
const TIME = '2026-01-01T00:00:00.000Z';

/** Body of a request by which npm publishes a version: its manifest, and its tarball in base64. */
interface Publication {
  readonly name: string;
  readonly versions: Readonly<Record<string, Manifest>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

interface Manifest {
  readonly version: string;
  readonly dist?: { readonly integrity: string };
}

/** A version of a package: its manifest, and its tarball once somebody asks for it. */
interface Version {
  readonly manifest: Manifest;
  readonly tarball: () => Promise<Buffer>;
}

/** A registry of npm on loopback for npm, pnpm and yarn, with what was published to it, and what the repository has installed. */
export interface NpmRegistry {
  readonly url: string;
  /** Requests so far, such as `GET /hangar`. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts a registry in which nothing is published yet. */
export async function npmRegistry(): Promise<NpmRegistry> {
  const published = new Map<string, readonly Version[]>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://registry').pathname);
    requests.push(`${request.method ?? ''} ${path}`);
    void answer(request, path).then(([status, body]) => response.writeHead(status).end(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server on a port has such an address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, close: async () => void (await once(server.close(), 'close')) };

  async function answer(request: IncomingMessage, path: string): Promise<[number, string | Buffer]> {
    if (request.method === 'PUT') return [publish((await json(request)) as Publication), '{}'];
    const [, name = '', file] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+))?$/.exec(path) ?? [];
    const versions = published.get(name) ?? (await installedVersions(name));
    if (versions.length === 0) return [404, '{"error":"not_found"}'];
    if (file === undefined) return [200, JSON.stringify(documentOf(name, versions))];
    const wanted = versions.find(({ manifest }) => file === `${manifest.version}.tgz`);
    return wanted === undefined ? [404, ''] : [200, await wanted.tarball()];
  }

  function publish({ name, versions, _attachments: files }: Publication): number {
    const [manifest] = Object.values(versions);
    const [data] = Object.values(files).map((each) => Buffer.from(each.data, 'base64'));
    if (manifest === undefined || data === undefined) return 400;
    const sum = createHash('sha512').update(data).digest('base64');
    if (manifest.dist?.integrity !== `sha512-${sum}`) return 400;
    published.set(name, [{ manifest, tarball: () => Promise.resolve(data) }]);
    return 201;
  }

  function documentOf(name: string, versions: readonly Version[]): object {
    const manifests = versions.map(({ manifest: { dist, ...manifest } }) => {
      return { ...manifest, dist: { ...dist, tarball: `${url}/${name}/-/${manifest.version}.tgz` } };
    });
    return {
      name,
      'dist-tags': { latest: manifests.at(0)?.version },
      time: Object.fromEntries(manifests.map(({ version }) => [version, TIME])),
      versions: Object.fromEntries(manifests.map((manifest) => [manifest.version, manifest])),
    };
  }
}

/** The versions of a package that the repository has installed, the one at its top first. */
async function installedVersions(name: string): Promise<Version[]> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: object };
  const folders = Object.keys(lock.packages)
    .filter((path) => path.endsWith(`node_modules/${name}`) && existsSync(join(ROOT, path)))
    .toSorted((one, other) => one.length - other.length);
  return Promise.all(
    folders.map(async (path) => {
      const folder = join(ROOT, path);
      const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
      const args = [
        '--create',
        '--gzip',
        '--exclude=./node_modules',
        '--transform=s,^\\.,package,',
        '--directory',
        folder,
        '.',
      ];
      const options = { encoding: 'buffer', maxBuffer: 2e8 } as const;
      return { manifest, tarball: async () => (await promisify(execFile)('tar', args, options)).stdout };
    }),
  );
}
