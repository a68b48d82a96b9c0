import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { KEPT_TESTS, notKept } from '../../electron/emulator/host/tests.ts';
import { startEmulator, type RunningEmulator } from '../../electron/programs/library.ts';
import type { TestOutcome } from '../../shared/contract/emulator/tests.ts';
import { parseArchive, entitiesIn } from '../../shared/contract/emulator/archive.ts';
import { liveClient, type LiveClient } from '../support/live-client.ts';
import { until } from '../support/until.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE = {
  version: 1 as const,
  environments: [{ slug: 'dev', default: true }],
  tasks: [
    { slug: 'refund', behavior: steps({ do: 'output', value: 'done' }) },
    { slug: 'asks', behavior: steps({ do: 'prompt', description: 'Go on?' }) },
  ],
};

const running: RunningEmulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
});

async function start(): Promise<LiveClient & { readonly url: string }> {
  const hangar = await startEmulator({ workspace: WORKSPACE });
  running.push(hangar);
  return { url: hangar.url, ...liveClient(hangar.url, hangar.apiKey) };
}

/** Starts a test with a sandbox. */
async function begin({ api }: LiveClient, name = 'refunds once', place = {}): Promise<LiveClient & { id: string }> {
  const { id, url, apiKey } = await api.emulator.sandboxes.create({ body: { test: { name, ...place } } });
  return { id, ...liveClient(url, apiKey) };
}

async function end({ api }: LiveClient, id: string, body?: Partial<TestOutcome>): Promise<void> {
  if (body?.state !== undefined)
    await api.emulator.sandboxes.outcome({ params: { id }, body: { ...body, state: body.state } });
  await api.emulator.sandboxes.remove({ params: { id } });
}

const FAILED = { state: 'failed', message: 'Expected 1 run, got 2', file: 'refund.test.ts', line: 52 } as const;

describe('the test of a sandbox', () => {
  test('is listed while it runs, with the numbers of its emulator', async () => {
    const parent = await start();
    const place = { file: 'test/refund.test.ts', line: 41 };
    const sandbox = await begin(parent, 'refunds once', place);
    await sandbox.run('refund');
    expect((await parent.api.emulator.tests.list()).items).toEqual([
      {
        id: sandbox.id,
        test: { name: 'refunds once', ...place },
        ...{ state: 'running', outcome: null, findings: 0, kept: false, bytes: 0, endedAt: null },
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
        startedAt: expect.any(String) as string,
        milliseconds: expect.any(Number) as number,
        calls: expect.any(Number) as number,
      },
    ]);
    const [sandboxRow] = (await parent.api.emulator.sandboxes.list()).items;
    expect(sandboxRow).toMatchObject({ id: sandbox.id, test: { name: 'refunds once', ...place } });
  });

  test('shows its emulator live, and as it was at its end', async () => {
    const parent = await start();
    const sandbox = await begin(parent);
    await sandbox.run('refund');
    const waiting = await sandbox.start('asks');
    await until(async () => (await sandbox.api.emulator.prompts.list()).prompts.length === 1);
    const read = async () => parent.api.emulator.tests.get({ params: { id: sandbox.id } });
    const live = await read();
    expect(live.view?.runs.map(({ taskSlug, status }) => [taskSlug, status])).toEqual([
      ['refund', 'Succeeded'],
      ['asks', 'Active'],
    ]);
    expect(live.view?.prompts).toMatchObject([{ prompt: { runID: waiting, description: 'Go on?' } }]);
    expect(live.view?.requests[0]).toMatchObject({ row: { path: '/v0/tasks/execute' } });
    expect(live.view?.requests[0]!.startedAt).toBeGreaterThanOrEqual(0);
    expect(live.view?.clock).toMatchObject({ state: 'running', speed: 1 });
    await end(parent, sandbox.id, FAILED);
    const ended = await read();
    expect(ended.row).toMatchObject({ state: 'failed', outcome: FAILED, url: '', kept: true });
    const { clock: _, ...rest } = live.view!;
    expect(ended.view).toMatchObject({ ...rest, requests: expect.arrayContaining(rest.requests) as unknown });
  });

  test('has a bundle, live and at its end, that is an archive like any other', async () => {
    const parent = await start();
    const sandbox = await begin(parent);
    await sandbox.run('refund');
    const bundle = async () => {
      const answer = await fetch(`${parent.url}/_emulator/tests/${sandbox.id}/bundle`);
      expect(answer.headers.get('content-disposition')).toContain('test.hangar-bundle');
      return parseArchive(gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString());
    };
    const live = await bundle();
    await end(parent, sandbox.id, FAILED);
    for (const archive of [live, await bundle()]) {
      expect(entitiesIn(archive, 'run')).toMatchObject([{ taskSlug: 'refund' }]);
      expect(archive.omitted).toBeDefined();
    }
    expect((await parent.api.emulator.tests.list()).items[0]!.bytes).toBeGreaterThan(500);
  });

  test('whose sandbox ends without an outcome has ended, and can be told its outcome afterwards', async () => {
    const parent = await start();
    const { id } = await begin(parent);
    await end(parent, id);
    const row = async () => (await parent.api.emulator.tests.list()).items[0];
    expect(await row()).toMatchObject({ state: 'ended', outcome: null, kept: true });
    const before = (await row())!.milliseconds;
    await parent.api.emulator.sandboxes.outcome({ params: { id }, body: FAILED });
    expect(await row()).toMatchObject({ state: 'failed', milliseconds: before });
  });

  test('has the latest outcome that it was told', async () => {
    const parent = await start();
    const { id } = await begin(parent);
    const { outcome } = parent.api.emulator.sandboxes;
    expect(await outcome({ params: { id }, body: { state: 'passed' } })).toMatchObject({
      state: 'passed',
      outcome: { state: 'passed', message: '', file: '', line: null },
    });
    expect(await outcome({ params: { id }, body: FAILED })).toMatchObject({ id, state: 'failed', outcome: FAILED });
  });

  test('keeps a name of any text as it is', async () => {
    const parent = await start();
    const names = [
      '<img src=x onerror=alert(1)>',
      '__proto__',
      '../../etc/passwd',
      '\u202egnp.exe',
      'a\nb\u001b[31m',
      '\ud800',
    ];
    for (const name of names) await end(parent, (await begin(parent, name, { file: name })).id, FAILED);
    const { items } = await parent.api.emulator.tests.list();
    expect(items.map((row) => [row.test.name, row.test.file]).reverse()).toEqual(names.map((name) => [name, name]));
  });
});

describe('what is wrong about a test', () => {
  const test1 = { name: 'a' };
  const wrong: [field: string, body: object][] = [
    ['test.name', { test: {} }],
    ['test.name', { test: { name: '' } }],
    ['test.name', { test: { name: 'a'.repeat(1001) } }],
    ['test.file', { test: { ...test1, file: 'a'.repeat(2001) } }],
    ['test.file', { test: { ...test1, file: null } }],
    ['test.line', { test: { ...test1, line: 0 } }],
    ['test.line', { test: { ...test1, line: 1.5 } }],
    ['test.line', { test: { ...test1, line: 1e300 } }],
    ['column', { test: { ...test1, column: 1 } }],
  ];
  const wrongOutcomes: [field: string, body: object][] = [
    ['message', { state: 'failed', message: 'a'.repeat(8001) }],
    ['file', { state: 'failed', file: 'a'.repeat(2001) }],
  ];

  test('is named', async () => {
    const parent = await start();
    const { id } = await begin(parent);
    const refuse = async (path: string, field: string, body: object) => {
      const answer = await fetch(parent.url + path, { method: 'POST', body: JSON.stringify(body) });
      expect({ body, status: answer.status }).toEqual({ body, status: 400 });
      expect(((await answer.json()) as { error: string }).error).toContain(field);
    };
    for (const [field, body] of wrong) await refuse('/_emulator/sandboxes', field, body);
    for (const [field, body] of wrongOutcomes) await refuse(`/_emulator/sandboxes/${id}/outcome`, field, body);
    expect((await parent.api.emulator.tests.list()).items).toMatchObject([{ state: 'running' }]);
  });

  test('is 404 for an unknown one, and 409 for a sandbox that is for none', async () => {
    const { api } = await start();
    const { id } = await api.emulator.sandboxes.create({ body: {} });
    const { sandboxes, tests } = api.emulator;
    const unknown = { params: { id: 'sbxnone' } };
    await expect(sandboxes.outcome({ params: { id }, body: FAILED })).rejects.toMatchObject({ status: 409 });
    await expect(sandboxes.outcome({ ...unknown, body: FAILED })).rejects.toMatchObject({ status: 404 });
    await expect(tests.get(unknown)).rejects.toMatchObject({ status: 404 });
    await expect(tests.bundle(unknown)).rejects.toMatchObject({ status: 404 });
    await sandboxes.remove({ params: { id } });
    expect((await tests.list()).items).toEqual([]);
  });
});

describe('ended tests', () => {
  test('are forgotten at once, and come back by an undo, while the running ones stay', async () => {
    const parent = await start();
    const { id: first } = await begin(parent, 'first');
    await end(parent, first, { state: 'passed' });
    const { id: second } = await begin(parent, 'second');
    const { tests, undo } = parent.api.emulator;
    const ids = async () => (await tests.list()).items.map(({ id }) => id);
    await tests.clear();
    expect(await ids()).toEqual([second]);
    expect((await undo.list()).items).toMatchObject([{ title: 'Forgot ended tests' }]);
    await undo.apply({ body: {} });
    expect(await ids()).toEqual([second, first]);
    expect((await tests.get({ params: { id: first } })).view).not.toBeNull();
  });

  test('send events: when they begin, when something happens, and when they end', async () => {
    const parent = await start();
    const events = await fetch(`${parent.url}/_emulator/events`);
    const reader = events.body!.getReader();
    let seen = '';
    const readUntil = async (part: RegExp): Promise<void> => {
      while (!part.test(seen)) seen += Buffer.from((await reader.read()).value!).toString();
      seen = '';
    };
    const sandbox = await begin(parent);
    await readUntil(/"type":"test","row":\{"id":"sbx[^}]*\},"[^}]*"state":"running"/);
    await sandbox.run('refund');
    await readUntil(/"type":"test","row":.*"calls":[1-9]/);
    await end(parent, sandbox.id, FAILED);
    await readUntil(/"type":"test","row":.*"kept":true/);
    await parent.api.emulator.tests.clear();
    await readUntil(/"type":"tests"/);
    await reader.cancel();
  });

  const many = (count: number, isPassed: boolean, bytes = 1) =>
    Array.from({ length: count }, (_, index) => ({ isPassed, bytes, index }));
  const dropped = (tests: readonly { isPassed: boolean; bytes: number; index: number }[]) =>
    notKept(tests).map(({ isPassed, index }) => `${isPassed ? 'passed' : 'failed'} ${index}`);
  const third = Math.ceil(KEPT_TESTS.bytes / 3);

  test.each([
    ['all when there are few', [...many(50, true), ...many(200, false)], []],
    ['the last 50 that passed', many(52, true), ['passed 0', 'passed 1']],
    ['the last 200 others', many(201, false), ['failed 0']],
    [
      'those that passed less, when all are too large',
      [...many(2, false, third), ...many(2, true, third)],
      ['passed 0', 'passed 1'],
    ],
    ['the latest, when those that failed are too large', many(4, false, third), ['failed 0', 'failed 1']],
  ])('keep %s', (_, tests, expected) => {
    expect(dropped(tests)).toEqual(expected);
  });
});
