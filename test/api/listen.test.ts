import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Agent, request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { listen, PortBusyError, type Listening } from '../../electron/emulator/server/listen.ts';
import { KEY, testEmulator, type TestEmulator } from '../support/emulator.ts';
import { skipWithout } from '../support/needs.ts';

const open: { close: () => unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function start(): Promise<{ hangar: TestEmulator; listening: Listening }> {
  const hangar = await testEmulator({
    tasks: [{ id: 'tskEcho', slug: 'echo', webhooks: { hook: { secret: 'hook-secret' } } }],
  });
  const listening = await listen(hangar.server, { host: '127.0.0.1', port: 0 });
  open.push({ close: () => listening.close(100) });
  return { hangar, listening };
}

/** Sends bytes as they are; gives all that comes back until the connection is closed by the server. */
function raw(port: number, ...parts: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no end of the answer: ${text}`)));
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
    for (const part of parts) socket.write(part);
  });
}

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Service-API-Key: ${KEY}\r\nConnection: close\r\n${headers}\r\n`;
}

const RUNS = '/v0/runs/list';

describe('over a socket', () => {
  test('answers are JSON with their length, and connections are kept', async () => {
    const { listening } = await start();
    const answer = await fetch(`${listening.url}${RUNS}`, { headers: { 'X-Service-API-Key': KEY } });
    const text = await answer.text();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-length')]).toEqual([
      200,
      'application/json',
      String(Buffer.byteLength(text)),
    ]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    open.push({ close: () => agent.destroy() });
    const ports = new Set<number | undefined>();
    for (let n = 0; n < 3; n++) {
      await new Promise<void>((resolve, reject) => {
        const asked = request(`${listening.url}/_emulator/ready`, { agent }, (incoming) => {
          ports.add(incoming.socket.localPort);
          incoming.resume().on('end', resolve);
        });
        asked.on('error', reject).end();
      });
    }
    expect(ports.size).toBe(1);
  });

  test('the globals of the process that hosts us stay as they were', async () => {
    const before = [globalThis.Request, globalThis.Response];
    const { listening } = await start();
    expect((await fetch(`${listening.url}/_emulator/ready`)) instanceof Response).toBe(true);
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
    expect(new Response('x').constructor).toBe(before[1]);
  });

  const broken: [what: string, bytes: string, status: RegExp][] = [
    ['no HTTP at all', 'hello\r\n\r\n', /^HTTP\/1.1 400 /],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01', /^HTTP\/1.1 400 /],
    ['headers beyond measure', get(RUNS, `X-Large: ${'x'.repeat(70_000)}\r\n`), /^HTTP\/1.1 431 /],
    ['no Host', `GET ${RUNS} HTTP/1.1\r\nConnection: close\r\n\r\n`, /^HTTP\/1.1 400 /],
    ['a foreign Host', get(RUNS).replace('Host: 127.0.0.1', 'Host: evil.example'), /^HTTP\/1.1 403 /],
    ['a Host that is none', get(RUNS).replace('Host: 127.0.0.1', 'Host: a b'), /^HTTP\/1.1 40[03] /],
    ['a foreign absolute address', get(`http://evil.example${RUNS}`), /^HTTP\/1.1 403 /],
    ['an own absolute address', get(`http://127.0.0.1${RUNS}`), /^HTTP\/1.1 200 /],
    ['a path with a space', get('/v0/runs /list'), /^HTTP\/1.1 400 /],
    [
      'an absolute address with a foreign Host',
      get(`http://127.0.0.1${RUNS}`).replace('Host: 127', 'Host: 8'),
      /^HTTP\/1.1 200 /,
    ],
    ['a server-wide OPTIONS', get('*').replace('GET', 'OPTIONS'), /^HTTP\/1.1 400 /],
    ['CONNECT', get('127.0.0.1:22').replace('GET', 'CONNECT'), /^HTTP\/1.1 405 [^]*Allow: GET/],
    ['an expectation that cannot be met', get(RUNS, 'Expect: the-best\r\n'), /^HTTP\/1.1 417 /],
    [
      'an expectation from a foreign Host',
      get(RUNS, 'Expect: x\r\n').replace('Host: 127.0.0.1', 'Host: evil.example'),
      /^HTTP\/1.1 403 /,
    ],
    ['two lengths', get(RUNS, 'Content-Length: 1\r\nContent-Length: 2\r\n'), /^HTTP\/1.1 400 /],
    ['an upgrade to nothing', get(RUNS, 'Upgrade: nothing\r\nConnection: upgrade\r\n'), /^HTTP\/1.1 200 /],
    ['HTTP/1.0', get(RUNS).replace('HTTP/1.1', 'HTTP/1.0'), /^HTTP\/1.1 200 /],
    ['an invented method', get(RUNS).replace('GET', 'PURGE'), /^HTTP\/1.1 405 /],
    ['TRACE', get(RUNS).replace('GET', 'TRACE'), /^HTTP\/1.1 405 /],
  ];
  test.each(broken)('%s is answered in JSON, and the server goes on', async (_, bytes, status) => {
    const { hangar, listening } = await start();
    const answer = await raw(listening.port, bytes);
    expect(answer).toMatch(status);
    const [head, body] = answer.split('\r\n\r\n');
    expect(head!.toLowerCase()).toContain('content-type: application/json');
    expect(JSON.parse(body!)).toBeTypeOf('object');
    expect((await fetch(`${listening.url}/_emulator/ready`)).status).toBe(200);
    expect(hangar.errors).toEqual([]);
  });

  test('repeated headers arrive in a webhook joined', async () => {
    const { hangar, listening } = await start();
    const answer = await raw(
      listening.port,
      'POST /v0/webhooks/default/tskEcho/hook-secret HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n',
      'x-tag: one\r\nX-TAG: two\r\nx-hub-signature-256: s\r\nContent-Length: 2\r\n\r\n{}',
    );
    const { runID } = JSON.parse(answer.split('\r\n\r\n')[1]!) as { runID: string };
    const { paramValues } = await hangar.api.v0.runs.get({ query: { id: runID } });
    expect(paramValues['webhook_payload']).toMatchObject({
      headers: { 'X-Tag': 'one, two', 'X-Hub-Signature-256': 's' },
    });
  });

  test('a body that goes on over the limit is refused while it is still coming', async () => {
    const { hangar, listening } = await start();
    await hangar.api.emulator.settings.replace({ body: { maxBodyBytes: 1000 } });
    const head = `POST /v0/tasks/execute HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Service-API-Key: ${KEY}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `800\r\n${'x'.repeat(2048)}\r\n`;
    const answer = await raw(listening.port, head, chunk, chunk);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  test('a client that disconnects within its body leaves only an entry in the log', async () => {
    const { hangar, listening } = await start();
    const socket: Socket = connect(listening.port, '127.0.0.1');
    const head = `POST /v0/tasks/execute HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Service-API-Key: ${KEY}\r\nContent-Length: 100\r\n\r\n{"slug"`;
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    await fetch(`${listening.url}/_emulator/ready`);
    socket.destroy();
    await expect
      .poll(async () => (await hangar.api.emulator.traffic.list()).entries.map(({ status }) => status))
      .toEqual([0]);
    expect((await hangar.api.emulator.runs.list()).total).toBe(0);
    expect(hangar.errors).toEqual([]);
  });
});

describe('stopping', () => {
  test('ends event streams and idle connections, and answers pending requests', async () => {
    const { hangar, listening } = await start();
    const events = await fetch(`${listening.url}/_emulator/events`);
    const idle = connect(listening.port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const idleEnded = new Promise((resolve) => idle.resume().on('error', resolve).once('close', resolve));
    const underWay = connect(listening.port, '127.0.0.1');
    let answer = '';
    underWay.on('data', (chunk) => (answer += chunk.toString()));
    const answered = new Promise((resolve) => underWay.once('close', resolve));
    const head = `POST /v0/tasks/execute HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Service-API-Key: ${KEY}\r\nContent-Length: 15\r\n\r\n`;
    await new Promise<void>((resolve) => underWay.write(head, () => resolve()));
    await fetch(`${listening.url}/_emulator/ready`);
    // Longer than the test may take: nothing here has to be cut off.
    const closed = listening.close(60_000);
    underWay.write('{"slug":"echo"}');
    await closed;
    await events.text();
    // The client reads what was sent to it after the server has closed.
    await answered;
    expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*"runID"/);
    await idleEnded;
    expect(hangar.errors).toEqual([]);
    await expect(fetch(`${listening.url}/_emulator/ready`)).rejects.toThrow();
  });

  test('closes connections that do not end', async () => {
    const { listening } = await start();
    const stuck = connect(listening.port, '127.0.0.1');
    const gone = new Promise((resolve) => stuck.once('close', resolve).on('error', () => undefined));
    const head = `POST /v0/tasks/execute HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Service-API-Key: ${KEY}\r\nContent-Length: 15\r\n\r\n`;
    await new Promise<void>((resolve) => stuck.write(head, () => resolve()));
    await fetch(`${listening.url}/_emulator/ready`);
    await listening.close(50);
    await gone;
  });
});

describe('a port that is taken', () => {
  test('by another Hangar is reported with its version', async () => {
    const { hangar, listening } = await start();
    const error = await listen(hangar.server, { host: '127.0.0.1', port: listening.port }).catch(
      (error: unknown) => error,
    );
    expect(error).toBeInstanceOf(PortBusyError);
    expect(error).toMatchObject({
      port: listening.port,
      holder: 'another Hangar (version 0.0.0)',
      message: `Port ${listening.port} of 127.0.0.1 is in use by another Hangar (version 0.0.0).`,
    });
  });

  test('by another program names the process', async (context) => {
    skipWithout(context, 'Linux');
    const hangar = await testEmulator();
    const other = createTcpServer((socket) => socket.destroy());
    open.push({ close: () => other.close() });
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    const error = await listen(hangar.server, { host: '127.0.0.1', port }).catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'PortBusyError', holder: expect.stringContaining(`process ${process.pid}`) });
  });
});
