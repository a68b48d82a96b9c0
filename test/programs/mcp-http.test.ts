import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, test } from 'vitest';
import type { RunningEmulator, StartOptions } from '../../electron/programs/library.ts';
import { inProcess } from '../support/in-process.ts';

const { launch } = inProcess();

const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function hangar(options: StartOptions = {}): Promise<RunningEmulator> {
  const behavior = { kind: 'steps' as const, steps: [{ do: 'output' as const, value: 'é'.repeat(30_000) }] };
  return launch({ workspace: { version: 1, tasks: [{ slug: 'large', behavior }] }, ...options });
}

/** Connects the official client to the tools of a Hangar. */
async function agent(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  await client.connect(transport);
  return client;
}

async function textsOf(client: Client, name: string, args: object): Promise<string[]> {
  const { content } = await client.callTool({ name, arguments: { ...args } });
  return (content as { text: string }[]).map(({ text }) => text);
}

/** Sends a body to `/mcp` as it is. */
function send(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${url}/mcp`, { method: 'POST', body, headers });
}

const PING = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' });

describe('the tools for agents over HTTP', () => {
  test('are those of hangar mcp, execute, and give the rest of a long answer', async () => {
    const { url } = await hangar();
    const client = await agent(url);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('execute');
    const [text = '', next = ''] = await textsOf(client, 'execute', { task: 'large' });
    expect(Buffer.byteLength(text)).toBeLessThan(20_000);
    const [, cursor = ''] = /"cursor":"([^"]+)"/.exec(next) ?? [];
    const [rest = ''] = await textsOf(await agent(url), 'find', { what: 'rest', cursor });
    expect(rest).toContain('ééé');
  });

  test('of a sandbox concern the sandbox', async () => {
    const parent = await hangar();
    const sandbox = await parent.sandbox();
    const [text = ''] = await textsOf(await agent(sandbox.url), 'describe', {});
    expect(JSON.parse(text)).toMatchObject({ url: sandbox.url });
  });

  test('need the admin token where there is one, and use it themselves', async () => {
    const token = 'sixteen-letters!';
    const { url } = await hangar({ adminToken: token });
    expect((await send(url, PING)).status).toBe(401);
    await expect(agent(url)).rejects.toThrow();
    const [text = ''] = await textsOf(await agent(url, { Authorization: `Bearer ${token}` }), 'describe', {});
    expect(JSON.parse(text)).toMatchObject({ url });
  });

  test.each([
    ['a page of another origin', { Origin: 'http://evil.example' }],
    ['a page of another port', { Origin: 'http://127.0.0.1:1' }],
    ['a page in a frame of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('refuse %s, also one that --cors-origin names', async (_, headers) => {
    const { url } = await hangar({ corsOrigins: ['http://evil.example'] });
    const answer = await send(url, PING, headers);
    expect({ status: answer.status, cors: answer.headers.get('access-control-allow-origin') }).toEqual({
      status: 403,
      cors: null,
    });
  });

  test('take a notification without an answer, and have no stream to open', async () => {
    const { url } = await hangar();
    const taken = await send(url, '{"jsonrpc":"2.0","method":"notifications/initialized"}');
    expect({ status: taken.status, body: await taken.text() }).toEqual({ status: 202, body: '' });
    expect((await fetch(`${url}/mcp`)).status).toBe(405);
    expect((await fetch(`${url}/mcp`, { method: 'DELETE' })).status).toBe(405);
  });

  test.each([
    ['{', 400],
    ['[]', 400],
    ['{}', 400],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 400],
    ['{"jsonrpc":"2.0","id":1,"method":"no/such"}', 200],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}', 200],
  ])('answer %s with an error that says why', async (body, status) => {
    const { url } = await hangar();
    const answer = await send(url, body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: status === 400 ? expect.any(String) : expect.any(Object) });
  });
});
