import { createServer, type Server } from 'node:http';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { folderWith } from '../../support/behaviors.ts';
import { listening } from '../../support/foreign-server.ts';
import { scriptTask, startLive } from '../../support/live.ts';
import { skipWithout } from '../../support/needs.ts';
import { databaseServer } from '../../support/postgres.ts';

/** A workspace file with this package beside it, as `npm install` would put it there. */
function workspaceFile(workspace: Omit<AuthoredWorkspace, 'version'>, ...packages: string[]): string {
  const folder = folderWith({ 'workspace.json': JSON.stringify({ version: 1, ...workspace }) });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of packages) {
    const entry = fileURLToPath(new URL(`../../../node_modules/${name}/package.json`, import.meta.url));
    symlinkSync(dirname(entry), join(folder, 'node_modules', name));
  }
  return join(folder, 'workspace.json');
}

describe('a real PostgreSQL server', () => {
  const postgres = databaseServer();

  test('is reached by a script through a resource, with a package beside the workspace file; its password stays out of the log', async () => {
    const { username, password, port } = postgres();
    const source = `import pg from 'pg';
      export default async ({ resources: { db }, params, log, output }) => {
        log.info('Connecting as ' + db.username + ' with ' + db.password);
        console.error(new Error('like postgres://' + db.username + ':' + encodeURIComponent(db.password) + '@' + db.host).message);
        const client = new pg.Client({ host: db.host, port: Number(db.port), database: db.database, user: db.username, password: db.password });
        await client.connect();
        try {
          await client.query('create table orders (id text primary key, amount numeric(10, 2))');
          for (const [id, amount] of Object.entries(params.orders)) await client.query('insert into orders values ($1, $2)', [id, amount]);
          const { rows } = await client.query('select id, amount::float8 as amount from orders order by id');
          output.set({ rows });
        } finally {
          await client.end();
        }
      };`;
    const live = await startLive(
      workspaceFile(
        {
          resources: [
            {
              slug: 'demo_db',
              kind: 'postgres',
              resource: {
                host: '127.0.0.1',
                port: String(port),
                database: 'postgres',
                username,
                password,
                ssl: 'disable',
              },
            },
          ],
          tasks: [
            scriptTask('fill', source, {
              parameters: [{ slug: 'orders', type: 'json' }],
              resources: { db: 'demo_db' },
            }),
          ],
        },
        'pg',
      ),
    );
    const ended = await live.run('fill', { orders: { AB1: 10.5, AB2: 3 } });
    await live.emulator.stop();
    expect(ended).toEqual({
      status: 'Succeeded',
      output: {
        rows: [
          { id: 'AB1', amount: 10.5 },
          { id: 'AB2', amount: 3 },
        ],
      },
      lines: ['info Connecting as hangar with ****', 'error like postgres://hangar:****@127.0.0.1'],
    });
  });
});

describe('a real HTTP server', () => {
  let server: Server;
  let baseURL: string;
  beforeAll(async () => {
    server = createServer((request, answer) => {
      const known = request.headers.authorization === 'Bearer s3cr3t-token';
      answer
        .writeHead(known ? 200 : 401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ path: request.url, known }));
    });
    baseURL = `http://127.0.0.1:${await listening(server)}`;
  });
  afterAll(() => server.close());

  const PYTHON = `
import json, os, urllib.request
api = json.loads(os.environ['HANGAR_RESOURCES'])['api']
print('with', api['headers']['Authorization'])
with urllib.request.urlopen(urllib.request.Request(api['baseURL'] + '/orders', headers=api['headers'])) as answer:
    print('hangar_output:set ' + answer.read().decode())
`;
  const SCRIPT = `export default async ({ resources: { api }, fetch, log }) => {
    log.info('with ' + api.headers.Authorization);
    return (await fetch(api.baseURL + '/orders', { headers: api.headers })).json();
  };`;

  test('is reached by a script and by a command through a resource; its token stays out of the log', async (context) => {
    skipWithout(context, 'python3');
    const live = await startLive({
      resources: [
        { slug: 'orders_api', kind: 'rest', resource: { baseURL, headers: { Authorization: 'Bearer s3cr3t-token' } } },
      ],
      tasks: [
        scriptTask('by_script', SCRIPT, { resources: { api: 'orders_api' } }),
        {
          slug: 'by_command',
          resources: { api: 'orders_api' },
          behavior: { kind: 'command', command: ['python3', '-c', PYTHON] },
        },
      ],
    });
    const ends = [await live.run('by_script'), await live.run('by_command')];
    await live.emulator.stop();
    const end = { status: 'Succeeded', output: { path: '/orders', known: true }, lines: ['info with ****'] };
    expect(ends).toEqual([end, end]);
  });
});
