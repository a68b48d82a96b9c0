import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { RunningEmulator, StartOptions } from '../../electron/programs/library.ts';
import { inProcess } from '../support/in-process.ts';

const { folder, launch } = inProcess();

const WORKSPACE = {
  version: 1,
  environments: [{ slug: 'prod', name: 'Production', default: true }],
  tasks: [
    { slug: 'quick', name: 'Quick', behavior: { kind: 'steps', steps: [{ do: 'output', value: { a: 1 } }] } },
    {
      slug: 'asks',
      name: 'Asks',
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'log', text: 'before' },
          { do: 'prompt', description: 'Go?' },
          { do: 'log', text: 'after' },
        ],
      },
    },
    { slug: 'waits', name: 'Waits', behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 60 }] } },
    {
      slug: 'scripted',
      name: 'Scripted',
      behavior: { kind: 'script', source: 'export default async ({ sleep }) => { await sleep(600_000); };' },
    },
    {
      slug: 'commanded',
      name: 'Commanded',
      behavior: { kind: 'command', command: ['node', '-e', 'setTimeout(() => undefined, 600_000)'] },
    },
  ],
} as const;

type Body = Record<string, unknown>;

/** A client of one emulator. */
function clientOf({ url, apiKey }: RunningEmulator) {
  const call = async (method: string, path: string, body?: Body, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'X-Service-API-Key': apiKey, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, json: JSON.parse(text) as Body };
  };
  const save = (body: Body) => call('POST', '/_emulator/checkpoints', body);
  return {
    call,
    save,
    restore: (name: string) => call('POST', `/_emulator/checkpoints/${name}/restore`, {}),
    exported: async () => (await call('GET', '/_emulator/export')).text,
    execute: async (slug: string, headers: Record<string, string> = {}) => {
      const answer = await call('POST', '/v0/tasks/execute', { slug, paramValues: {} }, headers);
      return { ...answer, runID: String(answer.json['runID']) };
    },
    run: async (id: string) => (await call('GET', `/v0/runs/get?id=${id}`)).json,
    until: async (id: string, status: string) => {
      await expect.poll(async () => (await call('GET', `/v0/runs/get?id=${id}`)).json['status']).toBe(status);
    },
  };
}

async function start(options: StartOptions = {}) {
  const emulator = await launch({ workspace: WORKSPACE as never, ...options });
  return { emulator, ...clientOf(emulator) };
}

/** Changes and destroys what it can. */
async function breakEverything({ call, execute }: Awaited<ReturnType<typeof start>>): Promise<void> {
  await execute('quick');
  await call('POST', '/_emulator/reset', {});
  await execute('asks');
  await call('PUT', '/_emulator/clock', { state: 'running', speed: 100 });
  const imported = { version: 1, workspace: { version: 1, tasks: [WORKSPACE.tasks[0]] } };
  expect((await call('POST', '/_emulator/import', imported)).status).toBe(200);
  await execute('quick');
}

describe('a checkpoint', () => {
  test.each([['in memory'], ['in a folder']])('restores what an export shows to the byte, %s', async (where) => {
    const data = where === 'in memory' ? {} : { data: join(folder(), 'data') };
    const client = await start(data);
    const { save, restore, execute, until, exported, call } = client;
    await until((await execute('quick')).runID, 'Succeeded');
    const [asking, waiting] = [(await execute('asks')).runID, (await execute('waits')).runID];
    await expect.poll(async () => (await call('GET', '/_emulator/prompts')).text).toContain(asking);
    await until(waiting, 'Active');
    const before = await exported();
    expect((await save({ name: 'base' })).json).toMatchObject({ name: 'base', runs: 3, prompts: 1, problem: '' });
    for (let i = 0; i < 2; i++) {
      await breakEverything(client);
      expect(await exported()).not.toBe(before);
      expect(await restore('base')).toMatchObject({ status: 200, json: {} });
      expect(await exported()).toBe(before);
    }
    const [prompt] = (await call('GET', `/v0/prompts/list?runID=${asking}`)).json['prompts'] as { id: string }[];
    await call('POST', '/v0/prompts/submit', { id: prompt?.id, values: {} });
    await until(asking, 'Succeeded');
  });
});

describe('restoring', () => {
  test('fails the scripts and commands that ran, and kills those that run now', async () => {
    const { save, restore, execute, until, run, call } = await start();
    const saved = [(await execute('scripted')).runID, (await execute('commanded')).runID];
    for (const id of saved) await until(id, 'Active');
    await save({ name: 'running' });
    const later = (await execute('commanded')).runID;
    await until(later, 'Active');
    expect((await restore('running')).status).toBe(200);
    for (const id of saved)
      expect([(await run(id))['status'], (await call('GET', `/v0/runs/getOutputs?id=${id}`)).json]).toMatchObject([
        'Failed',
        { output: { error: 'interrupted by restore' } },
      ]);
    expect((await call('GET', `/v0/runs/get?id=${later}`)).status).toBe(404);
    expect((await call('GET', '/_emulator/clock')).json['busy']).toEqual([]);
  });

  test('returns to a frozen clock, its waits and its idempotency keys', async () => {
    const { save, restore, execute, until, call, run } = await start();
    await call('PUT', '/_emulator/clock', { state: 'frozen' });
    const key = { 'Idempotency-Key': 'once' };
    const waiting = (await execute('waits', key)).runID;
    await until(waiting, 'Active');
    const before = (await call('GET', '/_emulator/clock')).json;
    await save({ name: 'frozen' });
    await call('POST', '/_emulator/clock/advance', { seconds: 7200 });
    expect((await run(waiting))['status']).toBe('Succeeded');
    expect((await execute('waits', key)).runID).not.toBe(waiting);
    await restore('frozen');
    const now = (await call('GET', '/_emulator/clock')).json;
    // The offset is to the machine's clock, which went on.
    expect({ ...now, offsetSeconds: 0 }).toEqual({ ...before, offsetSeconds: 0 });
    expect((await execute('waits', key)).runID).toBe(waiting);
    await call('POST', '/_emulator/clock/advance', { seconds: 61 });
    expect((await run(waiting))['status']).toBe('Succeeded');
  });

  test('returns the counters of faults, also of those that are not in the workspace', async () => {
    const { save, restore, execute, call } = await start();
    const fault = { slug: 'busy', match: { operation: 'tasks/execute' }, times: 2, kind: 'error', status: 429 };
    await call('POST', '/_emulator/faults', fault);
    expect((await execute('quick')).status).toBe(429);
    await save({ name: 'once' });
    expect([(await execute('quick')).status, (await execute('quick')).status]).toEqual([429, 200]);
    await restore('once');
    const { items } = (await call('GET', '/_emulator/faults')).json;
    expect(items).toMatchObject([{ slug: 'busy', applied: 1, remaining: 1, completed: false }]);
    expect([(await execute('quick')).status, (await execute('quick')).status]).toEqual([429, 200]);
  });

  test('keeps everything as it is when a checkpoint is damaged, and names its file', async () => {
    const data = join(folder(), 'data');
    const { save, restore, execute, exported, call } = await start({ data });
    await execute('quick');
    await save({ name: 'base' });
    const file = join(data, 'checkpoints', 'checkpoint-base.json.gz');
    const whole = await readFile(file);
    const text = gunzipSync(whole).toString();
    const content = JSON.parse(text) as { state: object[] };
    const packed = (change: object): Buffer => gzipSync(JSON.stringify({ ...content, ...change }));
    const forged = { kind: 'upload', entity: { id: '../../key', name: '', type: '', size: 0, createdAt: 1 } };
    const other = Buffer.from(whole);
    other[other.length >> 1] = (other[other.length >> 1] ?? 0) ^ 1;
    const damages = {
      'is empty': Buffer.alloc(0),
      'is cut': whole.subarray(0, -20),
      'lacks its end': gzipSync(text.slice(0, -1)),
      'has another byte': other,
      'is no text': Buffer.from([0, 0xff, 0x0a]),
      'is of a newer version': packed({ version: 99 }),
      'has no workspace': packed({ workspace: undefined }),
      'has an impossible record': packed({ state: [forged] }),
      'has two ends': Buffer.concat([whole, whole]),
      'is deep': gzipSync(text.replace('"workspace":', `"workspace":${'['.repeat(50_000)}${']'.repeat(50_000)},"a":`)),
    };
    const before = await exported();
    for (const [what, bytes] of Object.entries(damages)) {
      await writeFile(file, bytes);
      const answer = await restore('base');
      expect([what, answer.status]).toEqual([what, 409]);
      expect(answer.text).toContain(what === 'has an impossible record' ? 'base' : file);
      expect([what, await exported()]).toEqual([what, before]);
      expect((await call('GET', '/_emulator/checkpoints')).status).toBe(200);
    }
    expect((await save({ name: 'base', replace: true })).status).toBe(200);
    expect((await restore('base')).status).toBe(200);
  });
});

describe('the list of checkpoints', () => {
  test('has each name once, in any case of its letters, and survives a restart', async () => {
    const data = join(folder(), 'data');
    const { emulator, save, call } = await start({ data });
    expect((await save({ name: 'b' })).json).toMatchObject({ name: 'b', runs: 0, sessions: 0, prompts: 0 });
    expect((await save({ name: 'b' })).status).toBe(409);
    expect((await save({ name: 'B', replace: true })).status).toBe(409);
    expect((await save({ name: 'b', replace: true })).status).toBe(200);
    for (const name of ['', '../a', 'a/b', 'now', 'definitions', '.hidden', 'x'.repeat(101), 7])
      expect([name, (await save({ name })).status]).toEqual([name, 400]);
    expect((await call('POST', '/_emulator/checkpoints/..%2F..%2Fstate/restore', {})).status).toBe(400);
    for (const name of ['missing', 'b.json.gz', 'restoring'])
      expect([name, (await call('POST', `/_emulator/checkpoints/${name}/restore`, {})).status]).toEqual([name, 404]);
    await save({ name: 'a' });
    await emulator.stop();
    const again = clientOf(await launch({ workspace: WORKSPACE as never, data }));
    const names = async () =>
      ((await again.call('GET', '/_emulator/checkpoints')).json['items'] as Body[]).map(({ name }) => name);
    expect(await names()).toEqual(['a', 'b']);
    expect((await again.call('DELETE', '/_emulator/checkpoints/a')).status).toBe(200);
    expect((await again.call('DELETE', '/_emulator/checkpoints/a')).status).toBe(404);
    expect(await names()).toEqual(['b']);
  });

  test('ends at 100', async () => {
    const { save } = await start();
    for (let n = 1; n <= 100; n++) await save({ name: `n${n}` });
    expect(await save({ name: 'n101' })).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect((await save({ name: 'n100', replace: true })).status).toBe(200);
  });
});

describe('the difference from a checkpoint', () => {
  test('names changed definitions, runs, sessions and prompts', async () => {
    const { emulator, save, execute, until, call } = await start();
    const kept = (await execute('quick')).runID;
    const asking = (await execute('asks')).runID;
    await until(kept, 'Succeeded');
    await expect.poll(async () => (await call('GET', '/_emulator/prompts')).text).toContain(asking);
    await save({ name: 'a' });
    const diff = async (to: string) => (await call('GET', `/_emulator/checkpoints/a/diff?to=${to}`)).json;
    const none = { added: [], changed: [], removed: [] };
    expect(await diff('now')).toEqual({ definitions: [], runs: none, sessions: none, prompts: none, more: 0 });
    await emulator.workspace.change((before) => ({
      ...before,
      tasks: before.tasks
        .filter(({ slug }) => slug !== 'waits')
        .map((task) => ({ ...task, timeout: 60 }))
        .slice(0, 2),
    }));
    const added = (await execute('quick')).runID;
    await until(added, 'Succeeded');
    await call('POST', `/_emulator/runs/${asking}/cancel`, {});
    await save({ name: 'b' });
    const changes = await diff('b');
    expect(changes).toMatchObject({
      runs: { added: [added], changed: [{ id: asking }], removed: [] },
      prompts: { added: [], changed: [{ fields: ['cancelledAt'] }], removed: [] },
      sessions: none,
    });
    const { fields } = (changes['runs'] as { changed: [{ fields: string[] }] }).changed[0];
    expect(fields).toEqual(expect.arrayContaining(['status', 'cancelledAt', 'logs']));
    const paths = (changes['definitions'] as { path: string; from?: unknown; to?: unknown }[]).map(
      ({ path, from, to }) => [path, from === undefined, to],
    );
    expect(paths).toContainEqual(['tasks.quick.timeout', true, 60]);
    expect(paths).toContainEqual(['tasks.waits', false, undefined]);
    expect(await diff('now')).toEqual(changes);
    expect((await call('GET', '/_emulator/checkpoints/b/diff?to=a')).json).toMatchObject({
      runs: { added: [], removed: [added] },
    });
    expect((await call('GET', '/_emulator/checkpoints/a/diff?to=c')).status).toBe(404);
  });
});
