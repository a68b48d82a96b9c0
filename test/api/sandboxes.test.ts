import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { NewSandbox, SandboxRow } from '../../shared/contract/emulator/sandboxes.ts';
import { startEmulator, type RunningEmulator, type StartOptions } from '../../electron/programs/library.ts';
import { liveClient, scriptTask, type LiveClient } from '../support/live-client.ts';
import { until } from '../support/until.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE = {
  version: 1 as const,
  environments: [{ slug: 'dev', default: true }],
  tasks: [
    { slug: 'greet', webhooks: ['called'], behavior: steps({ do: 'output', value: { hello: 'all' } }) },
    { slug: 'waits', behavior: steps({ do: 'wait', seconds: 3600 }) },
  ],
};

const running: RunningEmulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
});

async function start(options: StartOptions = {}): Promise<LiveClient & { readonly hangar: RunningEmulator }> {
  const hangar = await startEmulator({ workspace: WORKSPACE, ...options });
  running.push(hangar);
  return { hangar, ...liveClient(hangar.url, hangar.apiKey) };
}

/** Starts a sandbox over HTTP. */
async function sandboxOf({ api }: LiveClient, body: Partial<NewSandbox> = {}): Promise<SandboxRow & LiveClient> {
  const row = await api.emulator.sandboxes.create({ body });
  return { ...row, ...liveClient(row.url, row.apiKey) };
}

const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/_emulator/sandboxes`, { method: 'POST', body: JSON.stringify(body), headers });

/** True when nothing listens at a URL. */
const isGone = (url: string): Promise<boolean> =>
  fetch(`${url}/_emulator/ready`).then(
    () => false,
    () => true,
  );

describe('a sandbox', () => {
  test('is created with 201, on a port of its own, with the definitions and the key of its parent', async () => {
    const parent = await start({ apiKey: 'tkn_mine' });
    const answer = await post(parent.hangar.url, { from: 'definitions', idleSeconds: 600 });
    const row = (await answer.json()) as SandboxRow;
    expect({ status: answer.status, row }).toEqual({
      status: 201,
      row: {
        id: expect.stringMatching(/^sbx/) as string,
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
        apiKey: 'tkn_mine',
        from: 'definitions',
        idleSeconds: 600,
        createdAt: expect.any(String) as string,
      },
    });
    expect(row.url).not.toBe(parent.hangar.url);
    expect(await parent.api.emulator.sandboxes.list()).toEqual({ items: [row] });
    const inside = liveClient(row.url, row.apiKey);
    expect(await inside.run('greet')).toMatchObject({ status: 'Succeeded', output: { hello: 'all' } });
  });

  test('shares no run, definition, rule or time with its parent or another sandbox', async () => {
    const parent = await start();
    const [one, other] = await Promise.all([sandboxOf(parent), sandboxOf(parent)]);
    await one.run('greet');
    await one.api.emulator.clock.set({ body: { state: 'frozen', now: '2031-01-01T00:00:00Z' } });
    await one.api.emulator.faults.create({ body: { slug: 'busy', kind: 'error', status: 429, keep: true } });
    await one.api.emulator.answers.create({ body: { slug: 'yes' } });
    await one.api.emulator.definitions.tasks.create({ body: { slug: 'more' } });
    await one.api.emulator.settings.replace({ body: { strict: true } });
    expect((await one.api.emulator.clock.read()).now).toMatch(/^2031-01-01/);
    for (const { api } of [parent, other]) {
      const { tasks } = api.emulator.definitions;
      expect((await tasks.list()).items.map(({ slug }) => slug)).toEqual(['greet', 'waits']);
      expect((await api.emulator.runs.list()).total).toBe(0);
      expect((await api.emulator.faults.list()).items).toEqual([]);
      expect((await api.emulator.answers.list()).items).toEqual([]);
      expect((await api.emulator.traffic.list()).entries).toEqual([]);
      expect((await api.emulator.settings.get()).strict).toBe(false);
      expect(await api.emulator.clock.read()).toMatchObject({ state: 'running', offsetSeconds: 0 });
    }
    await parent.api.emulator.reset({ body: {} });
    expect((await one.api.emulator.runs.list()).total).toBe(1);
  });

  test('has the current definitions and the webhook URLs of its parent', async () => {
    const parent = await start();
    const [webhook] = (await parent.api.emulator.webhooks.list()).webhooks;
    const before = await sandboxOf(parent);
    await parent.api.emulator.definitions.tasks.create({ body: { slug: 'later' } });
    const after = await sandboxOf(parent);
    const slugs = async ({ api }: LiveClient) =>
      (await api.emulator.definitions.tasks.list()).items.map(({ slug }) => slug);
    expect(await slugs(before)).toEqual(['greet', 'waits']);
    expect(await slugs(after)).toEqual(['greet', 'waits', 'later']);
    const called = await fetch(webhook!.url.replace(parent.hangar.url, after.url), { method: 'POST', body: '{}' });
    expect(called.status).toBe(200);
    expect((await after.api.emulator.runs.list()).total).toBe(1);
    expect((await parent.api.emulator.runs.list()).total).toBe(0);
  });

  test('begins with the clock that its parent began with', async () => {
    const parent = await start({ clock: { now: '2030-01-01T00:00:00Z', state: 'frozen' } });
    await parent.hangar.clock.advance({ seconds: 3600 });
    const { api } = await sandboxOf(parent);
    expect(await api.emulator.clock.read()).toMatchObject({
      now: expect.stringMatching(/^2030-01-01 00:00:00/) as string,
      state: 'frozen',
    });
  });

  test('has the host name of the request to its parent', async () => {
    const parent = await start();
    const port = new URL(parent.hangar.url).port;
    const row = (await (await post(`http://localhost:${port}`, {})).json()) as SandboxRow;
    expect(new URL(row.url).hostname).toBe('localhost');
    expect((await fetch(`${row.url}/_emulator/ready`)).status).toBe(200);
  });

  test('has the guard and the admin token of its parent', async () => {
    const adminToken = 'the-token-of-the-admin';
    const { hangar } = await start({ adminToken });
    const authorization = { Authorization: `Bearer ${adminToken}` };
    expect((await post(hangar.url, {})).status).toBe(401);
    const { url, apiKey } = (await (await post(hangar.url, {}, authorization)).json()) as SandboxRow;
    const status = async (path: string, headers: Record<string, string>): Promise<number> =>
      (await fetch(url + path, { headers })).status;
    expect({
      withoutToken: await status('/_emulator/runs', {}),
      withToken: await status('/_emulator/runs', authorization),
      ofAnotherOrigin: await status('/_emulator/runs', { ...authorization, Origin: hangar.url }),
      withKey: await status('/v0/runs/list', { 'X-Service-API-Key': apiKey }),
      withoutKey: await status('/v0/runs/list', {}),
    }).toEqual({ withoutToken: 401, withToken: 200, ofAnotherOrigin: 403, withKey: 200, withoutKey: 401 });
  });

  test('has no sandboxes of its own, and refers to its parent', async () => {
    const parent = await start();
    const { url, api } = await sandboxOf(parent);
    const refused = await post(url, {});
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: 'conflict',
      error: expect.stringContaining(parent.hangar.url) as string,
    });
    expect(await api.emulator.sandboxes.list()).toEqual({ items: [] });
  });

  test('names the problems of an invalid request', async () => {
    const { hangar } = await start();
    const wrong: [string, object][] = [
      ['idleSeconds', { idleSeconds: 0 }],
      ['idleSeconds', { idleSeconds: 1e9 }],
      ['from', { from: '../../etc/passwd' }],
    ];
    for (const [field, body] of wrong) {
      const answer = await post(hangar.url, body);
      expect({ field, status: answer.status }).toEqual({ field, status: 400 });
      expect(((await answer.json()) as { error: string }).error).toContain(field);
    }
    expect((await fetch(`${hangar.url}/_emulator/sandboxes/sbxnone`, { method: 'DELETE' })).status).toBe(404);
  });

  test('sends events at its beginning and end', async () => {
    const parent = await start();
    const events = await fetch(`${parent.hangar.url}/_emulator/events`);
    const { id } = await sandboxOf(parent);
    const seen: string[] = [];
    const reader = events.body!.getReader();
    const readUntil = async (part: string): Promise<void> => {
      while (!seen.join('').includes(part)) seen.push(Buffer.from((await reader.read()).value!).toString());
    };
    await readUntil(`"type":"sandboxes","rows":[{"id":"${id}"`);
    await parent.api.emulator.sandboxes.remove({ params: { id } });
    await readUntil('"type":"sandboxes","rows":[]');
    await reader.cancel();
  });
});

describe('a sandbox from a checkpoint', () => {
  test('has its definitions, state, clock, keys and uploads, and goes on from there alone', async () => {
    const parent = await start();
    const { api } = parent;
    const upload = await api.emulator.uploads.create({ query: { name: 'a.txt' }, body: 'the bytes' });
    await parent.run('greet');
    await api.emulator.clock.set({ body: { state: 'frozen', now: '2031-01-01T00:00:00Z' } });
    const waiting = await parent.start('waits');
    await api.emulator.checkpoints.save({ body: { name: 'waiting' } });
    await api.v0.runs.cancel({ body: { runID: waiting } });
    await api.emulator.definitions.tasks.remove({ params: { id: 'greet' } });
    const [one, other] = await Promise.all([
      sandboxOf(parent, { from: 'waiting' }),
      sandboxOf(parent, { from: 'waiting' }),
    ]);
    expect(one).toMatchObject({ from: 'waiting', apiKey: parent.hangar.apiKey });
    const statusOf = async (client: LiveClient) => (await client.api.v0.runs.get({ query: { id: waiting } })).status;
    const { now } = await other.api.emulator.clock.read();
    const { events } = await one.api.emulator.clock.advance({ body: { seconds: 1800 } });
    expect({ events, now: now.slice(0, 19) }).toEqual({ events: [], now: '2031-01-01 00:00:00' });
    await one.api.v0.runs.cancel({ body: { runID: waiting } });
    expect(await Promise.all([one, other].map(statusOf))).toEqual(['Cancelled', 'Active']);
    expect((await one.api.emulator.runs.list()).total).toBe(2);
    expect(await other.start('greet')).toMatch(/^run/);
    const bytes = await fetch(`${other.url}/_emulator/uploads/${upload.id}`);
    expect(await bytes.json()).toBe('the bytes');
    expect((await api.emulator.definitions.tasks.list()).items.map(({ slug }) => slug)).toEqual(['waits']);
  });

  test('is that of the moment: one saved under the same name again, and none that is gone', async () => {
    const parent = await start();
    const { checkpoints } = parent.api.emulator;
    const runs = async () => (await (await sandboxOf(parent, { from: 'point' })).api.emulator.runs.list()).total;
    await checkpoints.save({ body: { name: 'point' } });
    expect([await runs(), await runs()]).toEqual([0, 0]);
    await parent.run('greet');
    await checkpoints.save({ body: { name: 'point', replace: true } });
    expect(await runs()).toBe(1);
    await checkpoints.remove({ params: { name: 'point' } });
    const refused = await post(parent.hangar.url, { from: 'point' });
    expect({ status: refused.status, body: await refused.json() }).toEqual({
      status: 404,
      body: { code: 'not_found', error: 'There is no checkpoint "point".' },
    });
  });
});

describe('a reset of a sandbox with its workspace', () => {
  const slugs = async ({ api }: LiveClient) =>
    (await api.emulator.definitions.tasks.list()).items.map(({ slug }) => slug);

  test('restores its initial definitions, not the current ones of its parent', async () => {
    const parent = await start({ workspace: { version: 1, tasks: [{ slug: 'first' }] } });
    const sandbox = await sandboxOf(parent);
    await sandbox.api.emulator.definitions.tasks.create({ body: { slug: 'own' } });
    await sandbox.api.emulator.definitions.tasks.replace({ params: { id: 'first' }, body: { slug: 'renamed' } });
    await parent.api.emulator.definitions.tasks.create({ body: { slug: 'later' } });
    await sandbox.api.emulator.reset({ body: {} });
    const kept = await slugs(sandbox);
    await sandbox.api.emulator.reset({ body: { workspace: true } });
    expect([kept, await slugs(sandbox)]).toEqual([['renamed', 'own'], ['first']]);
  });

  test('returns to the definitions of its checkpoint', async () => {
    const parent = await start({ workspace: { version: 1, tasks: [{ slug: 'first' }] } });
    await parent.api.emulator.checkpoints.save({ body: { name: 'point' } });
    await parent.api.emulator.definitions.tasks.create({ body: { slug: 'later' } });
    const sandbox = await sandboxOf(parent, { from: 'point' });
    await sandbox.api.emulator.definitions.tasks.create({ body: { slug: 'own' } });
    await sandbox.api.emulator.reset({ body: { workspace: true } });
    expect(await slugs(sandbox)).toEqual(['first']);
  });

  test('in memory, an emulator returns to its workspace file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hangar-sandbox-'));
    try {
      const file = join(folder, 'hangar.json');
      await writeFile(file, JSON.stringify({ version: 1, tasks: [{ slug: 'first' }] }));
      const hangar = await start({ workspace: file });
      await hangar.api.emulator.definitions.tasks.create({ body: { slug: 'own' } });
      await hangar.api.emulator.reset({ body: { workspace: true } });
      expect(await slugs(hangar)).toEqual(['first']);
    } finally {
      await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('scripts and commands of a sandbox', () => {
  test('run in the folder of the workspace file, with the URL of the sandbox; the file stays as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hangar-sandbox-'));
    try {
      const file = join(folder, 'hangar.json');
      const print = 'console.log(JSON.stringify({ cwd: process.cwd(), url: process.env.HANGAR_URL }))';
      const tasks = [
        { slug: 'script', behavior: { kind: 'script', file: 'work.ts' } },
        { slug: 'command', behavior: { kind: 'command', command: [process.execPath, '-e', print] } },
      ];
      const text = JSON.stringify({ version: 1, tasks });
      await writeFile(file, text);
      await writeFile(join(folder, 'work.ts'), 'export default (): object => ({ worked: true as boolean });');
      const parent = await start({ workspace: file, data: join(folder, 'data') });
      const sandbox = await sandboxOf(parent);
      expect(await sandbox.run('script')).toMatchObject({ status: 'Succeeded', output: { worked: true } });
      const { lines } = await sandbox.run('command');
      expect(JSON.parse(lines.join('').replace(/^info /, ''))).toEqual({ cwd: folder, url: sandbox.url });
      await sandbox.api.emulator.definitions.tasks.create({ body: { slug: 'more' } });
      await sandbox.api.emulator.reset({ body: { workspace: true } });
      expect(await readFile(file, 'utf8')).toBe(text);
    } finally {
      await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('end with it, and leave those of others alone', async () => {
    const endless = scriptTask('endless', 'export default () => { for (;;); }');
    const short = scriptTask(
      'short',
      'export default async ({ sleep }) => { await sleep(0.5); return { done: true }; }',
    );
    const parent = await start({ workspace: { version: 1, tasks: [endless, short] } });
    const [one, other] = await Promise.all([sandboxOf(parent), sandboxOf(parent)]);
    const runID = await one.start('endless');
    await one.reaches(runID, 'Active');
    const others = Promise.all([other.run('short'), parent.run('short')]);
    await parent.api.emulator.sandboxes.remove({ params: { id: one.id } });
    expect(await isGone(one.url)).toBe(true);
    const done = { status: 'Succeeded', output: { done: true } };
    expect(await others).toMatchObject([done, done]);
  });
});

describe('the end of a sandbox', () => {
  test('comes with its deletion, also while a run goes on and a stream is open', async () => {
    const parent = await start();
    const { id, url, api, start: execute } = await sandboxOf(parent);
    await execute('waits');
    const events = await fetch(`${url}/_emulator/events`);
    await parent.api.emulator.sandboxes.remove({ params: { id } });
    expect(await isGone(url)).toBe(true);
    await expect(events.text()).resolves.toBeDefined();
    await expect(api.emulator.runs.list()).rejects.toThrow();
    expect(await parent.api.emulator.sandboxes.list()).toEqual({ items: [] });
    await expect(parent.api.emulator.sandboxes.remove({ params: { id } })).rejects.toMatchObject({ status: 404 });
  });

  test('comes by itself after the time without a request, which a request in progress does not count to', async () => {
    const parent = await start();
    const events = new AbortController();
    const followed = await sandboxOf(parent, { idleSeconds: 2 });
    // A response that nothing refers to is collected, which closes its connection.
    const stream = await fetch(`${followed.url}/_emulator/events`, { signal: events.signal });
    const unused = await sandboxOf(parent, { idleSeconds: 2 });
    const left = async () => (await parent.api.emulator.sandboxes.list()).items.map(({ id }) => id);
    await until(async () => !(await left()).includes(unused.id));
    await pause(300);
    expect([await left(), stream.bodyUsed]).toEqual([[followed.id], false]);
    events.abort();
    await until(async () => (await left()).length === 0);
    expect(await Promise.all([isGone(unused.url), isGone(followed.url)])).toEqual([true, true]);
  });

  test('comes with its parent, also while streams are open and runs go on', async () => {
    const parent = await start();
    const sandboxes = await Promise.all([1, 2, 3].map(() => sandboxOf(parent)));
    await Promise.all(sandboxes.map(({ start: execute }) => execute('waits')));
    const streams = await Promise.all(sandboxes.map(({ url }) => fetch(`${url}/_emulator/events`)));
    await parent.hangar.stop();
    expect(await Promise.all(sandboxes.map(({ url }) => isGone(url)))).toEqual([true, true, true]);
    await Promise.all(streams.map((stream) => stream.text()));
  });

  test('comes with its parent for one that is being created', async () => {
    const parent = await start();
    const created = Promise.allSettled(Array.from({ length: 20 }, () => sandboxOf(parent)));
    await pause(5);
    await parent.hangar.stop();
    const rows = (await created).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(await Promise.all(rows.map(({ url }) => isGone(url)))).toEqual(rows.map(() => true));
  });
});

describe('the limit of sandboxes', () => {
  test('counts those that are being created, is named in the error, and is free again after a deletion', async () => {
    const parent = await start();
    const answers = await Promise.all(Array.from({ length: 70 }, () => post(parent.hangar.url, {})));
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(64);
    expect(refused).toHaveLength(6);
    expect(await refused[0]!.json()).toMatchObject({ error: expect.stringContaining('64') as string });
    const { items } = await parent.api.emulator.sandboxes.list();
    expect(new Set(items.map(({ url }) => url)).size).toBe(64);
    await parent.api.emulator.sandboxes.remove({ params: { id: items[5]!.id } });
    expect((await post(parent.hangar.url, {})).status).toBe(201);
  });
});
