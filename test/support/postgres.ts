import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { toolPath } from '../tools/tools.ts';
import { freePort } from './free-port.ts';
import { needs } from './needs.ts';

/** A PostgreSQL server of the test's own. */
export interface Postgres {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly stop: () => Promise<void>;
}

/**
 * A PostgreSQL server for the tests of a block, which are skipped where there is none.
 * @param prepare called once the server is there
 */
export function databaseServer(prepare: () => Promise<void> = () => Promise.resolve()): () => Postgres {
  let server: Postgres | undefined;
  needs('postgres');
  beforeAll(async () => {
    const programs = toolPath('postgres');
    if (programs === undefined) return;
    server = await startPostgres(programs);
    await prepare();
  });
  afterAll(() => server?.stop());
  return () => {
    if (server === undefined) throw new Error('PostgreSQL has not been started');
    return server;
  };
}

/** Makes a cluster and starts a server on a free port. It refuses to run as root, so root hands it to the package's own user. */
async function startPostgres(programs: string): Promise<Postgres> {
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const folder = mkdtempSync(join(tmpdir(), 'hangar-postgres-'));
  const [username, password] = ['hangar', 'correct-horse-battery'];
  writeFileSync(join(folder, 'password'), password);
  if (owner.uid !== undefined)
    for (const path of [folder, join(folder, 'password')]) chownSync(path, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', username, '-A', 'scram-sha-256', '--pwfile', join(folder, 'password'), '--no-sync'];
  execFileSync(join(programs, 'initdb'), init, { ...owner, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const settings = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-F'];
  const server = spawn(join(programs, 'postgres'), settings, {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((ready, failed) => {
    let printed = '';
    server.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('ready to accept connections')) ready();
    });
    server.once('exit', () => failed(new Error(`PostgreSQL did not start:\n${printed}`)));
  });
  return {
    port,
    username,
    password,
    stop: async () => {
      server.kill('SIGINT');
      await new Promise((ended) => server.once('exit', ended));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
