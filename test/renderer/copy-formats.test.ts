import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COPY_FORMATS, type CopiedRequest, curlOfRequest } from '../../renderer/core/request/copy-formats.ts';
import { needs, toolNames } from '../support/needs.ts';
import type { ToolName } from '../tools/registry.ts';
import { lackOf } from '../tools/tools.ts';

const run = promisify(execFile);
const KEY = 'tkn_secret';
const received: { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks) });
    response.end('fine');
  });
});
let origin = '';
let folder = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'copied-'));
  await symlink(MODULES, join(folder, 'node_modules'), 'junction');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const REQUESTS: Readonly<Record<string, Partial<CopiedRequest>>> = {
  'a body full of quotes': {
    method: 'POST',
    path: '/v0/tasks/execute',
    headers: { 'X-Service-API-Key': KEY, 'Content-Type': 'application/json', 'X-Odd': '`${x}` \\ "\'' },
    body: `{"a":"it's \\"quoted\\" \`\${process.exit(3)}\` \\\\ $HOME ü 🚚\\n"}`,
  },
  'a read': { method: 'GET', path: '/v0/runs/list?limit=5&q=a%20b', headers: { 'X-Service-API-Key': KEY } },
  'a secret in the path': { method: 'POST', path: '/v0/webhooks/default/ship/whs_1', body: 'a=1' },
  bytes: {
    method: 'POST',
    path: '/v0/uploads',
    body: Buffer.from([0, 255, 10, 39]).toString('base64'),
    encoding: 'base64',
  },
};

/** Executes texts as their readers would; the environment has the secrets. */
const EXECUTE: Readonly<Record<string, (texts: readonly string[]) => Promise<unknown>>> = {
  curl: (texts) => Promise.all(texts.map((text) => run('sh', ['-c', text.replace(/curl/, 'curl -s')]))),
  fetch: async (texts) => {
    const files = await written('mjs', texts);
    return Promise.all(files.map((file) => run(process.execPath, [file], { env: ENVIRONMENT })));
  },
  python: async (texts) => {
    const files = await written('py', texts);
    return Promise.all(files.map((file) => run('python3', [file], { env: ENVIRONMENT })));
  },
  // One for all of them, as for a suite: starting it takes longer than the tests.
  vitest: async (texts) => {
    const files = await written('test.ts', texts);
    const suite = [VITEST, 'run', '--maxWorkers=1', '--no-isolate', '--root', folder, ...files];
    return run(process.execPath, suite, { env: ENVIRONMENT });
  },
};
const MODULES = join(import.meta.dirname, '../../node_modules');
const VITEST = join(MODULES, 'vitest/vitest.mjs');
const ENVIRONMENT = { ...process.env, HANGAR_API_KEY: KEY, HANGAR_WEBHOOK_SECRET: 'whs_1', HANGAR_URL: undefined };

/** Writes a file of each text; their paths. */
function written(extension: string, texts: readonly string[]): Promise<string[]> {
  const files = texts.map((_, i) => join(folder, `copied-${i}.${extension}`));
  return Promise.all(files.map((file, i) => writeFile(file, texts[i] ?? '').then(() => file)));
}

/** The tools that execute the code of a format; none for one that is always there. */
const TOOLS: Readonly<Record<string, readonly ToolName[]>> = {
  curl: toolNames('curl', 'POSIX'),
  python: toolNames('python3', 'requests'),
};

const requestOf = (name: string): CopiedRequest => ({
  ...{ method: 'POST', path: '/', headers: {}, body: '', encoding: 'utf8' as const, status: 200, origin },
  secrets: new Map([
    [KEY, 'HANGAR_API_KEY'],
    ['whs_1', 'HANGAR_WEBHOOK_SECRET'],
  ]),
  ...REQUESTS[name],
});
const textOf = (format: string, request: CopiedRequest): string =>
  format === 'curl' ? curlOfRequest(request, 'sh') : COPY_FORMATS[format as keyof typeof COPY_FORMATS].write(request);

describe.each(Object.keys(EXECUTE))('the code copied for %s', (format) => {
  const names = Object.keys(REQUESTS);
  const tools = TOOLS[format] ?? [];
  needs(...tools);
  beforeAll(async () => {
    received.length = 0;
    if (lackOf(...tools) !== '') return;
    await EXECUTE[format]?.(names.map((name) => textOf(format, requestOf(name))));
  });

  test.each(names)('sends %s as it was', (name) => {
    const request = requestOf(name);
    if (format !== 'curl') expect(textOf(format, request)).not.toContain(KEY);
    expect(received).toHaveLength(names.length);
    const sent = received.find(({ url }) => url === request.path);
    expect(sent?.method).toBe(request.method);
    expect(sent?.body).toEqual(Buffer.from(request.body, request.encoding));
    for (const [header, value] of Object.entries(request.headers))
      expect(sent?.headers[header.toLowerCase()]).toBe(value);
  });
});

test('an HTTP file has the request line, headers, an empty line and the body, with variables for secrets', () => {
  const text = COPY_FORMATS.http.write(requestOf('a body full of quotes'));
  const [head = '', ...rest] = text.split('\n\n');
  expect(head.split('\n').slice(0, 2)).toEqual([
    `POST ${origin}/v0/tasks/execute`,
    'X-Service-API-Key: {{$processEnv HANGAR_API_KEY}}',
  ]);
  expect(rest.join('\n\n')).toBe(`${requestOf('a body full of quotes').body}\n`);
  expect(COPY_FORMATS.http.write(requestOf('bytes'))).toContain('< ./body.bin');
});

test.each([
  ['another request', '{}\n\n### \nDELETE http://127.0.0.1/'],
  ['another file', '{}\n< /etc/passwd'],
  ['another file with variables', '<@ /etc/passwd'],
  ['a script', '{}\n  > {% client.exit() %}'],
  ['a place for the answer', '{}\n>> ./answer.txt'],
  ['a variable', '{"a":"{{$processEnv SECRET}}"}'],
])('an HTTP file never reads %s from a body', (_, body) => {
  const text = COPY_FORMATS.http.write({ ...requestOf('a read'), method: 'POST', body });
  expect(text.split('\n')).toContain('# Save the body of the request as body.bin beside this file.');
  expect(text.split('\n\n').slice(1)).toEqual(['< ./body.bin\n']);
});

test('an HTTP file never reads a variable from the path or a header', () => {
  const text = COPY_FORMATS.http.write({
    ...{ ...requestOf('a read'), path: '/v0/runs/list?q={{$processEnv A}}' },
    headers: { 'X-Odd': '{{$processEnv B}}', 'X-Even': 'c' },
  });
  expect(text).not.toContain('{{');
  expect(text).toContain('# Add the header X-Odd yourself: its value would be read as a variable.\n');
  expect(text).toContain('\nX-Even: c\n');
});
