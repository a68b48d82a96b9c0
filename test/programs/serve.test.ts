import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../electron/emulator/platform/processes.ts';
import { builtProgram } from '../support/built-program.ts';
import { skipWithout } from '../support/needs.ts';
import { clientOf, printedBy, run, serve, start, type LaunchOptions } from '../support/program.ts';
import { until } from '../support/until.ts';

const { folder, home } = builtProgram();

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
    expect((await fetch(`${ready.url}/_emulator/ready`)).status).toBe(200);
  });

  test('on an invalid workspace file names it, exits with 2 and leaves the file alone', async () => {
    const text = '{ "version": 1, "tasks": [{ "slug": "a", "timeout": "long" }] }';
    const file = join(folder(), 'broken.json');
    await writeFile(file, text);
    const args = ['serve', '--port', '0', '--data', join(folder(), 'data'), '--workspace', file];
    const ended = await run(args, { env: home() });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(file);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test('with a wrong flag says so in one line and exits with 2', async () => {
    expect(await run(['serve', '--nope'], { env: home() })).toEqual({
      ...{ code: 2, signal: null, stdout: '' },
      stderr: 'hangar: unknown flag --nope; see --help\n',
    });
  });

  test('with --version prints it alone', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(await run(['--version'])).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: '' });
  });
});

describe('a stop', () => {
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
