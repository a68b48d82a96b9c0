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
    ['hangar.localhost:4100', 200],
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
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  ];
  test.each(cases)('with %j is answered %i, whatever it asks for', async (headers, expected) => {
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
        'access-control-expose-headers': 'Idempotency-Key, X-Hangar-Warning, Retry-After',
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

describe('the admin token', () => {
  const TOKEN = 'open sesame'.replace(' ', '-');

  test('opens /_emulator as a bearer token, and leaves /v0 and what is open alone', async () => {
    const hangar = await testEmulator({}, { adminToken: TOKEN });
    const status = async (path: string, authorization?: string) =>
      (await hangar.send(path, { headers: authorization === undefined ? {} : { Authorization: authorization } }))
        .status;
    expect([
      await status('/_emulator/runs'),
      await status('/_emulator/runs', 'Bearer wrong'),
      await status('/_emulator/runs', `Basic ${TOKEN}`),
      await status('/_emulator/runs', `Bearer ${TOKEN}`),
      await status('/_emulator/runs', `bearer ${TOKEN}`),
      await status('/_emulator/ready'),
      await status('/_emulator/openapi/v0.json'),
      await status('/v0/runs/list'),
    ]).toEqual([401, 401, 401, 200, 200, 200, 200, 200]);
  });

  test('given once, is stood for by a cookie that scripts of the page cannot read and other sites do not send', async () => {
    const hangar = await testEmulator({}, { adminToken: TOKEN });
    expect((await hangar.send('/_emulator/login', { body: { token: 'wrong' } })).status).toBe(401);
    const login = await hangar.send('/_emulator/login', { body: { token: TOKEN }, headers: { Host: HOST } });
    const cookie = login.headers['set-cookie'] ?? '';
    expect(cookie).toMatch(/^hangar_admin_4100=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(TOKEN);
    const [pair] = cookie.split(';');
    const headers = { Host: HOST, Cookie: `theme=dark; ${pair!}` };
    expect((await hangar.send('/_emulator/runs', { headers })).status).toBe(200);
    expect((await hangar.send('/_emulator/runs', { headers: { Host: HOST, Cookie: `${pair!}x` } })).status).toBe(401);
    const logout = await hangar.send('/_emulator/login', { method: 'DELETE', headers: { Host: HOST } });
    expect(logout.headers['set-cookie']).toBe('hangar_admin_4100=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
  });

  test('is asked for by the event stream too', async () => {
    const hangar = await testEmulator({}, { adminToken: TOKEN });
    expect(await hangar.send('/_emulator/events')).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
  });
});
