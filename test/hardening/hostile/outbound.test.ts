import { createServer, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { listening } from '../../support/foreign-server.ts';
import { startLive, type Live } from '../../support/live.ts';

/** The key of somebody who may do nothing on `/_emulator`. */
const KEY = 'tkn_restricted';
const ADMIN_TOKEN = 'a-token-of-some-length';
const HOOK = '/v0/webhooks/default/tskHooked/hook-secret';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  users: [{ id: 'usrRita', email: 'rita@example.com', name: 'Rita', role: 'restricted_developer' }],
  apiKeys: [{ key: KEY, user: 'rita@example.com' }],
  tasks: [{ id: 'tskHooked', slug: 'hooked', webhooks: { hook: { secret: 'hook-secret' } } }],
};

/** A Hangar on loopback, one that all addresses of this machine reach, and a sandbox of each. */
let hangars: readonly Live[];
let ports: readonly number[];
/** A server that redirects to `location` with the status in its path. */
let elsewhere: Server;
let elsewherePort = 0;
let location = '';
let resources = 0;

const portOf = (url: string): number => Number(new URL(url).port);

beforeAll(async () => {
  const open = { host: '0.0.0.0', adminToken: ADMIN_TOKEN, allowedHosts: addresses() };
  hangars = [await startLive(WORKSPACE), await startLive(WORKSPACE, open)];
  const urls = await Promise.all(hangars.map(async ({ emulator }) => [emulator.url, (await emulator.sandbox()).url]));
  ports = urls.flat().map(portOf);
  elsewhere = createServer((incoming, answer) => {
    answer.writeHead(Number((incoming.url ?? '').split('/')[1]), { Location: location, Refresh: `0; url=${location}` });
    answer.end();
  });
  elsewherePort = await listening(elsewhere);
});
afterAll(async () => {
  elsewhere.close();
  await Promise.all(hangars.map(({ emulator }) => emulator.stop()));
});

/** The addresses of this machine in its networks, as hosts of a URL. */
function addresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, scopeid }) => !internal && (scopeid ?? 0) === 0)
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
}

/** Spellings of hosts that lead to this machine, or may. */
const HOSTS = [
  ...['127.0.0.1', '127.1', '127.9.8.7', '2130706433', '0x7f000001', '017700000001', '0x7f.0.0.1', '0.0.0.0', '0'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'hangar.localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::]',
  ],
  ...addresses(),
];

interface Ended {
  readonly status: string;
  readonly failure: string;
  readonly output: JsonObject;
}

/** The end of a run of a built-in task that the holder of the key has executed, with a resource that he has created. */
async function endOf(task: string, kind: string, resource: JsonObject, paramValues: JsonObject): Promise<Ended> {
  const [{ emulator }] = hangars as [Live];
  const call = async (path: string, body?: object): Promise<JsonObject> => {
    const headers = { 'X-Service-API-Key': KEY };
    const answer = await fetch(emulator.url + path, body === undefined ? { headers } : { ...post(body), headers });
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as JsonObject;
  };
  resources += 1;
  const slug = `own_${resources}`;
  await call('/v0/resources/create', { kind, slug, name: slug, resource });
  const body = { slug: `acme:${task}`, paramValues, resources: { it: slug } };
  const { runID: id } = await call('/v0/tasks/execute', body);
  const runID = typeof id === 'string' ? id : '';
  await emulator.waitFor({ for: 'run', runID });
  const { output } = await call(`/v0/runs/getOutputs?id=${runID}`);
  const { row, run } = await hangars[0]!.api.emulator.runs.get({ params: { id: runID } });
  return { status: run.status, failure: row.failure, output: output as JsonObject };
}

function post(body: object): RequestInit {
  return { method: 'POST', body: JSON.stringify(body) };
}

const send = (baseURL: string, params: JsonObject, config: JsonObject = {}): Promise<Ended> =>
  endOf('rest_request', 'rest', { baseURL, ...config }, params);

/** Sends a GraphQL operation to a URL, with these headers. */
const ask = (baseURL: string, headers: JsonObject = {}): Promise<Ended> =>
  endOf('graphql_request', 'graphql', { baseURL, headers }, { operation: '{ a }' });

/** The tasks of each Hangar, which no request here may change. */
async function tasksOf(): Promise<readonly string[]> {
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
  const answers = ports.map((port) => fetch(`http://127.0.0.1:${port}/_emulator/tasks`, { headers }));
  return Promise.all(answers.map(async (answer) => (await answer).text()));
}

/** A command task, which would run a program. */
const EVIL = { slug: 'evil', behavior: { kind: 'command', command: ['true'] } };
const RIGHTS = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' };

describe('a request of a built-in task', () => {
  test('reaches no /_emulator of this Hangar, its sandboxes or another one, by no address, even with the admin token', async () => {
    const before = await tasksOf();
    const refused: string[] = [];
    for (const host of HOSTS) {
      const attacks = ports.flatMap((port, index) => [
        ask(`http://${host}:${port}/_emulator/tasks`, RIGHTS),
        index % 2 === 0
          ? send(`http://${host}:${port}/_emulator`, { method: 'POST', path: '/tasks', headers: RIGHTS, body: EVIL })
          : send(`http://${host}:${port}`, { path: '/_emulator/info' }, { headers: RIGHTS }),
      ]);
      for (const { status, failure, output } of await Promise.all(attacks)) {
        expect([host, status]).toEqual([host, 'Failed']);
        const isRefused = output['status_code'] === 403;
        if (isRefused && JSON.stringify(output['response']).includes('Hangar sends for somebody')) refused.push(host);
        // Not all spellings lead somewhere on every machine.
        expect(isRefused || / failed: /.test(failure), `${host}: ${failure}`).toBe(true);
      }
    }
    expect(refused.length).toBeGreaterThanOrEqual(2 * 7 * ports.length);
    expect(await tasksOf()).toEqual(before);
  });

  test.each(['/', '/index.html', '/docs/', '/_emulator/ready', '/.well-known/jwks.json', '/_emulator/login'])(
    'reaches nothing beside /v0: %s',
    async (path) => {
      const { output } = await send(`http://127.0.0.1:${ports[0]}`, { path });
      expect(output).toMatchObject({ status_code: 403 });
      expect((await ask(`http://127.0.0.1:${ports[0]}${path}`)).output).toMatchObject({ status_code: 403 });
    },
  );

  test('gets no further by headers, a body with a second request, or a redirect', async () => {
    const before = await tasksOf();
    const base = `http://127.0.0.1:${ports[0]}`;
    const second = `POST /_emulator/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n${JSON.stringify(EVIL)}`;
    const headers: JsonObject[] = [
      { Connection: 'X-Hangar-Sent-For' },
      { Connection: 'keep-alive', 'Content-Length': '0' },
      { 'Transfer-Encoding': 'chunked' },
      { Origin: base, 'Sec-Fetch-Site': 'same-origin', Cookie: 'hangar_admin_80=x' },
      { 'X-Hangar-Sent-For': '' },
      { 'X-HANGAR-SENT-FOR': ['', 'x'] },
      { Trailer: 'X-Hangar-Sent-For' },
      { 'X-HTTP-Method-Override': 'POST', 'X-Original-URL': '/_emulator/tasks', 'X-Forwarded-For': '127.0.0.1' },
    ];
    for (const one of headers) {
      const ended = await send(`${base}/_emulator/info`, { method: 'POST', headers: one, body: second });
      expect(ended.status).toBe('Failed');
      expect(ended.output['status_code'] ?? 'not sent').toBe('headers' in ended.output ? 403 : 'not sent');
      expect(JSON.stringify(ended.output)).not.toContain('apiKey');
    }
    location = `${base}/_emulator/tasks`;
    for (const status of [301, 302, 303, 307, 308, 300, 201]) {
      const redirector = `http://127.0.0.1:${elsewherePort}/${status}`;
      const { output } = await send(redirector, { method: 'POST', body: EVIL });
      expect(output).toMatchObject({ status_code: status });
      expect((await ask(redirector)).status).toBe('Failed');
    }
    expect(await tasksOf()).toEqual(before);
  });

  test('reaches /v0 with the rights of its key, and without one as anybody does', async () => {
    const base = `http://127.0.0.1:${ports[0]}/v0`;
    expect((await send(base, { path: '/runs/list' })).output).toMatchObject({ status_code: 401 });
    expect((await send(base, { path: '/runs/list', headers: { 'X-Service-API-Key': KEY } })).status).toBe('Succeeded');
    const hook = await send(`http://127.0.0.1:${ports[0]}`, { method: 'POST', path: HOOK, body: { n: 1 } });
    expect(hook.status).toBe('Succeeded');
    const wrong = await send(`http://127.0.0.1:${ports[0]}`, { method: 'POST', path: `${HOOK}x`, body: {} });
    expect(wrong.output).toMatchObject({ status_code: 404 });
  });

  test('of a database reaches no Hangar either, and a path for its host is refused', async () => {
    const before = await tasksOf();
    const database = { database: 'GET /_emulator/info HTTP/1.1\r\n\r\n', username: 'POST / HTTP/1.1', password: 'x' };
    for (const ssl of ['disable', 'require']) {
      const resource = { ...database, host: '127.0.0.1', port: String(ports[0]), ssl };
      const ended = await endOf('sql_query', 'postgres', resource, { query: 'select 1' });
      expect(ended).toMatchObject({ status: 'Failed', failure: expect.stringMatching(/^cannot connect/) as string });
    }
    const paths = [
      '/tmp',
      '/var/run/postgresql',
      './x',
      '../x',
      'a/b',
      'C:\\x',
      '\\\\.\\pipe\\x',
      '@x',
      '~/x',
      '%2Ftmp',
    ];
    for (const host of paths)
      for (const kind of ['postgres', 'mysql', 'redshift', 'service_postgres', 'sqlserver']) {
        const resource = { ...database, host, port: '5432' };
        const body = { kind, name: 'x', slug: 'path', resource };
        const answer = await fetch(`http://127.0.0.1:${ports[0]}/v0/resources/create`, {
          ...post(body),
          headers: { 'X-Service-API-Key': KEY },
        });
        expect([host, answer.status]).toEqual([host, 400]);
        expect(await answer.text()).toContain('resource.host: must be the name or the address of a server');
      }
    expect(await tasksOf()).toEqual(before);
  });
});
