import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listening } from '../../../electron/emulator/server/listen.ts';
import type { ServerOptions } from '../../../electron/emulator/server/http/ports.ts';
import { contract } from '../../../shared/contract/index.ts';
import { fillPath } from '../../../shared/http/client.ts';
import { type Endpoint, endpointsOf } from '../../../shared/http/endpoint.ts';
import { derivedId } from '../../../shared/registry/ids.ts';
import { KEY, testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { isRead, type RawAnswer, sendRaw } from '../../support/raw-http.ts';
import { spellingsOf as everySpellingOf } from '../../support/spellings.ts';
import { TOUR_WORKSPACE } from '../../api/tour.ts';

const HOST = '127.0.0.1:4100';
const NAMED = 'https://app.example';
const ADMIN = { adminToken: 'a-token-of-some-length' };

const endpoints = [...endpointsOf(contract)];
// Lists the exceptions, so that a new kind of access is attacked in every way.
const notOfAccess = (...exempt: Endpoint['access'][]) =>
  endpoints.filter(({ endpoint }) => !exempt.includes(endpoint.access));
const ownSide = notOfAccess('key', 'webhook');
/** Secret URLs need no key: they are the permission to use a file. */
const closed = notOfAccess('key', 'webhook', 'upload');

const outer = mkdtempSync(join(tmpdir(), 'hangar-paths-'));
const gui = join(outer, 'gui');
const servers = new Map<string, Promise<{ hangar: TestEmulator; listening: Listening }>>();

beforeAll(() => {
  mkdirSync(join(gui, 'assets'), { recursive: true });
  writeFileSync(join(gui, 'index.html'), '<!doctype html><title>Hangar</title>');
  writeFileSync(join(gui, 'assets', 'index-Ab12Cd34.js'), 'start();');
  writeFileSync(join(outer, 'secret.txt'), 'secret');
});
afterAll(async () => {
  for (const server of servers.values()) await (await server).listening.close(100);
  rmSync(outer, { recursive: true, force: true });
});

/** One server for each set of options: nothing that is sent here may change it. */
function started(options: Partial<ServerOptions> = {}): Promise<{ hangar: TestEmulator; listening: Listening }> {
  const key = JSON.stringify(options);
  const known = servers.get(key) ?? start(options);
  servers.set(key, known);
  return known;
}

async function start(options: Partial<ServerOptions>) {
  const hangar = await testEmulator(TOUR_WORKSPACE, { gui, corsOrigins: [NAMED], ...options });
  return { hangar, listening: await listen(hangar.server, { host: '127.0.0.1', port: 0 }) };
}

function plainPath({ path }: Endpoint): string {
  const webhook = { envSlug: 'dev', taskID: derivedId('task', 'quick'), secret: 'locked-secret' };
  return fillPath(path, { id: 'quick', fileName: 'a.txt', ...webhook });
}

const spellingsOf = (path: string) => everySpellingOf(path, HOST).filter(({ target }) => isRead(target));

/** A harmful body that endpoints of several kinds accept. */
const BODY = JSON.stringify({ slug: 'evil', behavior: { kind: 'command', command: ['true'] } });

/** Headers of a request. */
type Headers = Readonly<Record<string, string>>;

/**
 * The answers to every spelling of an endpoint's path, by spelling. Several senders take turns, and each asks for the plain path: a
 * sender is recognised by its headers alone.
 */
async function answersOf(
  endpoint: Endpoint,
  senders: readonly Headers[],
  options: Partial<ServerOptions> = {},
): Promise<(RawAnswer & { readonly target: string; readonly error: string })[]> {
  const { listening } = await started(options);
  const plain = { target: plainPath(endpoint) };
  const spellings = [...senders.map(() => plain), ...spellingsOf(plain.target)];
  const body = endpoint.method === 'GET' ? {} : { body: BODY };
  const answers = await sendRaw(
    listening.port,
    spellings.map(({ target }, index) => ({
      ...{ method: endpoint.method, target, headers: senders[index % senders.length] ?? {} },
      ...body,
    })),
  );
  return answers.map((answer, index) => ({ ...answer, target: spellings[index]!.target, error: errorOf(answer) }));
}

function errorOf({ text, headers }: RawAnswer): string {
  if (headers['content-type'] !== 'application/json') return '';
  const { error = '' } = JSON.parse(text === '' ? '{}' : text) as { error?: string };
  return error;
}

/** The answers that break a rule, in a form that says which. */
function breaking<Answer extends RawAnswer & { target: string; error: string }>(
  answers: readonly Answer[],
  isRight: (answer: Answer) => boolean,
): string[] {
  expect(answers.length).toBeGreaterThan(100);
  return answers.filter((answer) => !isRight(answer)).map(({ target, status, text }) => `${target}: ${status} ${text}`);
}

/** True when no handler was reached. Handlers answer 404, too, but about an entity. */
function isRefused({ status, error }: { readonly status: number; readonly error: string }): boolean {
  return [400, 401, 403, 405].includes(status) || (status === 404 && error.startsWith('There is nothing at /'));
}

/** Pages that are not the window, by what browsers tell of them. */
const CROSS_SITE = {
  'of another origin': { Origin: 'http://evil.example' },
  'of another port': { Origin: 'http://127.0.0.1:5173', 'Sec-Fetch-Site': 'same-site' },
  'of the same host and port with TLS': { Origin: `https://${HOST}` },
  'without an origin': { Origin: 'null' },
  'of another origin, as an image': {
    ...{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
  },
};

test.each(notOfAccess('key'))('no page of another site reaches $name in any spelling', async ({ endpoint }) => {
  const pages = Object.values(CROSS_SITE).map((headers) => ({ ...headers, 'Content-Type': 'text/plain' }));
  const answers = await answersOf(endpoint, pages);
  expect(breaking(answers, ({ status }) => status === 403)).toEqual([]);
});

describe('a page that --cors-origin names', () => {
  test.each(closed)('can neither call nor read $name in any spelling', async ({ endpoint }) => {
    const answers = await answersOf(endpoint, [{ Origin: NAMED }]);
    // A path below /v0 that leads nowhere tells nothing.
    const isNowhere = ({ status, error }: { status: number; error: string }) =>
      status === 404 && error.startsWith('There is nothing at /v0');
    const isClosed = ({ status, headers }: RawAnswer) => status === 403 && !('access-control-allow-origin' in headers);
    expect(breaking(answers, (answer) => isClosed(answer) || isNowhere(answer))).toEqual([]);
  });
});

describe('a link of another page', () => {
  const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  const headers = { ...link, Accept: 'text/html' };
  test.each(ownSide.filter(({ endpoint }) => endpoint.method === 'GET'))(
    'opens the window or nothing for $name',
    async ({ endpoint }) => {
      const answers = await answersOf(endpoint, [headers]);
      const isWindow = ({ text }: RawAnswer) => text.includes('<title>Hangar</title>');
      expect(breaking(answers, (answer) => [403, 404].includes(answer.status) || isWindow(answer))).toEqual([]);
      expect(answers[0]!.status).toBe(403);
    },
  );
});

describe('a request that Hangar sends for somebody', () => {
  const senders: Headers[] = [
    { 'X-Hangar-Sent-For': 'run' },
    { 'x-hangar-sent-for': '' },
    { 'X-HANGAR-SENT-FOR': 'x', Origin: `http://${HOST}`, 'Sec-Fetch-Site': 'same-origin' },
    { 'X-Hangar-Sent-For': 'run', Authorization: `Bearer ${ADMIN.adminToken}`, 'X-Service-API-Key': KEY },
  ];
  test.each(closed)('does not reach $name in any spelling', async ({ endpoint }) => {
    const answers = await answersOf(endpoint, senders, ADMIN);
    const isRight = ({ status, error }: { status: number; error: string }) =>
      status === 403 || (status === 404 && error.startsWith('There is nothing at /v0'));
    expect(breaking(answers, isRight)).toEqual([]);
  });

  test('does not reach the window, its documentation or an unreadable path', async () => {
    const { listening } = await started();
    const requests = ['/', '/index.html', '/docs/', '/assets/index-Ab12Cd34.js', '*', '/%'].map((target) => ({
      ...{ method: 'GET', target, headers: senders[0] ?? {} },
    }));
    const answers = await sendRaw(listening.port, requests);
    expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 403));
  });
});

describe('without the admin token', () => {
  test.each(notOfAccess('key', 'webhook', 'upload', 'open'))('no spelling reaches $name', async ({ endpoint }) => {
    const answers = await answersOf(endpoint, [{}], ADMIN);
    expect(answers[0]!.status).toBe(401);
    expect(breaking(answers, isRefused)).toEqual([]);
  });
});

describe('without a key', () => {
  test.each(notOfAccess('emulator', 'webhook', 'upload', 'open'))('no spelling reaches $name', async ({ endpoint }) => {
    const answers = await answersOf(endpoint, [{}]);
    expect(answers[0]!.status).toBe(401);
    expect(breaking(answers, isRefused)).toEqual([]);
  });
});

describe('without its secret', () => {
  const files = endpoints.filter(({ endpoint }) => endpoint.access === 'upload');
  test.each(files)('no spelling reaches $name', async ({ endpoint }) => {
    const answers = await answersOf(endpoint, [{}]);
    expect(answers[0]!.error).toBe('There is no such file.');
    expect(breaking(answers, ({ status }) => [400, 403, 404, 405].includes(status))).toEqual([]);
  });
});

describe('the traffic log', () => {
  test.each(notOfAccess('emulator', 'upload', 'open'))(
    'has every spelling that reaches $name, under one path',
    async ({ endpoint }) => {
      const { hangar } = await started();
      await hangar.api.emulator.traffic.clear();
      const answers = await answersOf(endpoint, [{ 'X-Service-API-Key': 'tkn_unknown' }]);
      const { entries } = await hangar.api.emulator.traffic.list();
      const reached = answers.filter(({ status }) => status === 401);
      expect(reached.length).toBeGreaterThan(endpoint.path.length);
      const path = plainPath(endpoint).replace('locked-secret', '****');
      const logged = entries.filter((entry) => entry.status === 401 && entry.path === path);
      expect(logged).toHaveLength(reached.length);
      // Unreadable targets may have been for /v0, so they are logged, too.
      const unreadable = answers.filter(({ status }) => status === 400);
      expect(unreadable.length).toBeGreaterThan(20);
      expect(entries.filter(({ status }) => status === 400)).toHaveLength(unreadable.length);
    },
  );
});

test('after all of this nothing has changed, and there is no run', async () => {
  const { hangar } = await started();
  const fresh = await testEmulator(TOUR_WORKSPACE);
  const authored = async ({ api }: TestEmulator) =>
    (await api.emulator.export({ query: { state: 'false' } })).workspace;
  expect(await authored(hangar)).toEqual(await authored(fresh));
  expect((await hangar.api.emulator.runs.list()).total).toBe(0);
  expect(hangar.errors).toEqual([]);
});

describe('the files of the window', () => {
  test('are served as one file for every spelling of a path', async () => {
    const { listening } = await started();
    const target = '/assets/index-Ab12Cd34.js';
    const spellings = spellingsOf(target);
    const answers = await sendRaw(
      listening.port,
      spellings.map((spelling) => ({ method: 'GET', target: spelling.target })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 403, 404]));
    for (const { status, text } of answers) if (status === 200) expect(text).toBe('start();');
  });

  test('are the only files served: nothing outside their folder, in any spelling', async () => {
    const { listening } = await started();
    const targets = ['/../secret.txt', '/assets/../../secret.txt', outer + '/secret.txt', '/secret.txt'].flatMap(
      (path) => spellingsOf(path),
    );
    const answers = await sendRaw(
      listening.port,
      targets.map(({ target }) => ({ method: 'GET', target })),
    );
    expect(answers.filter(({ status, text }) => status < 400 || text === 'secret')).toEqual([]);
  });
});

describe('paths that no request should have', () => {
  const key = { 'X-Service-API-Key': KEY };
  const unreadable: [what: string, target: string, sentence: RegExp][] = [
    ['two slashes', '//', /empty segment/],
    ['slashes alone', `/v0/${'/'.repeat(30_000)}`, /empty segment/],
    ['a fragment', '/v0/runs/list#x', /"#"/],
    ['a fragment in the query', '/v0/runs/list?limit=5#x', /"#"/],
    ['a broken escape', '/v0/%zz', /%25/],
    ['an overlong escape', '/v0/%c0%ae', /UTF-8/],
    ['a NUL', '/v0/runs/list%00', /control character/],
    ['an encoded slash', '/v0/runs%2flist', /encoded "\/"/],
    ['a backslash', '/v0\\runs\\list', /backslash/],
    ['dots', '/v0/x/../runs/list', /".."/],
    ['an asterisk', '*', /begins with "\/"/],
  ];
  test.each(unreadable)('%s: 400 with the problem, in the log', async (_what, target, sentence) => {
    const { hangar, listening } = await started();
    await hangar.api.emulator.traffic.clear();
    const [answer] = await sendRaw(listening.port, [{ method: 'GET', target, headers: key }]);
    expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(answer!.text)).toEqual({ error: expect.stringMatching(sentence), code: 'invalid_request' });
    expect((await hangar.api.emulator.traffic.list()).entries).toMatchObject([
      { status: 400, code: 'invalid_request' },
    ]);
  });

  test('targets that Node itself refuses are answered in JSON, too', async () => {
    const { listening } = await started();
    const refused = everySpellingOf('/_emulator/reset', HOST).filter(({ target }) => !isRead(target));
    expect(refused.length).toBeGreaterThan(5);
    for (const { target } of refused) {
      const [answer] = await sendRaw(listening.port, [{ method: 'POST', target, body: BODY }]);
      expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/json' } });
    }
  });

  test('a trailing slash: 404 with the correct path', async () => {
    const { listening } = await started();
    const [answer] = await sendRaw(listening.port, [{ method: 'GET', target: '/v0/runs/list/', headers: key }]);
    expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('Did you mean /v0/runs/list?') });
  });
});

test('all endpoints at one path have the same access, which OPTIONS and 405 use', () => {
  const mixed = endpoints.filter(({ endpoint }) =>
    endpoints.some((other) => other.endpoint.path === endpoint.path && other.endpoint.access !== endpoint.access),
  );
  expect(mixed).toEqual([]);
});
