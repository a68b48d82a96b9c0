import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../../electron/programs/actions/table.ts';
import { openHangar } from '../../../electron/programs/testing.ts';
import { builtProgram } from '../../support/built-program.ts';
import { runHere } from '../../support/command.ts';
import { listening } from '../../support/foreign-server.ts';
import { run, serve } from '../../support/program.ts';

const { folder, home } = builtProgram();

const TOKEN = 'open-sesame-0123456789';

/** Answers one request of a connection. */
type Reply = (socket: Socket, request: string) => void;

/** A server that is not Hangar, and records every byte that arrives. */
interface WrongServer {
  readonly url: string;
  readonly port: number;
  readonly received: () => string;
}

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Starts a server that replies so, on a port of its own or on a given one. */
async function wrongServer(reply: Reply, at = 0): Promise<WrongServer> {
  let received = '';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (received.endsWith('\r\n\r\n') || /content-length: [1-9]/i.test(chunk.toString('latin1')))
        reply(socket, chunk.toString('latin1'));
    });
  });
  servers.push(server);
  const port = await listening(server, at);
  return { url: `http://127.0.0.1:${port}`, port, received: () => received };
}

function answer(status: string, body: string, ...headers: string[]): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status}`, 'Content-Type: application/json', length, ...headers, '', body].join('\r\n');
}

const HTML = '<!doctype html><title>elsewhere</title>';

/** Servers that are not Hangar. */
const WRONG: Record<string, Reply> = {
  'an HTML page': (socket) => socket.write(answer('200 OK', HTML)),
  'an HTML error': (socket) => socket.write(answer('500 Oh no', HTML)),
  'other JSON': (socket) => socket.write(answer('200 OK', '{"status":"ok"}')),
  'an empty list': (socket) => socket.write(answer('200 OK', '[]')),
  'JSON null': (socket) => socket.write(answer('200 OK', 'null')),
  nothing: (socket) => socket.write(answer('200 OK', '')),
  garbage: (socket) => socket.end('\u0000\u0001SSH-2.0-OpenSSH_9.9\r\n'),
  'a redirect': (socket) => socket.write(answer('302 Found', '', 'Location: http://127.0.0.1:1/elsewhere')),
  'the end of the connection': (socket) => socket.destroy(),
  'a cut body': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"ready"'),
  silence: () => undefined,
  'an endless body': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
    const piece = `1000\r\n${' '.repeat(0x1000)}\r\n`;
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  },
};

/** A server that claims to be ready as Hangar does, and then answers wrongly. */
const liar =
  (body: string): Reply =>
  (socket, request) => {
    const isReady = request.startsWith('GET /_emulator/ready ');
    socket.write(answer('200 OK', isReady ? '{"ready":true,"version":"0.1.0"}' : body));
  };

/** The export in examples of commands. */
const EXPORT = 'everything.json';
beforeEach(() => writeFile(join(folder(), EXPORT), '{"version":1,"workspace":{"version":1}}'));

/** The command line of each client's command, from its example. */
const clients = (): string[][] =>
  Object.entries(COMMANDS)
    .filter(([, { kind }]) => kind === 'client')
    .map(([name, { example }]) => {
      // The examples of these two read a folder, without a server.
      if (name === 'definitions') return [name];
      if (name === 'import') return [name, join(folder(), EXPORT)];
      return example
        .replace(/^hangar /, '')
        .replace(/ \([^)]*\)$/, '')
        .split(' ');
    });

/** Expects one line on standard error and nothing else. */
function expectOneLine({ stdout, stderr }: { stdout: string; stderr: string }): void {
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^hangar: [^\n]{20,400}\n$/);
  expect(stderr).not.toMatch(/TypeError|SyntaxError|undefined|\bat \w+ \(/);
}

describe.each(Object.entries(WRONG))('where a wrong server gives %s', (_name, reply) => {
  test.each([
    ['without', {}],
    ['with', { HANGAR_ADMIN_TOKEN: TOKEN }],
  ])('every command says so in one line, exits with 7 and sends no token, %s one', async (_with, token) => {
    const { url, received } = await wrongServer(reply);
    const env = { ...home(), ...token, HANGAR_URL: url, HANGAR_API_KEY: 'tkn_secret' };
    const ends = await Promise.all(clients().map(async (args) => ({ args, ...(await runHere(args, { env })) })));
    for (const end of ends) {
      expect(end).toMatchObject({ args: end.args, code: 7 });
      expectOneLine(end);
    }
    expect(received()).toContain('GET /_emulator/ready');
    expect(received()).not.toMatch(/sesame|tkn_|authorization/i);
  });
});

describe.each(['null', '[]', '{}', '"text"', HTML, '{"items":5}', '{"items":[null],"total":1}', ''])(
  'where a server claims to be Hangar and answers %j',
  (body) => {
    test('every command says so in one line', async () => {
      const { url } = await wrongServer(liar(body));
      const env = { ...home(), HANGAR_URL: url };
      for (const args of clients()) {
        const end = await runHere(args, { env, cwd: folder() });
        // A command that needs no answer succeeds by any object.
        if (end.code === 0) expect([args, body.startsWith('{')]).toEqual([args, true]);
        else expectOneLine(end);
        expect(end.code === 0 || end.code === 1 || end.code === 7).toBe(true);
      }
    });

    test('it gets no token', async () => {
      const { url, received } = await wrongServer(liar(body));
      const env = { ...home(), HANGAR_URL: url, HANGAR_ADMIN_TOKEN: TOKEN };
      const end = await runHere(['runs'], { env });
      expect(end).toMatchObject({ code: 7, stderr: expect.stringContaining('did not prove') });
      expect(received()).not.toMatch(/sesame|authorization/i);
    });
  },
);

describe('a server at the address that server.json has', () => {
  let data: string;
  beforeEach(async () => {
    data = join(folder(), 'data');
    await mkdir(data);
  });
  const note = (url: string) => writeFile(join(data, 'server.json'), JSON.stringify({ url }));
  const environment = () => ({ ...home(), HANGAR_DATA: data, HANGAR_ADMIN_TOKEN: TOKEN });

  test('gets no token by any claim', async () => {
    const claims = [{ data }, { port: 1, proof: null }, { port: 1, proof: 'A'.repeat(43) }, { ready: true }];
    for (const claim of [...claims, Object.assign({}, ...claims)]) {
      const { url, received } = await wrongServer((socket) => socket.write(answer('200 OK', JSON.stringify(claim))));
      await note(url);
      for (const args of clients()) {
        const end = await runHere(args, { env: environment() });
        expect([args, end.code]).toEqual([args, 7]);
        expectOneLine(end);
      }
      expect(received()).toContain('GET /_emulator/proof?nonce=');
      expect(received()).not.toMatch(/sesame|authorization/i);
    }
  });

  test('gets no token by asking the Hangar for the proof that it needs, nor by an old proof', async () => {
    const { ready } = await serve(['--in-memory', '--admin-token', TOKEN], { env: home() });
    let last = '';
    const { url, received } = await wrongServer((socket, request) => {
      const target = request.split(' ')[1] ?? '';
      void fetch(ready.url + target).then(async (real) => {
        const text = await real.text();
        const own = text.replace(/"port":\d+/, `"port":${socket.localPort}`);
        for (const said of [last, text, own]) if (said !== '') last = said;
        socket.write(answer('200 OK', request.includes('proof') ? [text, own][received().length % 2]! : text));
      });
    });
    await note(url);
    for (let i = 0; i < 4; i++) {
      const end = await runHere(['runs'], { env: environment() });
      expect(end).toMatchObject({ code: 7, stderr: expect.stringContaining('did not prove') });
    }
    expect(received()).not.toMatch(/sesame|authorization/i);
  });

  test('is ignored with a line when it is not on this machine', async () => {
    const hosts = [
      '10.255.255.1',
      'hangar.example',
      'localhost.example',
      'hangar.localhost',
      '127.0.0.1.example',
      '[::2]',
    ];
    for (const host of hosts) {
      await note(`http://${host}:4100`);
      const { code, stdout, stderr } = await runHere(['runs'], { env: environment() });
      expect([host, code, stdout]).toEqual([host, 7, '']);
      const [ignored, none] = stderr.split('\n');
      expect(ignored).toBe(
        `hangar: ${join(data, 'server.json')} names http://${host}:4100, which is not on this machine, and is ignored; name it with --url`,
      );
      expect(none).toContain('no Hangar uses');
    }
  });

  test('gets the token once it has proved to know it, not what took its place', async () => {
    const hangar = await serve(['--data', data, '--admin-token', TOKEN], { env: home() });
    expect(await run(['runs'], { env: environment() })).toMatchObject({ code: 0, stderr: '' });
    const wrong = await run(['runs'], { env: { ...environment(), HANGAR_ADMIN_TOKEN: `${TOKEN}x` } });
    expect(wrong).toMatchObject({ code: 7, stderr: expect.stringContaining('--admin-token-file') });
    await hangar.stop();
    expect(await run(['runs'], { env: environment() })).toMatchObject({ code: 7 });
  });
});

test.each(Object.entries(WRONG).filter(([name]) => name !== 'silence'))(
  'a replay against a server that gives %s says in one line what differs',
  async (_name, reply) => {
    const { url } = await wrongServer(reply);
    const request = { method: 'GET', url: `${url}/v0/runs/list`, headers: [], queryString: [] };
    const response = { status: 200, headers: [], content: { text: '{"runs":[]}', mimeType: 'application/json' } };
    const entry = { startedDateTime: '2026-11-20T16:00:00.000Z', time: 1, request, response };
    await writeFile(join(folder(), 'a.har'), JSON.stringify({ log: { version: '1.2', entries: [entry] } }));
    const { code, stdout, stderr } = await run(['replay', 'a.har', '--url', url], { env: home(), cwd: folder() });
    expect({ code, stderr }).toEqual({ code: 6, stderr: '' });
    expect(stdout).toMatch(/^Request 1 of 1 differs: GET \/v0\/runs\/list: [^\n]{1,400}\n$/);
  },
);

test('the helpers for tests send no token to a server that cannot prove that it knows it', async () => {
  const { url, received } = await wrongServer(liar('{}'));
  vi.stubEnv('HANGAR_URL', url);
  vi.stubEnv('HANGAR_ADMIN_TOKEN', TOKEN);
  await expect(openHangar()).rejects.toThrow('No Hangar runs at HANGAR_URL');
  vi.unstubAllEnvs();
  expect(received()).not.toMatch(/sesame|authorization/i);
});

test('a client proves the server again after its connection has ended', async () => {
  const hangar = await serve(['--in-memory', '--admin-token', TOKEN], { env: home() });
  const { connect } = await import('../../../electron/programs/client/hangar.ts');
  const client = connect(new URL(hangar.ready.url), TOKEN, true);
  await client.api.info();
  await hangar.stop();
  const port = Number(new URL(hangar.ready.url).port);
  const thief = await wrongServer((socket) => socket.write(answer('200 OK', '{}')), port);
  await expect(client.api.info()).rejects.toThrow('did not prove');
  client.close();
  expect(thief.received()).toContain('GET /_emulator/proof');
  expect(thief.received()).not.toMatch(/sesame|authorization/i);
});
