import { describe, expect, test } from 'vitest';
import { testEmulator, type TestRequest } from '../support/emulator.ts';

const HOST = '127.0.0.1:4100';
const OWN = `http://${HOST}`;

describe('a request with a Host', () => {
  const cases: [host: string, status: number][] = [
    ['127.0.0.1:4100', 200],
    ['127.0.0.1', 200],
    ['127.255.1.2:80', 200],
    ['localhost:4100', 200],
    ['LOCALHOST:4100', 200],
    ['localhost.:4100', 200],
    ['hangar.localhost:4100', 403],
    ['localhost.localhost', 403],
    ['[::1]:4100', 200],
    ['allowed.example:9', 200],
    ['Allowed.Example', 200],
    ['with-port.example:4100', 200],
    ['with-port.example:4101', 403],
    ['evil.example', 403],
    ['evil.example:4100', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['127.0.0.1@evil.example', 403],
    ['evillocalhost', 403],
    ['0.0.0.0:4100', 403],
    ['192.168.1.5:4100', 403],
    ['[::2]:4100', 403],
    ['', 400],
  ];
  test.each(cases)('"%s" is answered %i everywhere', async (host, expected) => {
    const hangar = await testEmulator({}, { allowedHosts: ['allowed.example', 'with-port.example:4100'] });
    const headers = { Host: host };
    for (const path of ['/v0/runs/list', '/_emulator/ready', '/']) {
      expect((await hangar.send(path, { headers })).status).toBe(expected);
    }
  });
});

describe('a request to /_emulator', () => {
  const cases: [headers: Record<string, string>, status: number][] = [
    [{}, 200],
    [{ Origin: OWN }, 200],
    [{ Origin: OWN, 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ 'Sec-Fetch-Site': 'none' }, 200],
    [{ Origin: 'http://localhost:4100' }, 403],
    [{ Origin: 'http://127.0.0.1:5173' }, 403],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: '' }, 403],
    [{ Origin: `https://${HOST}` }, 403],
    [{ Origin: `${OWN}, ${OWN}` }, 403],
    [{ Origin: `${OWN}/` }, 403],
    [{ Origin: OWN.toUpperCase() }, 403],
    [{ Origin: OWN, 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'Same-Origin' }, 403],
    [{ 'Sec-Fetch-Site': '' }, 403],
    [{ 'Sec-Fetch-Site': 'same-origin, cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  ];
  test.each(cases)('with %j is answered %i, for every endpoint', async (headers, expected) => {
    const hangar = await testEmulator();
    const requests: [string, TestRequest, number][] = [
      ['/_emulator/ready', { headers }, 200],
      ['/_emulator/runs', { headers }, 200],
      ['/_emulator/reset', { headers, body: {} }, 200],
      ['/_emulator/nothing', { headers }, 404],
      ['/_emulator/reset', { headers, method: 'OPTIONS' }, 204],
    ];
    for (const [path, request, own] of requests) {
      expect((await hangar.send(path, request)).status).toBe(expected === 200 ? own : expected);
    }
  });
});

describe('the window', () => {
  const cases: [how: string, headers: Record<string, string>, status: number][] = [
    ['by a program', {}, 200],
    ['by its address', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }, 200],
    ['by a link', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }, 200],
    [
      'by its own page',
      { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
      200,
    ],
    ['in a frame', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }, 403],
    ['as an image', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }, 403],
    ['as a script', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' }, 403],
    ['by a request', { Origin: 'http://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' }, 403],
    ['by a request of a named origin', { Origin: 'https://app.example' }, 403],
  ];
  test.each(cases)('asked for %s with %j is answered %i', async (_how, headers, status) => {
    const hangar = await testEmulator({}, { corsOrigins: ['https://app.example'] });
    const answer = await hangar.send('/', { key: null, headers });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, undefined]);
  });
});

describe('CORS', () => {
  const preflight = {
    method: 'OPTIONS',
    key: null,
    headers: {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-acme-api-key,content-type,idempotency-key',
    },
  };
  const corsOf = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control')));

  test('headers are not sent unless the origin was allowed by name', async () => {
    const hangar = await testEmulator({}, { corsOrigins: ['https://other.example'] });
    const answer = await hangar.send('/v0/runs/list', { headers: { Origin: 'https://app.example' } });
    expect([answer.status, corsOf(answer.headers)]).toEqual([200, {}]);
    expect(corsOf((await hangar.send('/v0/tasks/execute', preflight)).headers)).toEqual({});
  });

  test('preflights of an allowed origin pass with any vendor header; answers and errors can be read', async () => {
    const hangar = await testEmulator({}, { corsOrigins: ['https://app.example'] });
    const allowed = await hangar.send('/v0/tasks/execute', preflight);
    expect([allowed.status, corsOf(allowed.headers)]).toEqual([
      204,
      {
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'x-acme-api-key,content-type,idempotency-key',
        'access-control-allow-private-network': 'true',
        'access-control-expose-headers': 'Idempotency-Key, X-Hangar-Warning, X-Hangar-Fault, Retry-After',
        'access-control-max-age': '600',
      },
    ]);
    const error = await hangar.send('/v0/runs/get?id=none', { headers: { Origin: 'https://app.example' } });
    expect(error).toMatchObject({
      status: 404,
      headers: { 'access-control-allow-origin': 'https://app.example', vary: 'Origin' },
    });
  });

  test('never opens /_emulator', async () => {
    const hangar = await testEmulator({}, { corsOrigins: ['https://app.example'] });
    const answer = await hangar.send('/_emulator/runs', { headers: { Origin: 'https://app.example' } });
    expect([answer.status, corsOf(answer.headers)]).toEqual([403, {}]);
  });
});

describe('refused pages', () => {
  const FOREIGN = 'http://localhost:3000';
  const get = (Origin: string): TestRequest => ({ headers: { Origin }, key: null });

  test('are counted by origin, the latest first, and nothing else of them is kept', async () => {
    const hangar = await testEmulator();
    for (const path of ['/v0/runs/list', '/v0/tasks/execute', '/v0/nothing']) await hangar.send(path, get(FOREIGN));
    await hangar.send('/v0/tasks/execute', { ...get('https://other.example'), method: 'OPTIONS' });
    // No `--cors-origin` would allow these.
    await hangar.send('/_emulator/reset', { ...get('https://evil.example'), body: {} });
    await hangar.send('/v0/runs/list', {
      ...get('https://rebound.example'),
      headers: { Origin: 'https://rebound.example', Host: 'rebound.example' },
    });
    for (const origin of ['null', 'nonsense', `https://${'x'.repeat(200)}.example`])
      await hangar.send('/v0/runs/list', get(origin));
    const { refusedOrigins } = await hangar.api.emulator.info();
    expect(refusedOrigins.map(({ origin, count }) => [origin, count])).toEqual([
      ['https://other.example', 1],
      [FOREIGN, 3],
    ]);
    expect((await hangar.api.emulator.traffic.list({ query: {} })).entries).toEqual([]);
  });

  test('are at most ten, the latest', async () => {
    const hangar = await testEmulator();
    for (let n = 0; n < 12; n++) await hangar.send('/v0/runs/list', get(`http://site${n}.example`));
    await hangar.send('/v0/runs/list', get('http://site2.example'));
    const { refusedOrigins } = await hangar.api.emulator.info();
    expect(refusedOrigins).toHaveLength(10);
    expect(refusedOrigins[0]).toMatchObject({ origin: 'http://site2.example', count: 2 });
    await hangar.api.emulator.forgetOrigins();
    expect((await hangar.api.emulator.info()).refusedOrigins).toEqual([]);
  });

  test('may call /v0 once their origin is allowed, and no other part', async () => {
    const hangar = await testEmulator();
    const page = { ...get(FOREIGN), method: 'OPTIONS' };
    expect((await hangar.send('/v0/runs/list', page)).status).toBe(403);
    await hangar.api.emulator.allowOrigin({ body: { origin: FOREIGN } });
    const { status, headers } = await hangar.send('/v0/runs/list', page);
    expect([status, headers['access-control-allow-origin'] ?? headers['Access-Control-Allow-Origin']]).toEqual([
      204,
      FOREIGN,
    ]);
    expect((await hangar.send('/_emulator/info', { headers: { Origin: FOREIGN } })).status).toBe(403);
    expect((await hangar.api.emulator.info()).refusedOrigins).toEqual([]);
    const refused = await hangar.send('/_emulator/origins', { body: { origin: 'http://a.example/path' } });
    expect(refused.status).toBe(400);
  });
});
