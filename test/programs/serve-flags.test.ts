import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flagName } from '../../electron/programs/flags/read-flags.ts';
import { freePort } from '../support/free-port.ts';
import { skipWithout } from '../support/needs.ts';
import { clientOf, endAll, printedBy, scratchFolder, serve, start, type ServedProgram } from '../support/program.ts';

async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const request = httpRequest({ hostname, port, path: pathname, headers });
  request.end();
  const [answer] = (await once(request, 'response')) as [{ statusCode: number; resume: () => void }];
  answer.resume();
  return answer.statusCode;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('every setting does what it says:', () => {
  let scratch: Awaited<ReturnType<typeof scratchFolder>>;
  /** Variables for a home in the folder of the tests. */
  const home = () => ({ HOME: scratch.path, XDG_CONFIG_HOME: scratch.path, APPDATA: scratch.path });
  const folderOf = (name: string) => join(scratch.path, name);

  /** Starts a server with settings. */
  function served(settings: Readonly<Record<string, string>>, cwd = scratch.path): Promise<ServedProgram> {
    const args = Object.entries(settings).map(([name, text]) => `${flagName(name)}=${text}`);
    return serve(args, { env: home(), cwd });
  }

  beforeAll(async () => {
    scratch = await scratchFolder();
  });
  afterAll(async () => {
    await endAll();
    await scratch.remove();
  });

  describe('of one server in memory,', () => {
    let hangar: ServedProgram;
    beforeAll(async () => {
      await mkdir(folderOf('cwd'));
      hangar = await served(
        {
          ...{ inMemory: 'true', quiet: 'true', apiKey: 'tkn_given', adminToken: 't0ken' },
          ...{ allowedHost: 'hangar.test', corsOrigin: 'http://page.test' },
        },
        folderOf('cwd'),
      );
    });

    test('api-key: the key is accepted and shown', async () => {
      expect(hangar.ready.apiKey).toBe('tkn_given');
      expect(await clientOf(hangar.ready).v0.runs.list()).toEqual({ runs: [] });
    });

    test('admin-token: /_emulator asks for it, /v0 does not', async () => {
      const { url, apiKey } = hangar.ready;
      const path = `${url}/_emulator/webhooks`;
      expect([
        await statusOf(path),
        await statusOf(path, bearer('wrong')),
        await statusOf(path, bearer('t0ken')),
        await statusOf(`${url}/v0/runs/list`, { 'X-Service-API-Key': apiKey }),
        await statusOf(`${url}/_emulator/ready`),
      ]).toEqual([401, 401, 200, 200, 200]);
    });

    test('allowed-host: requests to that name are served', async () => {
      const path = `${hangar.ready.url}/_emulator/ready`;
      expect([
        await statusOf(path, { Host: 'hangar.test' }),
        await statusOf(path, { Host: `hangar.test:${new URL(path).port}` }),
        await statusOf(path, { Host: 'evil.test' }),
      ]).toEqual([200, 200, 403]);
    });

    test('cors-origin: browser pages of that origin may call /v0', async () => {
      const { url, apiKey } = hangar.ready;
      const allowed = async (origin: string): Promise<string | null> => {
        const answer = await fetch(`${url}/v0/runs/list`, {
          headers: { Origin: origin, 'X-Service-API-Key': apiKey },
        });
        return answer.headers.get('access-control-allow-origin');
      };
      expect([await allowed('http://page.test'), await allowed('http://other.test')]).toEqual([
        'http://page.test',
        null,
      ]);
    });

    test('in-memory and quiet: nothing is written, and nothing printed but the ready line', async () => {
      await clientOf(hangar.ready).v0.tasks.execute({ body: { slug: 'greet' } });
      const headers = { ...bearer('t0ken'), 'Content-Type': 'application/json' };
      const made = await fetch(`${hangar.ready.url}/_emulator/tasks`, {
        ...{ method: 'POST', headers, body: '{ "slug": "more" }' },
      });
      expect([made.ok, hangar.ready.data]).toEqual([true, '']);
      const line = `${JSON.stringify({ event: 'ready', ...hangar.ready })}\n`;
      expect(await hangar.stop()).toEqual({ code: 0, signal: null, stdout: line, stderr: '' });
      expect(await readdir(scratch.path, { recursive: true })).toEqual(['cwd']);
    });
  });

  test('host, workspace, admin-token-file: it listens there, with the definitions and the token of the files', async () => {
    const text = '{ "version": 1, "tasks": [{ "slug": "mine" }] }';
    await writeFile(folderOf('own.json'), text);
    await writeFile(folderOf('token'), 't0ken\n', { mode: 0o600 });
    const files = { workspace: folderOf('own.json'), adminTokenFile: folderOf('token') };
    const { ready, stop } = await served({ host: 'localhost', data: folderOf('of files'), ...files });
    expect(ready.url).toMatch(/^http:\/\/localhost:\d+$/);
    const path = `${ready.url}/_emulator/tasks`;
    expect([await statusOf(path), await statusOf(path, bearer('t0ken'))]).toEqual([401, 200]);
    const { items } = (await (await fetch(path, { headers: bearer('t0ken') })).json()) as { items: { slug: string }[] };
    expect(items.map(({ slug }) => slug)).toEqual(['mine']);
    await stop();
    expect(await readFile(folderOf('own.json'), 'utf8')).toBe(text);
  });

  test('data: the state is kept there, the workspace file too', async () => {
    const data = join(folderOf('made'), 'when missing');
    const first = await served({ data });
    const { runID } = await clientOf(first.ready).v0.tasks.execute({ body: { slug: 'greet' } });
    await first.stop();
    const second = await served({ data });
    expect({ ...second.ready, url: '', gui: '' }).toEqual({ ...first.ready, url: '', gui: '', data });
    expect(await clientOf(second.ready).v0.runs.getOutputs({ query: { id: runID } })).toEqual({
      output: { greeting: 'Hello, world!', shop: 'Corner Shop (test)' },
    });
    await second.stop();
    expect(await readFile(join(data, 'workspace.json'), 'utf8')).toMatch(
      /^\{\s*"\$schema": "\.\/workspace\.schema\.json"/,
    );
    const schema = JSON.parse(await readFile(join(data, 'workspace.schema.json'), 'utf8')) as object;
    expect(schema).toMatchObject({
      $comment: expect.stringContaining('Hangar') as string,
      title: 'Workspace of Hangar',
    });
  });

  test('port and log-format: it listens there, and its text is for people', async (context) => {
    skipWithout(context, 'POSIX');
    const port = await freePort();
    const args = ['serve', '--in-memory', '--port', String(port), '--log-format', 'text'];
    const program = start(args, { env: home() });
    await printedBy(program, / is ready at /);
    expect(await statusOf(`http://127.0.0.1:${port}/_emulator/ready`)).toBe(200);
    program.child.kill();
    const { stdout } = await program.ended;
    expect(stdout).toMatch(
      /^Try it: {2}curl .*\nHangar is ready at (http:\/\/127\.0\.0\.1:\d+) · window: \1\/ · data: in memory · API key: tkn_\w+\nStopping \(SIGTERM\) …\n$/,
    );
    expect(stdout).toContain(`http://127.0.0.1:${port}/`);
  });
});
