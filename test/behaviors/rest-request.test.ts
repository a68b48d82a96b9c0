import type { RequestListener } from 'node:http';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { targetOf } from '../../electron/emulator/behaviors/built-in/process/rest-parameters.ts';
import type { Json, JsonObject } from '../../shared/values/json.ts';
import { endOf, runToEnd, type RunEnd } from '../support/behaviors.ts';
import { serve } from '../support/http-server.ts';
import { startLive } from '../support/live.ts';
import { fakeRun } from '../support/run-context.ts';
import { builtInRunner, scriptRunner } from '../support/runners.ts';
import { fc, runs } from '../support/properties.ts';

const script = scriptRunner();
afterAll(() => script.close());

/** A server that answers with what it was sent. */
const echo: RequestListener = (incoming, answer) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const { method, url, headers } = incoming;
    answer.setHeader('Content-Type', 'application/json; charset=utf-8');
    answer.end(JSON.stringify({ method, url, headers, sent: Buffer.concat(chunks).toString() }));
  });
};

const NO_DELAY = { startDelaySeconds: 0, queueSeconds: 0, failureRate: 0 } as const;
const BEHAVIOR = { kind: 'builtin', name: 'rest_request', ...NO_DELAY } as const;
const NOTHING = { headers: null, urlParams: null, body: null, bodyType: null, formData: null, retryFailures: null };

function scopeOf(baseURL: string, params: JsonObject, config: JsonObject = {}) {
  const resource = { id: 'res1', slug: 'shop', kind: 'rest', baseURL, ...config };
  return { params: { method: 'GET', path: '', ...NOTHING, ...params }, resources: { rest: resource } };
}

/** @param restSilence milliseconds; by default longer than a busy machine needs for any answer here */
function send(baseURL: string, params: JsonObject, config: JsonObject = {}, restSilence = 60_000): Promise<RunEnd> {
  const { run } = builtInRunner(script, { restSilence });
  return runToEnd(run, BEHAVIOR, { scope: scopeOf(baseURL, params, config) });
}

const bodyOf = ({ output }: RunEnd): JsonObject => (output as { response: JsonObject }).response;

test('a request has the headers of its resource, then its own, and its parameters in the query', async () => {
  const base = await serve(echo);
  const params = {
    path: '/orders?page=2',
    headers: { 'X-Trace': 'abc', Accept: 'text/csv' },
    urlParams: { q: 'a b&c', tag: ['x', 'y'], none: null, n: 3 },
  };
  const headers = { Authorization: 'Bearer s3cret-token', accept: 'application/json' };
  const ended = await send(`${base}/v1/?team=7`, params, { headers });
  expect(ended.failure).toBe('');
  expect(ended.output).toMatchObject({
    status_code: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
  expect(bodyOf(ended)).toMatchObject({
    method: 'GET',
    url: '/v1/orders?team=7&page=2&q=a+b%26c&tag=x&tag=y&n=3',
    headers: { authorization: 'Bearer s3cret-token', 'x-trace': 'abc', accept: 'text/csv' },
    sent: '',
  });
});

test.each<[auth: Json, headers: JsonObject, authorization: string]>([
  [{ kind: 'basic', username: 'ädä', password: 'a:b' }, {}, `Basic ${Buffer.from('ädä:a:b').toString('base64')}`],
  [{ kind: 'basic', username: 'ada', password: null }, {}, `Basic ${Buffer.from('ada:').toString('base64')}`],
  [{ kind: 'basic', username: 'ada', password: 'x' }, { authorization: 'Bearer own' }, 'Bearer own'],
  [{ kind: 'other' }, {}, 'none'],
])(
  'the basic authentication of a resource is sent, unless a header says otherwise: %j %j',
  async (auth, headers, sent) => {
    const ended = await send(await serve(echo), {}, { auth, headers });
    expect((bodyOf(ended)['headers'] as JsonObject)['authorization'] ?? 'none').toBe(sent);
  },
);

const FORM = 'application/x-www-form-urlencoded';
test.each<[name: string, params: JsonObject, type: string, sent: string]>([
  ['JSON', { body: { a: [1, null] } }, 'application/json', '{"a":[1,null]}'],
  ['JSON as text', { body: '{"a":1}', bodyType: 'json' }, 'application/json', '{"a":1}'],
  ['no text for nothing', { body: '' }, 'none', ''],
  ['text', { body: 'plain ü' }, 'text/plain; charset=utf-8', 'plain ü'],
  ['a form', { formData: { a: '1 2', b: ['x', 'y'] } }, FORM, 'a=1+2&b=x&b=y'],
  ['a form in the body', { body: { a: 'ü' }, bodyType: 'x-www-form-urlencoded' }, FORM, 'a=%C3%BC'],
])('a body is sent as %s', async (_name, params, type, sent) => {
  const ended = await send(await serve(echo), { method: 'post', ...params });
  const { method, headers, sent: got } = bodyOf(ended) as { method: string; headers: JsonObject; sent: string };
  expect([method, headers['content-type'] ?? 'none', got]).toEqual(['POST', type, sent]);
});

test('a form of several parts is sent with its boundary', async () => {
  const ended = await send(await serve(echo), { method: 'PUT', formData: { note: 'hello' }, bodyType: 'form-data' });
  const { headers, sent } = bodyOf(ended) as { headers: Record<string, string>; sent: string };
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '?';
  expect(sent.startsWith(`--${boundary}\r\n`)).toBe(true);
  expect(sent).toContain('name="note"\r\n\r\nhello');
});

test.each<[status: number, headers: Record<string, string>, body: string]>([
  [404, { 'content-type': 'application/json' }, '{"error":"no order"}'],
  [503, { 'content-type': 'text/plain' }, 'busy'],
  [304, {}, ''],
])('an answer of %s fails the run and is its output', async (status, headers, body) => {
  const base = await serve((_, answer) => answer.writeHead(status, headers).end(body));
  const ended = await send(base, { path: 'orders' });
  expect(ended.failure).toBe(`GET ${base}/orders answered ${status}`);
  const json: Json = headers['content-type'] === 'application/json' ? (JSON.parse(body) as Json) : body;
  expect(ended.output).toEqual({
    status_code: status,
    headers: expect.objectContaining(headers) as object,
    response: json,
  });
});

test('a redirect is not followed, so that credentials reach no other server', async () => {
  const seen: string[] = [];
  const other = await serve((incoming, answer) => {
    seen.push(incoming.url ?? '');
    answer.end('other');
  });
  const base = await serve((_, answer) => answer.writeHead(302, { Location: `${other}/taken` }).end('moved'));
  const ended = await send(base, { path: '/a' }, { headers: { Authorization: 'Bearer s3cret-token' } });
  expect(ended.failure).toBe(`GET ${base}/a answered 302, a redirect, which is not followed`);
  expect(ended.output).toMatchObject({ status_code: 302, headers: { location: `${other}/taken` }, response: 'moved' });
  expect(seen).toEqual([]);
});

const URLS = ['https://other.example/x', '//other.example/x', 'http://127.0.0.1:1/', '\\\\other.example\\x'];
test.each(URLS)('a path that is a URL is refused: %s', async (path) => {
  const { failure, output } = await send(await serve(echo), { path });
  expect(failure).toContain('must be a path below the base URL');
  expect(output).toBeUndefined();
});

const PATHS = ['@other.example/x', 'x:y@other.example', 'a..b/...', '.hidden/..x', 'items:search', '#f', '%2f%2fother'];
test.each(PATHS)('a path stays with the server of its resource: %s', async (path) => {
  const base = await serve(echo);
  expect((await send(`${base}/v1`, { path })).output).toMatchObject({ status_code: 200 });
});

test('no spelling of ".." leaves the base URL, and every path below it stays there', async () => {
  const seen: string[] = [];
  const base = await serve((incoming, answer) => {
    seen.push(incoming.url ?? '');
    answer.end();
  });
  const dots = ['..', '%2e%2e', '.%2E', '%252e%252e', '.\t.', '.%09.', '%c0%ae.', '..;x=1', '..%00', ' ..'];
  const slashes = ['/', '\\', '%2f', '%5C', '%252f', '\t/', '\n\\', ';/'];
  const part = fc.constantFrom(...dots, ...slashes, '/', 'a', 'b.c', '...', '%41', '?q=..', '#', ' ');
  const resource = { id: 'res1', slug: 'shop', kind: 'rest', baseURL: `${base}/v1/shop` };
  /** True when a path is refused; otherwise its URL must be below the base URL, however a server reads it. */
  const isRefused = (path: string): boolean => {
    const url = targetUnlessRefused(resource, path);
    if (url === undefined) return true;
    expect([url.origin, /^\/v1\/shop(?:\/|$)/.test(url.pathname)]).toEqual([base, true]);
    expect(decodedText(url.pathname).split(/[/\\]/)).not.toContain('..');
    return false;
  };
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => void isRefused(parts.join(''))),
    runs(300),
  );
  const spellings = dots.flatMap((dot) => slashes.flatMap((slash) => [dot + slash + 'x', `a${slash}${dot}${slash}x`]));
  expect(spellings.filter((path) => !isRefused(path))).toEqual([]);
  // The whole way, for some.
  for (const path of [`../up`, `a/%2e%2e/%2e%2e/up`, `..\\up`, `..%2fup`])
    expect((await send(`${base}/v1/shop`, { path })).failure).toContain('must be a path below the base URL');
  expect(seen).toEqual([]);
});

/** The URL of a path; undefined when it is refused. */
function targetUnlessRefused(resource: Parameters<typeof targetOf>[0], path: string): URL | undefined {
  try {
    return targetOf(resource, path, null);
  } catch (error) {
    expect(String(error)).toContain('must be a path below the base URL of the resource "shop"');
    return undefined;
  }
}

/** A text with its escapes of ASCII characters decoded as often as there are any, and without control characters. */
function decodedText(text: string): string {
  const decoded = text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return decoded === text ? text.replace(/[\x00-\x20]/g, '') : decodedText(decoded);
}

test.each(['Trailer', 'TE', 'Upgrade', 'Expect', 'HTTP2-Settings', 'X-Hangar-Sent-For', 'x-hangar-sent-FOR'])(
  'a header that asks for another sort of connection, or tells for whom it is sent, is refused: %s',
  async (name) => {
    const base = await serve(echo);
    const { failure, output } = await send(base, { headers: { [name]: 'x' } });
    expect(failure).toBe(`"headers" may not have "${name}": Hangar sends one request and reads one answer`);
    expect(output).toBeUndefined();
    expect((await send(base, {}, { headers: { [name]: 'x' } })).failure).toContain(`may not have "${name}"`);
  },
);

test('headers of the connection are those that Hangar sets, and one tells for whom the request is sent', async () => {
  const base = await serve(echo);
  const headers = {
    ...{ Host: 'other.example', Connection: 'close, X-Hangar-Sent-For', 'Content-Length': '1' },
    ...{ 'Transfer-Encoding': 'chunked', 'Keep-Alive': 'timeout=9', 'Proxy-Connection': 'x' },
  };
  const ended = await send(base, { method: 'POST', headers, body: 'GET /_emulator/info HTTP/1.1\r\n\r\n' });
  expect(bodyOf(ended)['headers']).toEqual({
    ...{ 'user-agent': 'hangar', 'accept-encoding': 'gzip, deflate, br', 'content-type': 'text/plain; charset=utf-8' },
    ...{ 'content-length': '32', host: new URL(base).host, connection: 'close', 'x-hangar-sent-for': 'run' },
  });
});

test.each([
  [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    'answered 101 and changed the protocol',
  ],
  ['HTTP/1.1 101 Switching Protocols\r\n\r\n', 'answered 101'],
  ['HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'.repeat(100), 'one answer of 1xx after the other'],
  ['', 'failed: '],
])('an answer of another sort fails the run: %j', async (bytes, problem) => {
  const server = createNetServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    const ended = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {});
    expect(ended.failure).toContain(problem);
  } finally {
    server.close();
  }
});

test.each<[params: JsonObject, problem: string]>([
  [{ method: 'TRACE' }, '"method" must be'],
  [{ method: 'GET / HTTP/1.1\r\nX: y' }, '"method" must be'],
  [{ headers: 'text' }, '"headers" must be an object of texts'],
  [{ headers: { 'X-A': 'line\r\nX-B: injected' } }, 'Invalid character in header content'],
  [{ headers: { 'bad name': 'x' } }, 'must be a valid HTTP token'],
  [{ urlParams: [1] }, '"urlParams" must be an object of texts'],
  [{ body: 'x', bodyType: 'xml' }, '"bodyType" must be one of json, raw'],
])('a wrong parameter fails the run with a sentence: %j', async (params, problem) => {
  const { failure, output } = await send(await serve(echo), params);
  expect(failure).toContain(problem);
  expect(output).toBeUndefined();
});

test('a resource of another kind, or without a base URL, fails the run', async () => {
  expect((await send('x', {}, { kind: 'graphql' })).failure).toContain('needs a resource of kind "rest"; "shop" is');
  expect((await send('ftp://x', {})).failure).toContain('must begin with http:// or https://');
});

test('a server that says nothing, or stops in the middle, fails the run', async () => {
  const silent = await serve(() => undefined);
  expect((await send(silent, {}, {}, 400)).failure).toBe(`GET ${silent}/ failed: the server sent nothing for 0.4 s`);
  const stopping = await serve((_, answer) => void answer.write('half'));
  expect((await send(stopping, {}, {}, 400)).failure).toBe(
    `GET ${stopping}/ failed: the server sent nothing for 0.4 s`,
  );
  const cut = await serve((_, answer) => {
    answer.writeHead(200, { 'Content-Length': '100' });
    answer.write('half');
    setTimeout(() => answer.destroy(), 20);
  });
  expect((await send(cut, {})).failure).toMatch(/^GET .* failed: (?:aborted|terminated)/);
  expect((await send('http://127.0.0.1:1', {})).failure).toMatch(/failed: .*ECONNREFUSED/);
});

test('an answer that is too large fails the run, also when it was compressed', async () => {
  const large = await serve((_, answer) => answer.end('x'.repeat(10_000_001)));
  expect((await send(large, {})).failure).toContain('the answer is larger than 10 MB');
  const zeros = gzipSync(Buffer.alloc(50_000_000, 'x'));
  const bomb = await serve((_, answer) => answer.writeHead(200, { 'Content-Encoding': 'gzip' }).end(zeros));
  expect((await send(bomb, {})).failure).toContain('the answer is larger than 10 MB');
  const deep = await serve((_, answer) =>
    answer.writeHead(200, { 'Content-Type': 'application/json' }).end('['.repeat(5000) + ']'.repeat(5000)),
  );
  expect((await send(deep, {})).failure).toContain('nested more than 100 levels');
});

test('a compressed answer is read, and one that is no JSON though it says so is text', async () => {
  const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/problem+json' };
  const zipped = await serve((_, answer) => answer.writeHead(200, headers).end(gzipSync('{"a":1}')));
  expect((await send(zipped, {})).output).toMatchObject({ response: { a: 1 } });
  const wrong = await serve((_, answer) => answer.writeHead(200, { 'Content-Type': 'application/json' }).end('{a}'));
  expect((await send(wrong, {})).output).toMatchObject({ response: '{a}' });
  const broken = await serve((_, answer) => answer.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip'));
  expect((await send(broken, {})).failure).toContain('incorrect header check');
});

test('a request ends with its run', async () => {
  const fake = { abort: (): void => undefined };
  const closed = new Promise<void>((close) => {
    void serve((incoming) => {
      incoming.once('close', close);
      fake.abort();
    }).then((base) => {
      const run = fakeRun({ scope: scopeOf(base, {}) });
      fake.abort = run.abort;
      void endOf(builtInRunner(script).run, BEHAVIOR, run);
    });
  });
  await closed;
});

test('credentials stay out of the log and the failure, and a resource must be named', async () => {
  const base = await serve((incoming, answer) => answer.writeHead(401).end(String(incoming.headers['x-api-key'])));
  const resource = { baseURL: base, headers: { 'X-API-Key': 'k-5ecret-value' } };
  const { emulator, api } = await startLive({ resources: [{ slug: 'shop', kind: 'rest', resource }] });
  try {
    await expect(api.v0.tasks.execute({ body: { slug: 'acme:rest_request' } })).rejects.toThrow(
      'resources: must name one resource for a built-in task',
    );
    const body = { slug: 'acme:rest_request', paramValues: { path: '/k-5ecret-value' }, resources: { rest: 'shop' } };
    const { runID } = await api.v0.tasks.execute({ body });
    await emulator.waitFor({ for: 'run', runID });
    const detail = await api.emulator.runs.get({ params: { id: runID } });
    expect(detail).toMatchObject({ behavior: 'builtin', run: { status: 'Failed' } });
    expect(detail.row.failure).toBe(`GET ${base}/**** answered 401`);
    const { logs } = await api.v0.runs.getLogs({ query: { runID } });
    expect(JSON.stringify(logs)).not.toContain('5ecret');
    expect(detail.output).toMatchObject({ status_code: 401, response: 'k-5ecret-value' });
  } finally {
    await emulator.stop();
  }
});
