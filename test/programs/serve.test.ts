import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../electron/emulator/platform/processes.ts';
import { flagName, variableName } from '../../electron/programs/flags/read-flags.ts';
import { builtProgram } from '../support/built-program.ts';
import { skipWithout } from '../support/needs.ts';
import { clientOf, run, serve, start, type LaunchOptions } from '../support/program.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const { folder, home } = builtProgram();

/** The same setting as a flag and as a variable. */
const WAYS = ['flag', 'variable'] as const;
type Way = (typeof WAYS)[number];

function given(way: Way, name: string, text: string): { args: string[]; env: Record<string, string> } {
  return way === 'flag'
    ? { args: [`${flagName(name)}=${text}`], env: {} }
    : { args: [], env: { [variableName(name)]: text } };
}

async function statusOf(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const request = httpRequest({ hostname, port, path: pathname, method, headers });
  request.end();
  const [answer] = (await once(request, 'response')) as [{ statusCode: number; resume: () => void }];
  answer.resume();
  return answer.statusCode;
}

describe('every flag does what it says, as a flag and as a variable', () => {
  test.each(WAYS)('port: it listens there (%s)', async (way) => {
    const port = await freePort();
    const { args, env } = given(way, 'port', String(port));
    const program = start(['serve', '--in-memory', '--quiet', ...args], { env: { ...home(), ...env } });
    const [line] = (await once(program.child.stdout!, 'data')) as [string];
    expect(line).toContain(`http://127.0.0.1:${port}/`);
    expect(await statusOf(`http://127.0.0.1:${port}/_emulator/ready`)).toBe(200);
  });

  test.each(WAYS)('host: it listens there (%s)', async (way) => {
    const { args, env } = given(way, 'host', 'localhost');
    const { ready } = await serve(['--in-memory', ...args], { env: { ...home(), ...env } });
    expect(ready.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect(await statusOf(`${ready.url}/_emulator/ready`)).toBe(200);
  });

  test.each(WAYS)('data: the state is kept there, the workspace file too (%s)', async (way) => {
    const data = join(folder(), 'made', 'when missing');
    const { args, env } = given(way, 'data', data);
    const first = await serve(args, { env: { ...home(), ...env } });
    const { runID } = await clientOf(first.ready).v0.tasks.execute({ body: { slug: 'greet' } });
    await first.stop();
    const second = await serve(args, { env: { ...home(), ...env } });
    expect({ ...second.ready, url: '', gui: '' }).toEqual({ ...first.ready, url: '', gui: '', data });
    expect(await clientOf(second.ready).v0.runs.getOutputs({ query: { id: runID } })).toEqual({
      output: { greeting: 'Hello, world!', shop: 'Corner Shop (test)' },
    });
    expect(await readFile(join(data, 'workspace.json'), 'utf8')).toMatch(
      /^\{\s*"\$schema": "\.\/workspace\.schema\.json"/,
    );
    const schema = JSON.parse(await readFile(join(data, 'workspace.schema.json'), 'utf8')) as object;
    expect(schema).toMatchObject({ $comment: expect.stringContaining('Hangar'), title: 'Workspace of Hangar' });
  });

  test.each(WAYS)('workspace: the definitions are read there (%s)', async (way) => {
    const file = join(folder(), 'own.json');
    const text = '{ "version": 1, "tasks": [{ "slug": "mine" }] }';
    await writeFile(file, text);
    const { args, env } = given(way, 'workspace', file);
    const { ready, stop } = await serve(['--data', join(folder(), 'data'), ...args], { env: { ...home(), ...env } });
    const { items } = await clientOf(ready).emulator.definitions.tasks.list();
    expect(items.map(({ slug }) => slug)).toEqual(['mine']);
    await stop();
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test.each(WAYS)('in-memory: nothing is written (%s)', async (way) => {
    const { args, env } = given(way, 'inMemory', 'true');
    const cwd = join(folder(), 'cwd');
    await mkdir(cwd);
    const { ready, stop } = await serve(args, { env: { ...home(), ...env }, cwd });
    await clientOf(ready).v0.tasks.execute({ body: { slug: 'greet' } });
    await clientOf(ready).emulator.definitions.tasks.create({ body: { slug: 'more' } });
    expect(ready.data).toBe('');
    expect(await stop()).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(folder(), { recursive: true })).toEqual(['cwd']);
  });

  test.each(WAYS)('api-key: the key is accepted and shown (%s)', async (way) => {
    const { args, env } = given(way, 'apiKey', 'tkn_given');
    const { ready } = await serve(['--in-memory', ...args], { env: { ...home(), ...env } });
    expect(ready.apiKey).toBe('tkn_given');
    expect(await clientOf(ready).v0.runs.list()).toEqual({ runs: [] });
  });

  test.each(WAYS)('admin-token: /_emulator asks for it, /v0 does not (%s)', async (way) => {
    const { args, env } = given(way, 'adminToken', 't0ken');
    const { ready } = await serve(['--in-memory', ...args], { env: { ...home(), ...env } });
    const path = `${ready.url}/_emulator/webhooks`;
    expect([
      await statusOf(path),
      await statusOf(path, { Authorization: 'Bearer wrong' }),
      await statusOf(path, { Authorization: 'Bearer t0ken' }),
      await statusOf(`${ready.url}/v0/runs/list`, { 'X-Service-API-Key': ready.apiKey }),
      await statusOf(`${ready.url}/_emulator/ready`),
    ]).toEqual([401, 401, 200, 200, 200]);
  });

  test.each(WAYS)('admin-token-file: /_emulator asks for the token that is in it (%s)', async (way) => {
    const file = join(folder(), 'token');
    await writeFile(file, 't0ken\n', { mode: 0o600 });
    const { args, env } = given(way, 'adminTokenFile', file);
    const { ready } = await serve(['--in-memory', ...args], { env: { ...home(), ...env } });
    const path = `${ready.url}/_emulator/webhooks`;
    expect([await statusOf(path), await statusOf(path, { Authorization: 'Bearer t0ken' })]).toEqual([401, 200]);
  });

  test.each(WAYS)('allowed-host: requests to that name are served (%s)', async (way) => {
    const { args, env } = given(way, 'allowedHost', 'hangar.test');
    const { ready } = await serve(['--in-memory', ...args], { env: { ...home(), ...env } });
    const path = `${ready.url}/_emulator/ready`;
    expect([
      await statusOf(path, { Host: 'hangar.test' }),
      await statusOf(path, { Host: `hangar.test:${new URL(path).port}` }),
      await statusOf(path, { Host: 'evil.test' }),
    ]).toEqual([200, 200, 403]);
  });

  test.each(WAYS)('cors-origin: browser pages of that origin may call /v0 (%s)', async (way) => {
    const { args, env } = given(way, 'corsOrigin', 'http://page.test');
    const { ready } = await serve(['--in-memory', ...args], { env: { ...home(), ...env } });
    const allowed = async (origin: string): Promise<string | null> => {
      const answer = await fetch(`${ready.url}/v0/runs/list`, {
        headers: { Origin: origin, 'X-Service-API-Key': ready.apiKey },
      });
      return answer.headers.get('access-control-allow-origin');
    };
    expect([await allowed('http://page.test'), await allowed('http://other.test')]).toEqual(['http://page.test', null]);
  });

  test.for(WAYS)('log-format: text is for people (%s)', async (way, context) => {
    skipWithout(context, 'POSIX');
    const { args, env } = given(way, 'logFormat', 'text');
    const program = start(['serve', '-p', '0', '--in-memory', ...args], { env: { ...home(), ...env } });
    await printedBy(program, / is ready at /);
    program.child.kill();
    const { stdout } = await program.ended;
    expect(stdout).toMatch(
      /^Try it: {2}curl .*\nHangar is ready at (http:\/\/127\.0\.0\.1:\d+) · window: \1\/ · data: in memory · API key: tkn_\w+\nStopping \(SIGTERM\) …\n$/,
    );
  });

  test.each(WAYS)('quiet: nothing but the ready line is printed (%s)', async (way) => {
    const { args, env } = given(way, 'quiet', 'true');
    const { ready, stop } = await serve(['--in-memory', ...args], { env: { ...home(), ...env } });
    const { stdout, stderr } = await stop();
    expect({ stdout, stderr }).toEqual({ stdout: `${JSON.stringify({ event: 'ready', ...ready })}\n`, stderr: '' });
  });
});

function printedBy(program: ReturnType<typeof start>, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (wanted.test(program.printed.stdout)) resolve(program.printed.stdout);
    };
    program.child.stdout!.on('data', look);
    void program.ended.then(({ stdout, stderr }) => reject(new Error(`ended before:\n${stdout}${stderr}`)));
    look();
  });
}

describe('a start', () => {
  test('ends with the ready line as JSON', async () => {
    const { ready, printed } = await serve(['--in-memory'], { env: home() });
    expect(ready).toEqual({
      event: 'ready',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      gui: `${ready.url}/`,
      apiKey: expect.stringMatching(/^tkn_\w{20,}$/),
      data: '',
    });
    expect(printed.stdout.trimEnd().split('\n').at(-1)).toBe(JSON.stringify(ready));
  });

  test('shows a curl line that works as pasted', async (context) => {
    skipWithout(context, 'curl', 'POSIX');
    const program = start(['serve', '-p', '0', '--in-memory'], { env: home() });
    const line = /^Try it: {2}(.*)$/m.exec(await printedBy(program, / is ready at /))?.[1] ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    expect(JSON.parse(stdout)).toEqual({ runID: expect.stringMatching(/^run\d{8}z[a-z0-9]{10}$/), isCached: false });
  });

  test('without --data uses the folder of the desktop app', async (context) => {
    skipWithout(context, 'Linux');
    const { ready } = await serve([], { env: home() });
    expect(ready.data).toBe(join(folder(), 'config', 'Hangar'));
  });

  test('on a workspace a second time changes nothing in the file', async () => {
    const data = join(folder(), 'data');
    await (await serve(['--data', data], { env: home() })).stop();
    const file = join(data, 'workspace.json');
    const before = { text: await readFile(file, 'utf8'), changed: (await stat(file)).mtimeMs };
    await (await serve(['--data', data], { env: home() })).stop();
    expect({ text: await readFile(file, 'utf8'), changed: (await stat(file)).mtimeMs }).toEqual(before);
  });

  test('in memory reads the workspace file that is named, and leaves it as it is', async () => {
    const file = join(folder(), 'own.json');
    await writeFile(file, '{"version":1,"tasks":[{"slug":"mine"}]}');
    const { ready } = await serve(['--in-memory', '--workspace', file], { env: home() });
    const client = clientOf(ready);
    await client.emulator.definitions.tasks.create({ body: { slug: 'more' } });
    expect((await client.emulator.definitions.tasks.list()).items.map(({ slug }) => slug)).toEqual(['mine', 'more']);
    expect(await readFile(file, 'utf8')).toBe('{"version":1,"tasks":[{"slug":"mine"}]}');
  });

  test('on a busy port says who holds it and exits with 3', async (context) => {
    skipWithout(context, 'Linux');
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const ended = await run(['serve', '--in-memory', '--port', String(port)], { env: home() });
    holder.close();
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    expect(ended.stderr).toMatch(
      new RegExp(`^hangar: port ${port} is in use by process ${process.pid}\\b.*--port.*\n$`),
    );
  });

  test('on a data folder in use is refused with 4, and the first goes on', async () => {
    const data = join(folder(), 'data');
    const { ready, child } = await serve(['--data', data], { env: home() });
    const ended = await run(['serve', '--port', '0', '--data', data], { env: home() });
    expect(ended).toMatchObject({ code: 4, stdout: '' });
    expect(ended.stderr).toMatch(new RegExp(`^hangar: [^\n]*\\b${child.pid}\\b[^\n]*\n$`));
    expect(ended.stderr).toContain(data);
    expect(await statusOf(`${ready.url}/_emulator/ready`)).toBe(200);
  });

  test('after a killed one on the same data folder is not refused', async () => {
    const data = join(folder(), 'data');
    const first = await serve(['--data', data], { env: home() });
    await first.stop('SIGKILL');
    expect((await serve(['--data', data], { env: home() })).ready.data).toBe(data);
  });

  test.each([
    ['no JSON', '{ "version": 1,, }'],
    ['not a workspace', '{ "version": 1, "tasks": [{ "slug": "a", "timeout": "long" }] }'],
    ['empty', ''],
  ])('on an invalid workspace file (%s) names it, exits with 2 and leaves the file alone', async (_, text) => {
    const file = join(folder(), 'broken.json');
    await writeFile(file, text);
    const args = ['serve', '--port', '0', '--data', join(folder(), 'data'), '--workspace', file];
    const ended = await run(args, { env: home() });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(file);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test.each<[args: string[], stderr: string]>([
    [['serve', '--port', 'x'], 'hangar: --port must be a whole number from 0 to 65535, not "x"\n'],
    [['serve', '--nope'], 'hangar: unknown flag --nope; see --help\n'],
    [
      ['serve', '--host', '0.0.0.0'],
      'hangar: --host 0.0.0.0 can be reached from other machines: it needs --admin-token\n',
    ],
    [
      [],
      'hangar: no command given: use hangar serve, hangar exec -- COMMAND…, or hangar replay FILE; see hangar --help\n',
    ],
  ])('with %j says what is wrong in one line and exits with 2', async (args, stderr) => {
    expect(await run(args, { env: home() })).toEqual({ code: 2, signal: null, stdout: '', stderr });
  });

  test('with --version prints it alone', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(await run(['--version'])).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: '' });
  });
});

describe('a stop', () => {
  test('hangar stop ends it as a signal does, and waits for that', async () => {
    const { ready, ended } = await serve(['--in-memory'], { env: home() });
    const answer = await run(['stop', '--url', ready.url, '--json'], { env: home() });
    expect({ code: answer.code, said: JSON.parse(answer.stdout) as unknown, ended: (await ended).code }).toEqual({
      ...{ code: 0, ended: 0 },
      said: { url: ready.url, stopped: true },
    });
  });

  test.for<NodeJS.Signals>(['SIGTERM', 'SIGINT'])(
    'by %s ends open streams and running work, with 0',
    async (signal, context) => {
      skipWithout(context, 'POSIX');
      const options: LaunchOptions = { env: home() };
      const { ready, stop } = await serve(['--data', join(folder(), 'data')], options);
      const streams = await Promise.all([1, 2, 3].map(() => fetch(`${ready.url}/_emulator/events`)));
      const { runID } = await clientOf(ready).v0.tasks.execute({ body: { slug: 'refund_order' } });
      expect(await stop(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
      const ends = await Promise.all(
        streams.map((stream) =>
          stream.text().then(
            () => 'ended',
            () => 'ended',
          ),
        ),
      );
      expect(ends).toEqual(['ended', 'ended', 'ended']);
      const again = await serve(['--data', join(folder(), 'data')], options);
      expect(await clientOf(again.ready).v0.runs.get({ query: { id: runID } })).toMatchObject({ status: 'Active' });
    },
  );

  test('leaves no process of a run behind, not even one that ignores SIGTERM', async (context) => {
    skipWithout(context, 'POSIX');
    const source = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid)";
    const file = join(folder(), 'w.json');
    const stubborn = { slug: 'stubborn', behavior: { kind: 'command', command: [process.execPath, '-e', source] } };
    const endless = { slug: 'endless', behavior: { kind: 'script', source: 'export default () => { for (;;); }' } };
    await writeFile(file, JSON.stringify({ version: 1, tasks: [stubborn, endless] }));
    const { ready, stop } = await serve(['--in-memory', '--workspace', file], { env: home() });
    const { v0 } = clientOf(ready);
    await v0.tasks.execute({ body: { slug: 'endless' } });
    const { runID } = await v0.tasks.execute({ body: { slug: 'stubborn' } });
    const pid = await until(async () => Number((await v0.runs.getLogs({ query: { runID } })).logs[0]?.text ?? 0));
    expect(await stop()).toMatchObject({ code: 0, signal: null });
    // Killed at once; the system takes a moment to remove it.
    await until(() => !isAlive(pid));
  });
});
