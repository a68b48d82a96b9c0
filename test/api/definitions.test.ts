import { describe, expect, test } from 'vitest';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { heldRun } from '../support/held-run.ts';
import { requestInProcess } from '../support/request-in-process.ts';
import { TOUR_WORKSPACE } from './tour.ts';

function send(hangar: TestEmulator, method: string, path: string, body?: object) {
  return hangar.send(`/_emulator/${path}`, { method, ...(body === undefined ? {} : { body }) });
}

describe('the definitions', () => {
  test('are created, read by ID and by slug, replaced and deleted', async () => {
    const { api } = await testEmulator();
    const made = await api.emulator.definitions.tasks.create({ body: { slug: 'refund', timeout: 60 } });
    expect(made).toMatchObject({ id: expect.stringMatching(/^tsk/), slug: 'refund', timeout: 60, concurrency: 10 });
    expect(await api.emulator.definitions.tasks.get({ params: { id: 'refund' } })).toEqual(made);
    expect(await api.emulator.definitions.tasks.get({ params: { id: made.id } })).toEqual(made);
    const { id } = made;
    await api.emulator.definitions.tasks.replace({ params: { id }, body: { slug: 'refund', description: 'New' } });
    expect(await api.emulator.definitions.tasks.list()).toMatchObject({
      items: [{ id, description: 'New', timeout: 3600 }],
    });
    await api.emulator.definitions.tasks.remove({ params: { id: 'refund' } });
    expect(await api.emulator.definitions.tasks.list()).toEqual({ items: [] });
  });

  test('keep their ID when they are renamed, and the old slug is free for another one', async () => {
    const { api, ports } = await testEmulator({ tasks: [{ slug: 'old' }] });
    const tasks = api.emulator.definitions.tasks;
    const { id } = await tasks.get({ params: { id: 'old' } });
    expect(await tasks.replace({ params: { id: 'old' }, body: { slug: 'new' } })).toMatchObject({ id, slug: 'new' });
    expect(ports.workspace.authored()).toMatchObject({ tasks: [{ id, slug: 'new' }] });
    const other = await tasks.create({ body: { slug: 'old' } });
    expect(other.id).not.toBe(id);
    expect((await tasks.list()).items.map(({ slug }) => slug)).toEqual(['new', 'old']);
    expect(await tasks.replace({ params: { id }, body: { slug: 'newer' } })).toMatchObject({ id, slug: 'newer' });
  });

  test('are inserted at the requested position, by default at the end', async () => {
    const { api, ports } = await testEmulator({ tasks: [{ slug: 'a' }, { slug: 'c' }] });
    const { tasks } = api.emulator.definitions;
    const [, c] = (await tasks.list()).items;
    await tasks.create({ query: { before: c?.id }, body: { slug: 'b' } });
    await tasks.create({ query: { before: 'tsk-that-is-gone' }, body: { slug: 'd' } });
    expect((await tasks.list()).items.map(({ slug }) => slug)).toEqual(['a', 'b', 'c', 'd']);
    expect(ports.workspace.authored()).toMatchObject({
      tasks: [{ slug: 'a' }, { slug: 'b' }, { slug: 'c' }, { slug: 'd' }],
    });
  });

  test('that contain their derived ID are saved without it', async () => {
    const { api, ports } = await testEmulator({ tasks: [{ slug: 'same' }] });
    const { id } = await api.emulator.definitions.tasks.get({ params: { id: 'same' } });
    await api.emulator.definitions.tasks.replace({ params: { id }, body: { id, slug: 'same', description: 'x' } });
    const { tasks } = ports.workspace.authored() as { tasks: Record<string, unknown>[] };
    expect(tasks[0]).not.toHaveProperty('id');
  });

  const conflicts: [path: string, existing: object, clash: object, field: string][] = [
    ['tasks', { slug: 'a' }, { slug: 'a' }, 'slug'],
    ['runbooks', { slug: 'a' }, { slug: 'a' }, 'slug'],
    ['environments', { slug: 'a' }, { slug: 'a' }, 'slug'],
    ['users', { email: 'a@b' }, { email: 'a@b' }, 'email'],
    ['groups', { slug: 'a' }, { slug: 'a' }, 'slug'],
    ['api-keys', { key: 'tkn_a' }, { key: 'tkn_a' }, 'key'],
    ['resources', { slug: 'a', kind: 'k', resource: {} }, { slug: 'a', kind: 'k', resource: {} }, 'slug'],
    ['tasks', { slug: 'a', id: 'one' }, { slug: 'b', id: 'one' }, 'id'],
  ];
  test.each(conflicts)('refuse in %s a name that is taken: 409', async (path, existing, clash, field) => {
    const hangar = await testEmulator();
    expect((await send(hangar, 'POST', path, existing)).status).toBe(200);
    const again = await send(hangar, 'POST', path, clash);
    expect(again).toMatchObject({
      status: 409,
      json: { code: 'conflict', error: expect.stringContaining(`${field}: `) },
    });
  });

  test('refuse a rename to a taken slug and another ID, and leave everything as it was', async () => {
    const hangar = await testEmulator({ tasks: [{ slug: 'a' }, { slug: 'b' }] });
    const before = hangar.ports.workspace.authored();
    expect((await send(hangar, 'PUT', 'tasks/a', { slug: 'b' })).status).toBe(409);
    expect((await send(hangar, 'PUT', 'tasks/a', { slug: 'a', id: 'another' })).status).toBe(400);
    expect((await send(hangar, 'PUT', 'tasks/c', { slug: 'c' })).status).toBe(404);
    expect((await send(hangar, 'DELETE', 'tasks/c')).status).toBe(404);
    expect(hangar.ports.workspace.authored()).toEqual(before);
  });

  test('have one default environment, and always one environment', async () => {
    const hangar = await testEmulator();
    const { environments } = hangar.api.emulator.definitions;
    const slugs = async () =>
      (await environments.list()).items.map(({ slug, default: is }) => `${slug}${is ? '*' : ''}`);
    expect(await slugs()).toEqual(['default*']);
    expect((await send(hangar, 'DELETE', 'environments/default')).status).toBe(409);
    await environments.create({ body: { slug: 'prod' } });
    expect(await slugs()).toEqual(['default*', 'prod']);
    await environments.replace({ params: { id: 'prod' }, body: { slug: 'prod', default: true } });
    expect(await slugs()).toEqual(['default', 'prod*']);
    await environments.remove({ params: { id: 'default' } });
    expect(await slugs()).toEqual(['prod*']);
  });

  test('take effect at once: a new task runs, a revoked key is unknown', async () => {
    const hangar = await testEmulator();
    const { tasks, apiKeys } = hangar.api.emulator.definitions;
    await tasks.create({ body: { slug: 'fresh' } });
    const { id } = await apiKeys.create({ body: { key: 'tkn_new' } });
    const execute = () => hangar.send('/v0/tasks/execute', { body: { slug: 'fresh' }, key: 'tkn_new' });
    expect((await execute()).status).toBe(200);
    await apiKeys.remove({ params: { id } });
    expect((await execute()).status).toBe(401);
  });
});

describe('several definitions', () => {
  const workspace = {
    tasks: [{ slug: 'a', description: 'kept' }, { slug: 'b' }],
    runbooks: [{ slug: 'book', blocks: [{ slug: 'one', kind: 'task' as const, task: 'a' }] }],
  };

  test('are replaced in one edit of the workspace, each keeping its ID', async () => {
    const hangar = await testEmulator(workspace);
    const { definitions, changes } = hangar.api.emulator;
    const { id } = await definitions.tasks.get({ params: { id: 'a' } });
    const was = await definitions.runbooks.get({ params: { id: 'book' } });
    const { revision } = await hangar.api.emulator.workspace();
    const value = { slug: 'book', blocks: [{ slug: 'one', kind: 'task' as const, task: 'c' }] };
    await changes.apply({
      body: {
        changes: [
          { collection: 'tasks', id: 'a', value: { slug: 'c', description: 'kept' } },
          { collection: 'runbooks', id: 'book', was, value },
        ],
      },
    });
    expect((await hangar.api.emulator.workspace()).revision).toBe(revision + 1);
    expect(hangar.ports.workspace.authored()).toMatchObject({
      tasks: [{ id, slug: 'c', description: 'kept' }, { slug: 'b' }],
      runbooks: [{ slug: 'book', blocks: [{ task: 'c' }] }],
    });
  });

  const runbook = { slug: 'book', blocks: [] };
  test.each([
    [
      'of which one was changed in the meantime',
      { was: { id: 'rbk_x', ...runbook }, value: runbook },
      409,
      'changed in the meantime',
    ],
    ['of which one is not there', { id: 'none', value: runbook }, 404, 'There is no runbook "none".'],
    ['of which one is invalid', { value: { slug: 'book', colour: 'red' } }, 400, 'colour'],
  ])('%s are all left unchanged', async (_, change, status, error) => {
    const hangar = await testEmulator(workspace);
    const before = hangar.ports.workspace.authored();
    const changes = [
      { collection: 'tasks', id: 'a', value: { slug: 'c' } },
      { collection: 'runbooks', id: 'book', ...change },
    ];
    const answer = await send(hangar, 'POST', 'changes', { changes });
    expect(answer).toMatchObject({ status, json: { error: expect.stringContaining(error) } });
    expect(hangar.ports.workspace.authored()).toEqual(before);
  });
});

describe('export and import', () => {
  test('carry everything to another Hangar', async () => {
    const one = await testEmulator({ tasks: [{ slug: 'a' }] });
    const { runID } = await one.api.v0.tasks.execute({ body: { slug: 'a' } });
    const whole = await one.api.emulator.export();
    const other = await testEmulator();
    await other.api.emulator.import({ body: whole });
    expect(await other.api.v0.runs.get({ query: { id: runID } })).toEqual(
      await one.api.v0.runs.get({ query: { id: runID } }),
    );
    expect((await other.api.emulator.definitions.tasks.list()).items).toMatchObject([{ slug: 'a' }]);
  });

  test('carry what runs have made, which is there after a restart too, and gone after a reset', async () => {
    const one = await testEmulator(TOUR_WORKSPACE);
    await one.execute('asks');
    await one.api.v0.runbooks.execute({ body: { slug: 'book' } });
    const { runtime } = one.withKey((await heldRun(one.api, 'held')).key);
    const { id } = await one.api.emulator.definitions.tasks.get({ params: { id: 'quick' } });
    await runtime.displays.create({ body: { display: { kind: 'markdown', content: 'Shown' } } });
    await runtime.prompts.create({ body: {} });
    await runtime.sleeps.create({ body: { durationMs: 60_000 } });
    await runtime.uploads.create({ body: { fileName: 'a.txt', sizeBytes: 1 } });
    await runtime.requests.create({ body: { triggerID: `trg${id}` } });
    const stateOf = async ({ api }: TestEmulator) =>
      ((await api.emulator.export()).state as { kind: string; entity: object }[])
        .filter(({ kind }) => kind !== 'secret')
        .map(({ kind, entity }) => ({ kind, entity: { ...entity, held: undefined } }));
    const made = await stateOf(one);
    const kinds = ['run', 'session', 'prompt', 'request', 'display', 'upload'];
    expect(made.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
    const other = await testEmulator();
    await other.api.emulator.import({ body: await one.api.emulator.export() });
    expect(await stateOf(other)).toEqual(made);
    const again = await other.restart();
    expect(await stateOf(again)).toEqual(made);
    await again.api.emulator.reset({ body: {} });
    // The files that were uploaded are deleted with their records, by the host, which is not in this process.
    expect((await stateOf(again)).filter(({ kind }) => kind !== 'upload')).toEqual([]);
  });

  test('of the workspace alone do not change the state', async () => {
    const hangar = await testEmulator({ tasks: [{ slug: 'a' }] });
    const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 'a' } });
    const workspace = await hangar.api.emulator.export({ query: { state: 'false' } });
    expect(workspace).not.toHaveProperty('state');
    await hangar.api.emulator.import({ body: workspace });
    expect(await hangar.api.v0.runs.get({ query: { id: runID } })).toMatchObject({ id: runID });
  });

  test('of an invalid workspace change nothing', async () => {
    const hangar = await testEmulator({ tasks: [{ slug: 'a' }] });
    const before = hangar.ports.workspace.authored();
    const bad = await send(hangar, 'POST', 'import', { version: 1, workspace: { version: 1, tasks: 5 } });
    expect(bad).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    expect(hangar.ports.workspace.authored()).toEqual(before);
  });

  test('of an invalid state change neither state nor workspace', async () => {
    const hangar = await testEmulator({ tasks: [{ slug: 'a' }] });
    const before = hangar.ports.workspace.authored();
    const bad = await send(hangar, 'POST', 'import', {
      version: 1,
      workspace: { version: 1 },
      state: [{ kind: 'no' }],
    });
    expect(bad).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    expect(hangar.ports.workspace.authored()).toEqual(before);
  });
});

test('a reset empties the state and the traffic log, and keeps the definitions', async () => {
  const hangar = await testEmulator({ tasks: [{ slug: 'a' }] });
  const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 'a' } });
  await hangar.api.emulator.reset({ body: {} });
  expect((await hangar.api.emulator.traffic.list()).entries).toEqual([]);
  expect((await hangar.send(`/v0/runs/get?id=${runID}`)).status).toBe(404);
  expect(await hangar.api.v0.tasks.execute({ body: { slug: 'a' } })).toMatchObject({ isCached: false });
});

test('an upload is read back unchanged, as a file that no browser runs', async () => {
  const hangar = await testEmulator();
  const bytes = Uint8Array.of(0, 255, 10, 13);
  const stored = await hangar.send('/_emulator/uploads?name=a%20%22b%22.html', {
    body: bytes,
    headers: { 'Content-Type': 'text/html' },
  });
  const { id, url, ...rest } = stored.json as { id: string; url: string };
  expect(rest).toEqual({ name: 'a "b".html', type: 'text/html', size: 4 });
  expect(url).toBe(`http://127.0.0.1:4100/_emulator/uploads/${id}`);
  const answer = await requestInProcess(hangar.server, url);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html',
    'content-disposition': "attachment; filename*=UTF-8''a%20%22b%22.html",
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
});
