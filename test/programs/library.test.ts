import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AuthoredWorkspace, RunningEmulator, StartOptions } from '../../electron/programs/library.ts';
import { inProcess } from '../support/in-process.ts';
import { clientOf } from '../support/program.ts';
import { until } from '../support/until.ts';

const { folder, launch } = inProcess();

function saying(text: string): AuthoredWorkspace {
  return {
    version: 1,
    tasks: [{ slug: 't', behavior: { kind: 'steps', steps: [{ do: 'output', value: { text } }] } }],
  };
}

async function outputOf(emulator: RunningEmulator): Promise<unknown> {
  const { v0 } = clientOf(emulator);
  const { runID } = await v0.tasks.execute({ body: { slug: 't' } });
  return (await v0.runs.getOutputs({ query: { id: runID } })).output;
}

describe('a sandbox of the library', () => {
  test('has the operations of an emulator, its own definitions and state, and ends when it is closed', async () => {
    const emulator = await launch({ workspace: saying('first') });
    const sandbox = await emulator.sandbox({ idleSeconds: 60 });
    await sandbox.workspace.change(() => saying('second'));
    await sandbox.faults.add({ slug: 'lost', kind: 'lose', match: { operation: 'runs/list' } });
    await sandbox.clock.set({ now: '2090-01-01T00:00:00Z', state: 'frozen' });
    expect([sandbox.apiKey, await outputOf(emulator)]).toEqual([emulator.apiKey, { text: 'first' }]);
    const { v0 } = clientOf(sandbox);
    await v0.tasks.execute({ body: { slug: 't' } });
    expect(sandbox.clock.read().now).toMatch(/^2090/);
    expect([emulator.faults.list(), emulator.clock.read().state]).toEqual([[], 'running']);
    await sandbox.close();
    await sandbox.close();
    await expect(fetch(`${sandbox.url}/_emulator/ready`)).rejects.toThrow();
    await expect(emulator.sandbox({ idleSeconds: 0 })).rejects.toThrow('sandbox.idleSeconds: ');
  });
});

describe('wrong options of the library', () => {
  test.each<[string, (emulator: RunningEmulator) => Promise<unknown>]>([
    [
      'waitFor.for: must be one of "settled", "run", "prompt", "request", "held".',
      ({ waitFor }) => waitFor({ for: 'end' } as never),
    ],
    ['waitFor: is required.', ({ waitFor }) => waitFor(undefined as never)],
    ['waitFor.run: is not a known field.', ({ waitFor }) => waitFor({ for: 'run', task: 't', run: 'x' } as never)],
    ['waitFor.runID: give exactly one of runID and task.', ({ waitFor }) => waitFor({ for: 'run' })],
    ['There is no task "missing".', ({ waitFor }) => waitFor({ for: 'run', task: 'missing' })],
    ['checkpoint.name: must be a string.', ({ checkpoints }) => checkpoints.save(3 as never)],
    ['checkpoint.replac: is not a known field.', ({ checkpoints }) => checkpoints.save('a', { replac: true } as never)],
    ['There is no checkpoint "missing".', ({ checkpoints }) => checkpoints.restore('missing')],
    ['har.limt: is not a known field.', ({ traffic }) => traffic.har({ limt: 1 } as never)],
    ['sandbox.idleSeconds: must be at least 1.', ({ sandbox }) => sandbox({ idleSeconds: 0 })],
    ['fault.status: must be at least 400.', ({ faults }) => faults.add({ slug: 'f', kind: 'error', status: 200 })],
    ['answer.slug: is required.', ({ answers }) => answers.add({ cancel: true } as never)],
  ])('%s', async (message, use) => {
    await expect(use(await launch({ workspace: saying('hello') }))).rejects.toThrow(
      expect.objectContaining({ message }) as Error,
    );
  });
});

describe('the clock of the library', () => {
  test('is set at the start, read, set and advanced', async () => {
    const behavior = { kind: 'steps' as const, steps: [{ do: 'wait' as const, seconds: 10 }] };
    const emulator = await launch({
      workspace: { version: 1, tasks: [{ slug: 't', behavior }] },
      clock: { now: '2030-01-01T00:00:00Z', state: 'frozen' },
    });
    const { v0 } = clientOf(emulator);
    const { runID } = await v0.tasks.execute({ body: { slug: 't' } });
    const { now, events, blockedBy } = await emulator.clock.advance({ seconds: 60 });
    const { status } = await v0.runs.get({ query: { id: runID } });
    const after = await emulator.clock.set({ speed: 60, autoSkip: true });
    expect([now, events.map((event) => event.kind), blockedBy, status]).toEqual([
      ...['2030-01-01 00:01:00.000000+00', ['wait'], []],
      'Succeeded',
    ]);
    expect([after.speed, emulator.clock.read().autoSkip]).toEqual([60, true]);
    await expect(emulator.clock.advance({ seconds: -1 })).rejects.toThrow('clock.seconds: ');
    await expect(emulator.clock.set({ now: '2020-01-01T00:00:00Z' })).rejects.toThrow('now: must not be before');
    await expect(launch({ clock: { speed: 0 } })).rejects.toThrow('clock.speed: ');
  });
});

describe('startEmulator', () => {
  test('listens for other machines only with an admin token that they cannot guess', async () => {
    const reason = 'The host 0.0.0.0 can be reached from other machines';
    await expect(launch({ host: '0.0.0.0' })).rejects.toThrow(`${reason}: it needs adminToken.`);
    await expect(launch({ host: '0.0.0.0', adminToken: 'a' })).rejects.toThrow(
      `${reason}: its adminToken must have at least 16 characters.`,
    );
    const { url } = await launch({ host: '0.0.0.0', adminToken: 'sixteen-letters!' });
    expect((await fetch(`${url}/_emulator/info`)).status).toBe(401);
  });

  test('several run side by side, each with its own definitions and state', async () => {
    const all = await Promise.all(['a', 'b', 'c'].map((text) => launch({ workspace: saying(text) })));
    expect(await Promise.all(all.map(outputOf))).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    expect(new Set(all.map(({ url }) => url)).size).toBe(3);
    expect(new Set(all.map(({ apiKey }) => apiKey)).size).toBe(3);
    const counts = await Promise.all(all.map(async (one) => (await clientOf(one).v0.runs.list()).runs.length));
    expect(counts).toEqual([1, 1, 1]);
  });

  test('without a workspace there is nothing defined', async () => {
    const { workspace } = await launch();
    expect(workspace.current()).toMatchObject({ version: 1, tasks: [], runbooks: [], resources: [] });
  });

  test('reset empties the state and keeps definitions and key', async () => {
    const emulator = await launch({ workspace: saying('x') });
    await outputOf(emulator);
    await emulator.reset();
    expect(await clientOf(emulator).v0.runs.list()).toEqual({ runs: [] });
    expect(await outputOf(emulator)).toEqual({ text: 'x' });
  });

  test('definitions are read and changed while it runs', async () => {
    const emulator = await launch({ workspace: saying('before') });
    await emulator.workspace.change((workspace) => ({ ...workspace, ...saying('after') }));
    expect(await outputOf(emulator)).toEqual({ text: 'after' });
    expect(emulator.workspace.current().tasks.map(({ slug }) => slug)).toEqual(['t']);
  });

  test('a change that makes no workspace is refused and changes nothing', async () => {
    const emulator = await launch({ workspace: saying('before') });
    const change = emulator.workspace.change((workspace) => ({ ...workspace, tasks: [{ slug: '?' }] }));
    await expect(change).rejects.toThrow(/slug/);
    expect(await outputOf(emulator)).toEqual({ text: 'before' });
  });

  test('a given key is the key', async () => {
    const emulator = await launch({ apiKey: 'tkn_suite', workspace: saying('x') });
    expect(emulator.apiKey).toBe('tkn_suite');
    expect(await outputOf(emulator)).toEqual({ text: 'x' });
  });

  test('a workspace file is read, and left as it is without data', async () => {
    const file = join(folder(), 'w.json');
    await writeFile(file, JSON.stringify(saying('from a file')));
    const emulator = await launch({ workspace: file });
    await emulator.workspace.change((workspace) => ({ ...workspace, tasks: [...workspace.tasks, { slug: 'more' }] }));
    expect(await outputOf(emulator)).toEqual({ text: 'from a file' });
    expect(emulator.workspace.current().tasks).toHaveLength(2);
    expect(await readFile(file, 'utf8')).toBe(JSON.stringify(saying('from a file')));
    expect(await readdir(folder())).toEqual(['w.json']);
  });

  test('with data the state is found again by the next one', async () => {
    const options = { data: join(folder(), 'data'), workspace: saying('kept') };
    const first = await launch(options);
    await outputOf(first);
    await first.stop();
    const second = await launch(options);
    expect((await clientOf(second).v0.runs.list()).runs).toHaveLength(1);
    expect(second.apiKey).toBe(first.apiKey);
  });

  test('webhook URLs stay the same after a restart', async () => {
    const options = { data: folder(), workspace: { version: 1 as const, tasks: [{ slug: 't', webhooks: ['w'] }] } };
    const urls = async (hangar: RunningEmulator) =>
      (await clientOf(hangar).emulator.webhooks.list()).webhooks.map(({ url }) => new URL(url).pathname);
    const first = await launch(options);
    const before = await urls(first);
    await first.stop();
    expect(await urls(await launch(options))).toEqual(before);
    expect(before).toEqual([expect.stringMatching(/^\/v0\/webhooks\/default\/tsk\w+\/\w{20,}$/)]);
  });

  test('no more finished runs are kept than the setting says: at once when it changes, soon when runs finish', async () => {
    const hangar = await launch({ workspace: { ...saying('x'), settings: { retainRuns: 4 } } });
    const list = async () => (await clientOf(hangar).v0.runs.list()).runs.map(({ id }) => id);
    const made: string[] = [];
    for (let i = 0; i < 6; i++) made.unshift((await clientOf(hangar).v0.tasks.execute({ body: { slug: 't' } })).runID);
    await until(async () => (await list()).length === 4);
    expect(await list()).toEqual(made.slice(0, 4));
    await hangar.workspace.change((workspace) => ({ ...workspace, settings: { retainRuns: 1 } }));
    expect(await list()).toEqual(made.slice(0, 1));
  });

  test.each<[what: string, options: () => StartOptions, message: RegExp]>([
    ['a workspace that is none', () => ({ workspace: { version: 1, tasks: [{ slug: '?' }] } }), /tasks.*slug/],
    ['a workspace file that is not there', () => ({ workspace: join(folder(), 'none.json') }), /none\.json/],
  ])('rejects for %s, with what is wrong', async (_, options, message) => {
    await expect(launch(options())).rejects.toThrow(message);
  });

  test('rejects for a data folder in use, and for a busy port', async () => {
    const first = await launch({ data: folder() });
    await expect(launch({ data: folder() })).rejects.toThrow(folder());
    await expect(launch({ port: Number(new URL(first.url).port) })).rejects.toThrow(/port \d+ is in use/);
  });

  test('stop may be called twice, and the port is free afterwards', async () => {
    const emulator = await launch();
    await Promise.all([emulator.stop(), emulator.stop()]);
    await expect(fetch(emulator.url)).rejects.toThrow();
  });
});
