import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../shared/contract/index.ts';
import { endpointsOf } from '../../../shared/http/endpoint.ts';
import type { AuthoredFault } from '../../../shared/model/fault.ts';
import { type Live, startLive } from '../../support/live.ts';
import { until } from '../../support/until.ts';

const HOOK = '/v0/webhooks/dev/tskEcho/hook-secret';
const NAMED = 'https://app.example';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

let live: Live;
let port: number;
beforeAll(async () => {
  live = await startLive(
    {
      environments: [{ slug: 'dev', default: true }],
      apiKeys: [{ name: 'local', key: 'tkn_local' }],
      tasks: [
        {
          id: 'tskEcho',
          slug: 'echo',
          webhooks: { hook: { secret: 'hook-secret' } },
          behavior: { kind: 'steps', steps: [] },
        },
      ],
      settings: { maxBodyBytes: 20_000 },
    },
    { port: 0, corsOrigins: [NAMED], clock: { state: 'frozen' } },
  );
  port = Number(new URL(live.emulator.url).port);
});
afterAll(() => live.emulator.stop());

/** Fails unless the clock moves now, with nothing in its way, and all is settled. */
async function expectFreeClock(what: string): Promise<void> {
  const before = await live.api.emulator.clock.read();
  const { now, blockedBy } = await live.api.emulator.clock.advance({ body: { seconds: 1, waitSeconds: 5 } });
  const settled = live.api.emulator.wait({ body: { for: 'settled', timeoutSeconds: 5 } });
  expect([what, blockedBy, now > before.now, await settled]).toEqual([what, [], true, { waiting: [] }]);
}

/** A connection, and all that came back on it. */
interface Connection {
  readonly socket: Socket;
  readonly received: () => string;
}

/** Sends bytes as they are. The connection stays half open when the server ends its side. */
function sent(bytes: string): Connection {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => undefined);
  socket.write(bytes, 'latin1');
  return { socket, received: () => text };
}

const isBusy = async () => (await live.api.emulator.clock.read()).busy.some(({ kind }) => kind === 'request');

function head(method: string, path: string, ...headers: string[]): string {
  return [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, '', ''].join('\r\n');
}

const KEY = 'X-Service-API-Key: tkn_local';
const PREFLIGHT = ['Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: x-service-api-key'];
/** The headers of callers. */
const CALLERS: Record<string, string[]> = {
  'a program without a key': [],
  'a program with a key': [KEY],
  'a program with a wrong key': ['X-Service-API-Key: tkn_wrong'],
  'a page that is named': [`Origin: ${NAMED}`, ...PREFLIGHT],
  'a page that is not named': ['Origin: https://evil.example', ...PREFLIGHT],
  'a foreign host': ['Host: evil.example', KEY],
};

const PATHS = [
  ...new Set(
    [...endpointsOf(contract.v0), ...endpointsOf(contract.runtime)].map(({ endpoint }) =>
      endpoint.path.replaceAll(/\{\w+\}/g, 'x'),
    ),
  ),
  HOOK,
  '/v0/nothing',
];

/** Sends a request on a connection of its own; gives the status. */
async function statusOf(bytes: string): Promise<number> {
  const { socket, received } = sent(bytes);
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(received())?.[1]);
}

describe('after a request of any method, the clock is free', () => {
  test.each(PATHS)('%s', async (path) => {
    for (const [caller, headers] of Object.entries(CALLERS))
      for (const method of METHODS) {
        const own = headers.some((header) => header.startsWith('Host'))
          ? headers
          : [`Host: 127.0.0.1:${port}`, ...headers];
        const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? '{}' : '';
        const lines = [`${method} ${path} HTTP/1.1`, ...own, 'Connection: close', `Content-Length: ${body.length}`];
        const status = await statusOf(`${lines.join('\r\n')}\r\n\r\n${body}`);
        expect(status).toBeGreaterThan(199);
        await expectFreeClock(`${method} by ${caller}: ${status}`);
      }
  });
});

const EXECUTE = '/v0/tasks/execute';
const CLOSE = 'Connection: close';
const post = (path: string, body: string, ...headers: string[]) =>
  head('POST', path, KEY, CLOSE, ...headers, `Content-Length: ${Buffer.byteLength(body)}`) + body;

describe('after an answer of any status, the clock is free', () => {
  const rows: [status: number, what: string, bytes: (path: string) => string][] = [
    [200, 'a run', (path) => post(path, '{"slug":"echo"}')],
    [200, 'a repeated key', (path) => post(path, '{"slug":"echo"}', 'Idempotency-Key: one')],
    [200, 'the same key', (path) => post(path, '{"slug":"echo"}', 'Idempotency-Key: one')],
    [400, 'no JSON', (path) => post(path, '{')],
    [400, 'an invalid deflate', (path) => post(path, '{}', 'Content-Encoding: gzip')],
    [403, 'a page', (path) => post(path, '{}', 'Origin: https://evil.example').replace('tkn_local', 'tkn_no')],
    [413, 'a large body', (path) => post(path, 'x'.repeat(30_000))],
    [415, 'an unknown encoding', (path) => post(path, '{}', 'Content-Encoding: br')],
    [417, 'an expectation', (path) => post(path, '{}', 'Expect: the-moon')],
    [405, 'a method', (path) => head('PATCH', path, KEY, CLOSE)],
    [400, 'two lengths', (path) => post(path, '{}', 'Content-Length: 1')],
    [400, 'a length beside chunks', (path) => post(path, '{}', 'Transfer-Encoding: chunked')],
    [431, 'large headers', (path) => post(path, '{}', `X-Long: ${'x'.repeat(40_000)}`)],
    [
      200,
      'an upgrade',
      (path) => post(path, '{"slug":"echo"}').replace(CLOSE, 'Connection: upgrade, close\r\nUpgrade: websocket'),
    ],
  ];
  test.each(rows)('%i, %s', async (status, what, bytes) => {
    for (const path of [EXECUTE, HOOK]) {
      expect([path, await statusOf(bytes(path))]).toEqual([path, status]);
      await expectFreeClock(`${what} at ${path}`);
    }
  });

  test.each<[string, Partial<AuthoredFault> & Pick<AuthoredFault, 'kind'>]>([
    ['error', { kind: 'error', status: 503 }],
    ['a late error', { kind: 'error', status: 503, after: true } as never],
    ['lose', { kind: 'lose' }],
    ['refuse', { kind: 'refuse' }],
    ['truncate', { kind: 'truncate', fraction: 0.5 }],
    ['slow', { kind: 'slow', bytesPerSecond: 100 }],
    ['delay', { kind: 'delay', seconds: 0.05 }],
    ['hang', { kind: 'hang', seconds: 0.05 }],
    ['body', { kind: 'body', status: 502, contentType: 'text/html', text: 'x' }],
    ['run', { kind: 'run', status: 'Failed', message: 'x' }],
  ])('a fault: %s', async (_, fault) => {
    await live.api.emulator.faults.create({ body: { slug: 'f', ...fault } as never });
    for (const path of [EXECUTE, HOOK]) {
      await statusOf(post(path, '{"slug":"echo"}'));
      await expectFreeClock(path);
      const gone = sent(post(path, '{"slug":"echo"}'));
      gone.socket.resetAndDestroy();
      await expectFreeClock(`${path}, gone at once`);
    }
    await live.api.emulator.faults.removeAll();
  });
});

describe('after a request that is cut off in the middle, the clock is free', () => {
  const length = 'Content-Length: 100';
  const chunked = 'Transfer-Encoding: chunked';
  const starts: [what: string, start: (path: string) => string][] = [
    ['a body', (path) => `${head('POST', path, KEY, length)}{"slug":`],
    ['a body before its first byte', (path) => head('POST', path, KEY, length)],
    ['a body in chunks', (path) => `${head('POST', path, KEY, chunked)}5\r\n{"slu`],
    ['a compressed body', (path) => `${head('POST', path, KEY, length, 'Content-Encoding: gzip')}\x1f\x8b`],
    ['a body that waited for 100', (path) => head('POST', path, KEY, length, 'Expect: 100-continue')],
    ['a body with an idempotency key', (path) => `${head('POST', path, KEY, length, 'Idempotency-Key: cut')}{`],
    [
      'the second of two requests',
      (path) => `${head('POST', path, KEY, 'Content-Length: 2')}{}${head('POST', path, KEY, length)}{`,
    ],
  ];
  const cuts: [how: string, cut: (socket: Socket) => void][] = [
    ['a reset', (socket) => socket.resetAndDestroy()],
    ['a close', (socket) => socket.destroy()],
    ['an end of what is sent', (socket) => socket.end()],
  ];
  const rows = starts.flatMap(([what, start]) => cuts.map(([how, cut]) => [what, how, start, cut] as const));
  test.each(rows)('%s, by %s', async (_, how, start, cut) => {
    for (const path of [EXECUTE, HOOK]) {
      const { socket } = sent(start(path));
      await until(isBusy);
      cut(socket);
      await expectFreeClock(`${how} at ${path}`);
      socket.destroy();
    }
  });

  test.each([
    ['a chunk that is none', 'zz\r\n'],
    ['a chunk longer than it says', '2\r\n{"slug"\r\n'],
    ['a chunk of an endless length', 'fffffffffffffffffffff\r\n'],
  ])('%s, while the client keeps the connection', async (_, rest) => {
    for (const path of [EXECUTE, HOOK]) {
      const { socket, received } = sent(`${head('POST', path, KEY, chunked)}1\r\n{\r\n`);
      await until(isBusy);
      socket.write(rest);
      await until(received);
      await expectFreeClock(path);
      expect(received()).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid_request"/);
      socket.destroy();
    }
  });

  test('a body larger than allowed that goes on', async () => {
    for (const path of [EXECUTE, HOOK]) {
      const { socket, received } = sent(`${head('POST', path, KEY, chunked)}7530\r\n${'x'.repeat(30_000)}\r\n`);
      await until(received);
      await expectFreeClock(path);
      socket.destroy();
    }
  });

  test('headers without an end', async () => {
    for (const path of [EXECUTE, HOOK]) {
      const { socket } = sent(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${KEY}\r\n`);
      await expectFreeClock(path);
      socket.resetAndDestroy();
      await expectFreeClock(`${path}, reset`);
    }
  });
});
