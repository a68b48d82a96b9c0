import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openProcessRecords } from '../../../electron/emulator/behaviors/processes.ts';
import type { RunningEmulator, StartOptions } from '../../../electron/programs/library.ts';
import { SettingsFile } from '../../../electron/desktop/settings-file.ts';
import { inProcess } from '../../support/in-process.ts';
import { liveClient } from '../../support/live.ts';
import { needs, skipWithout } from '../../support/needs.ts';
import { until } from '../../support/until.ts';

/** Puts something at a path that is no file to be read; the message that refuses it. */
type Sort = readonly [name: string, put: (path: string) => void | Promise<void>, reason: RegExp];

const { folder, launch } = inProcess();
const at = (...names: readonly string[]): string => join(folder(), ...names);
const sockets: Server[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const SORTS: readonly Sort[] = [
  ['a named pipe', (path) => void execFileSync('mkfifo', [path]), /is a named pipe; a regular file is needed/],
  ['a link to a named pipe', (path) => linkToPipe(path), /is a named pipe; a regular file is needed/],
  ['a folder', (path) => mkdirSync(path), /is a folder; a regular file is needed/],
  ['a link to /dev/zero', (path) => symlinkSync('/dev/zero', path), /is a device; a regular file is needed/],
  ['a link to /dev/urandom', (path) => symlinkSync('/dev/urandom', path), /is a device; a regular file is needed/],
  [
    'a link to itself',
    (path) => symlinkSync(path, path),
    /is a link that leads to no file; a regular file is needed|does not exist/,
  ],
  ['a socket', (path) => listenAt(path), /is a socket; a regular file is needed/],
  ['a file of 10 GB', (path) => sparse(path), /is larger than \d+ MB, the maximum size/],
];

function linkToPipe(path: string): void {
  execFileSync('mkfifo', [`${path}.pipe`]);
  symlinkSync(`${path}.pipe`, path);
}

function listenAt(path: string): Promise<void> {
  const server = createServer();
  sockets.push(server);
  return new Promise((resolve) => server.listen(path, resolve));
}

function sparse(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 10_000_000_000);
}

/** Takes the messages of an emulator. */
function listener() {
  const lines: string[] = [];
  return { lines, onMessage: (text: string): number => lines.push(text) };
}

/** The error with which an emulator does not start. */
const refusalOf = (options: StartOptions): Promise<unknown> => launch(options).catch((error: unknown) => error);

const WORKSPACE = JSON.stringify({ version: 1, tasks: [{ slug: 'quick' }] });

// Windows has neither these sorts of files nor links that everybody may make.
describe('what is no regular file', () => {
  needs('POSIX');

  test.each(SORTS)(
    'as workspace file, %s is refused at the start, with the file and the reason',
    async (_, put, reason) => {
      const workspace = at('workspace.json');
      await put(workspace);
      const refused = await refusalOf({ workspace, data: at('data') });
      expect(refused).toMatchObject({ reason: 'usage', message: expect.stringMatching(reason) });
      expect(String(refused)).toContain(workspace);
    },
  );

  test.each(SORTS)(
    '%s in the place of a workspace file in use changes nothing but the problem shown',
    async (_, put, reason) => {
      const workspace = at('workspace.json');
      writeFileSync(workspace, WORKSPACE);
      const { lines, onMessage } = listener();
      const emulator = await launch({ workspace, data: at('data'), onMessage });
      renameSync(workspace, `${workspace}.old`);
      await put(workspace);
      const { api, run } = clientOf(emulator);
      const edits = Array.from({ length: 8 }, (_item, i) =>
        api.emulator.definitions.tasks.create({ body: { slug: `another_${i}` } }).catch((error: unknown) => error),
      );
      for (const edit of await Promise.all(edits))
        expect(edit).toMatchObject({ status: 409, message: expect.stringMatching(reason) });
      expect(await run('quick')).toMatchObject({ status: 'Succeeded' });
      expect((await api.emulator.workspace()).problem).toMatch(reason);
      // Stored files still work, since uploads use the same few threads.
      const upload = await fetch(`${emulator.url}/_emulator/uploads?name=a`, { method: 'POST', body: 'bytes' });
      expect(upload.status).toBe(200);
      rmSync(workspace, { recursive: true });
      renameSync(`${workspace}.old`, workspace);
      await expect.poll(async () => (await api.emulator.workspace()).problem).toBe('');
      expect(lines.join('\n')).toMatch(reason);
    },
  );

  test('a script whose file is any of these fails, however often, and holds up nothing', async () => {
    const workspace = at('workspace.json');
    for (const [i, [, put]] of SORTS.entries()) await put(at(`code_${i}.ts`));
    const tasks = SORTS.map((_, i) => ({ slug: `coded_${i}`, behavior: { kind: 'script', file: `code_${i}.ts` } }));
    writeFileSync(workspace, JSON.stringify({ version: 1, tasks }));
    const { api, run } = clientOf(await launch({ workspace, data: at('data') }));
    // More than the threads with which Node opens files, four: files that never open would take them all.
    const ended = await Promise.all(SORTS.map((_, i) => run(`coded_${i}`)));
    for (const [i, [name, , reason]] of SORTS.entries())
      expect([name, ended[i]?.status, ended[i]?.output['error']]).toEqual([
        name,
        'Failed',
        expect.stringMatching(reasonOfScript(reason, `code_${i}\\.ts`)),
      ]);
    const pipes = await Promise.all(Array.from({ length: 5 }, () => run('coded_0')));
    expect(pipes.map(({ status }) => status)).toEqual(pipes.map(() => 'Failed'));
    expect(await api.emulator.definitions.tasks.create({ body: { slug: 'another' } })).toMatchObject({
      slug: 'another',
    });
  });

  test.each(SORTS.filter(([name]) => name !== 'a file of 10 GB'))(
    'as the file of the state, %s keeps the server from starting, with the file and the reason',
    async (_, put, reason) => {
      const state = at('state');
      mkdirSync(state);
      await put(join(state, 'state.jsonl'));
      const refused = await refusalOf({ data: folder(), workspace: { version: 1 } });
      expect(refused).toMatchObject({ reason: 'failed', message: expect.stringMatching(reason) });
      expect(String(refused)).toContain('state.jsonl');
    },
  );

  test.each(SORTS.filter(([name]) => name !== 'a folder'))('as a lock, %s counts as no lock', async (_, put) => {
    mkdirSync(at('state'));
    await put(at('state', 'lock'));
    const emulator = await launch({ data: folder(), workspace: { version: 1 } });
    expect((await fetch(`${emulator.url}/_emulator/ready`)).status).toBe(200);
  });

  test.each(SORTS)('as kept traffic of an earlier start, %s holds up nothing', async (name, put) => {
    const path = at('traffic.jsonl');
    await put(path);
    const kind = lstatSync(path).mode;
    const { lines, onMessage } = listener();
    const start = () => launch({ data: folder(), workspace: { version: 1 }, onMessage });
    const first = await start();
    await answered(first);
    await first.stop();
    const second = await start();
    const id = await answered(second);
    expect(await keptBy(second)).toContain(id);
    // A file that is larger than any of Hangar's is replaced; what is none is left alone, and named.
    if (name === 'a file of 10 GB') expect(lstatSync(path, { throwIfNoEntry: false })?.size ?? 0).toBeLessThan(100_000);
    else expect([lstatSync(path).mode, lines.join('\n')]).toEqual([kind, expect.stringContaining(path)]);
  });

  test.each(SORTS.filter(([name]) => name !== 'a file of 10 GB'))(
    '%s in the place of the stored traffic delays only the storing',
    async (_, put) => {
      const { lines, onMessage } = listener();
      const emulator = await launch({ data: folder(), workspace: { version: 1 }, onMessage });
      await answered(emulator);
      const path = at('traffic.jsonl');
      await until(() => lstatSync(path, { throwIfNoEntry: false }));
      rmSync(path);
      await put(path);
      const id = await answered(emulator);
      await expect.poll(() => lines.join('\n')).toContain('traffic.jsonl');
      expect(await keptBy(emulator)).toContain(id);
    },
  );

  test.each(SORTS)('as the record of a process, %s ends no process', async (_, put) => {
    const records = at('processes');
    mkdirSync(records);
    await put(join(records, '4194304.json'));
    const found = openProcessRecords(records).killLeftovers();
    expect(await found).toEqual({ ended: 0, refused: [] });
  });

  test.each(SORTS)('as the settings of the desktop, %s leaves the choices of a first start', async (_, put) => {
    const path = at('desktop.json');
    await put(path);
    const settings = new SettingsFile(path);
    settings.change({ notifications: false });
    expect([settings.problem === '', settings.settings.notifications]).toEqual([false, false]);
    expect(readdirSync(folder()).filter((name) => name.endsWith('.new'))).toEqual([]);
  });
});

const clientOf = ({ url, apiKey }: RunningEmulator) => liveClient(url, apiKey);

/** Sends a request; its ID in the traffic log. */
async function answered(emulator: RunningEmulator): Promise<string> {
  await clientOf(emulator).api.v0.runs.list({});
  const [latest = ''] = await keptBy(emulator);
  return latest;
}

/** IDs of the requests in the traffic log, the latest first. */
async function keptBy(emulator: RunningEmulator): Promise<string[]> {
  return (await clientOf(emulator).api.emulator.traffic.list({})).entries.map(({ id }) => id);
}

/** A missing script file has its own message. */
function reasonOfScript(reason: RegExp, file: string): RegExp {
  return reason.source.includes('leads to no file') ? new RegExp(`Cannot find the file ${file}`) : reason;
}

test('everything that is made in a data folder is for its user alone', async (context) => {
  skipWithout(context, 'POSIX');
  const data = at('made', 'data');
  const mask = process.umask(0);
  try {
    const workspace = at('own', 'workspace.json');
    mkdirSync(at('own'));
    writeFileSync(workspace, JSON.stringify({ version: 1, tasks: [COMMAND] }));
    const emulator = await launch({ workspace, data });
    const { run, api } = clientOf(emulator);
    await fetch(`${emulator.url}/_emulator/uploads?name=a`, { method: 'POST', body: 'bytes' });
    expect((await run('command')).status).toBe('Succeeded');
    await api.emulator.reset({ body: {} });
  } finally {
    process.umask(mask);
  }
  const all = readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name));
  const open = [at('made'), data, ...all].filter((path) => (statSync(path).mode & 0o077) !== 0);
  expect(all.length).toBeGreaterThan(4);
  expect(open).toEqual([]);
});

const COMMAND = { slug: 'command', behavior: { kind: 'command', command: ['true'] } };
