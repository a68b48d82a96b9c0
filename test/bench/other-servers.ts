import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Lab } from './lab.ts';
import type { Served } from './processes.ts';
import { freePort } from '../support/free-port.ts';

/** The servers that Hangar is compared with. The first bench fetches them into a folder that git and npm ignore. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/hangar-bench/', import.meta.url));
const PACKAGES = ['json-server@1.0.0-beta.3', '@mockoon/cli@9.9.0'];

function installed(): string {
  const modules = join(FOLDER, 'node_modules');
  if (!existsSync(join(modules, '@mockoon/cli')) || !existsSync(join(modules, 'json-server'))) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], { cwd: FOLDER, stdio: 'ignore' });
  }
  return modules;
}

/** Starts a program and waits until it answers. */
async function answering(args: readonly string[], port: number): Promise<Served> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = async (): Promise<void> => {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  return { url, pid: child.pid ?? 0, readyAfter: performance.now() - startedAt, stop };
}

/** json-server with ten rows. */
export async function jsonServer(lab: Lab): Promise<Served> {
  const modules = installed();
  const rows = Array.from({ length: 10 }, (_, id) => ({ id: String(id), slug: 'refund', paramValues: { amount: id } }));
  const port = await freePort();
  const file = lab.file('rows.json', JSON.stringify({ rows }));
  return answering(
    [join(modules, 'json-server/lib/bin.js'), '--port', String(port), '--host', '127.0.0.1', file],
    port,
  );
}

/** Mockoon with one canned answer. */
export async function mockoon(lab: Lab): Promise<Served> {
  const modules = installed();
  const port = await freePort();
  const environment = {
    uuid: 'a1',
    lastMigration: 33,
    name: 'bench',
    port,
    hostname: '127.0.0.1',
    endpointPrefix: '',
    folders: [],
    routes: [
      {
        uuid: 'b1',
        type: 'http',
        method: 'post',
        endpoint: 'v0/tasks/execute',
        responses: [
          {
            uuid: 'c1',
            body: '{"runID":"run20261120zabcdefghij","isCached":false}',
            statusCode: 200,
            headers: [{ key: 'Content-Type', value: 'application/json' }],
            default: true,
            rules: [],
            rulesOperator: 'OR',
            latency: 0,
            bodyType: 'INLINE',
          },
        ],
      },
    ],
    rootChildren: [{ type: 'route', uuid: 'b1' }],
    proxyMode: false,
    cors: false,
    headers: [],
    data: [],
    callbacks: [],
  };
  const file = lab.file('mockoon.json', JSON.stringify(environment));
  const args = [
    join(modules, '@mockoon/cli/bin/run.js'),
    'start',
    '--data',
    file,
    '--port',
    String(port),
    '--disable-log-to-file',
    '--repair',
  ];
  return answering(args, port);
}
