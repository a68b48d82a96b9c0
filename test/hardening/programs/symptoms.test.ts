import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from '../package/support/installed.ts';
import { SAMPLE_WORKSPACE } from '../../../electron/emulator/compose/sample-workspace.ts';
import type { RunningEmulator, StartOptions } from '../../../electron/programs/library.ts';
import { builtProgram } from '../../support/built-program.ts';
import { HELD, heldRun } from '../../support/held-run.ts';
import { liveClient } from '../../support/live-client.ts';
import { inProcess } from '../../support/in-process.ts';
import { endAll, run, serve, type LaunchOptions, start } from '../../support/program.ts';
import { part } from '../../support/docs.ts';

const { folder } = builtProgram();
const { launch } = inProcess();
afterAll(endAll);

/** The error message of a program that exits by itself. */
async function complaint(args: readonly string[], options?: LaunchOptions): Promise<string> {
  const { stderr, stdout } = await run(args, { cwd: folder(), ...options });
  return stdout + stderr;
}

/** A Hangar in this process with the definitions of a first start. */
function started(options: StartOptions = {}): Promise<RunningEmulator> {
  return launch({ workspace: SAMPLE_WORKSPACE, ...options });
}

/** A server's answer: the warnings header, then the body. */
async function answer(path: string, init: (server: RunningEmulator) => RequestInit, options?: StartOptions) {
  const server = await started(options);
  const got = await fetch(server.url + path, init(server));
  const { error = '' } = (await got.json()) as { error?: string };
  return `${got.headers.get('X-Hangar-Warning') ?? ''}${error}`;
}

/** Complaints about a workspace file of this content. */
async function workspace(content: object): Promise<string> {
  await writeFile(join(folder(), 'hangar.json'), JSON.stringify(content));
  return complaint(['exec', '--workspace', 'hangar.json', '--', 'true']);
}

/** Functions that provoke each message of the page, by its text. */
const PROVOKED: Readonly<Record<string, () => Promise<string>>> = {
  'port … is in use by another Hangar (version …)': async () => {
    const { ready } = await serve(['--in-memory']);
    return complaint(['serve', '--in-memory', '--port', new URL(ready.url).port]);
  },
  'The data folder … is in use by another Hangar (pid …).': async () => {
    await serve(['--data', folder()]);
    return complaint(['serve', '--port', '0', '--data', folder()]);
  },
  'The data folder … cannot be created: …': async () => {
    // Nobody may make a folder in a file, not even root, as which tests may run.
    await writeFile(join(folder(), 'file'), '');
    return complaint(['serve', '--port', '0', '--data', join(folder(), 'file', 'data')]);
  },
  '--host … can be reached from other machines: it needs --admin-token': () =>
    complaint(['serve', '--host', '0.0.0.0', '--in-memory']),
  'The Host "…" is not allowed: only loopback names are, and those given by --allowed-host.': async () => {
    return rawAnswer(await started(), 'GET /v0/runs/list HTTP/1.1\r\nHost: dev.internal:4100\r\n');
  },
  '/_emulator refuses requests from other origins': async () => {
    const server = await started();
    const { host } = new URL(server.url);
    return rawAnswer(server, `GET /_emulator/info HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://localhost:3000\r\n`);
  },
  'The API key is not valid.': () =>
    answer('/v0/runs/list', () => ({ headers: { 'X-Service-API-Key': 'tkn_of_another' } })),
  '/_emulator requires the admin token: send it as "Authorization: Bearer <token>".': () =>
    answer('/_emulator/info', () => ({}), { adminToken: 'secret' }),
  '… must be a slug: …': () => workspace({ version: 1, tasks: [{ slug: 'a b' }] }),
  '… of a newer Hangar; this one knows version …': () => workspace({ version: 2 }),
  'the workspace file … does not exist; an emulator in memory does not create one': () =>
    complaint(['exec', '--workspace', 'missing.json', '--', 'true']),
  'dropped values without a parameter: …': () =>
    answer('/v0/tasks/execute', ({ apiKey }) => ({
      method: 'POST',
      headers: { 'X-Service-API-Key': apiKey },
      body: '{"slug":"greet","paramValues":{"nmae":"Ada"}}',
    })),
  'The run … is full: …': async () => {
    const { url, apiKey } = await started({ workspace: { version: 1, tasks: [{ slug: 'held', behavior: HELD }] } });
    const { key } = await heldRun(liveClient(url, apiKey).api, 'held');
    const headers = { 'X-Service-API-Key': key };
    const body = '{"fileName":"a","sizeBytes":10000000}';
    for (;;) {
      const got = await fetch(`${url}/v0/uploads/create`, { method: 'POST', headers, body });
      if (got.status !== 200) return got.text();
    }
  },
  'Hangar is full: …': () =>
    answer(
      '/v0/tasks/execute',
      ({ apiKey }) => ({
        method: 'POST',
        headers: { 'X-Service-API-Key': apiKey },
        body: JSON.stringify({ slug: 'greet', paramValues: { name: 'x'.repeat(2_000_000) } }),
      }),
      { workspace: { ...SAMPLE_WORKSPACE, settings: { maxStateBytes: 1_048_576 } } },
    ),
  'interrupted by restart': async () => {
    const behavior = { kind: 'command', command: ['sleep', '60'] };
    await mkdir(join(folder(), 'data'));
    await writeFile(
      join(folder(), 'data', 'workspace.json'),
      JSON.stringify({ version: 1, tasks: [{ slug: 'long', behavior }] }),
    );
    const { ready, stop } = await serve(['--data', join(folder(), 'data'), '--api-key', 'tkn_a']);
    const headers = { 'X-Service-API-Key': 'tkn_a' };
    const executed = await fetch(`${ready.url}/v0/tasks/execute`, { method: 'POST', headers, body: '{"slug":"long"}' });
    const { runID } = (await executed.json()) as { runID: string };
    await stop('SIGKILL');
    const again = await serve(['--data', join(folder(), 'data'), '--api-key', 'tkn_a']);
    return (await fetch(`${again.ready.url}/v0/runs/getOutputs?id=${runID}`, { headers })).text();
  },
  'hangar exec: …: command not found': () => complaint(['exec', '--', 'no such program']),
  'No window: …. Serving headless instead.': async () => {
    const env = { DISPLAY: '', WAYLAND_DISPLAY: '', ELECTRON_OVERRIDE_DIST_PATH: join(folder(), 'none') };
    const args = ['--port', '0', '--in-memory'];
    const { printed, child, ended } = start(args, { script: join(ROOT, 'build', 'start.mjs'), env });
    await expect.poll(() => printed.stdout).toContain('Hangar is ready');
    child.kill('SIGTERM');
    await ended;
    return printed.stderr;
  },
};

/** The messages in the page's table: the code at the start of a row. */
function messages(): string[] {
  return [...part('symptoms').matchAll(/^\| `([^`]+)`/gm)].map(([, message = '']) => message);
}

describe('the messages of docs/troubleshooting.md', () => {
  test('are all provoked here', () => {
    expect(messages().toSorted()).toEqual(Object.keys(PROVOKED).toSorted());
  });

  test.each(Object.entries(PROVOKED))('%s', async (message, provoke) => {
    const words = message.split('…').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    expect(await provoke()).toMatch(new RegExp(words.join('[^]+')));
  });
});

/** Response to a raw request: `fetch` does not allow such headers. */
async function rawAnswer({ url, apiKey }: RunningEmulator, head: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(`${head}X-Service-API-Key: ${apiKey}\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return (JSON.parse(text.slice(text.indexOf('{'))) as { error: string }).error;
}
