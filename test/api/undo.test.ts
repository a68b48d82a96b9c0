import { describe, expect, test } from 'vitest';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const workspace = {
  users: [{ name: 'Ada', email: 'ada@example.com' }],
  groups: [{ slug: 'ops', name: 'Ops' }],
  resources: [{ slug: 'db', kind: 'own', resource: {} }],
  tasks: [{ slug: 'first' }, { slug: 'asks', behavior: steps({ do: 'prompt' }) }, { slug: 'last' }],
  runbooks: [{ slug: 'book', blocks: [] }],
  faults: [
    { slug: 'authored', kind: 'error', status: 503, times: 1, match: { operation: 'runs/list' } },
    { slug: 'second', kind: 'lose', match: { operation: 'sessions/list' } },
  ],
  answers: [{ slug: 'rule', match: { task: 'last' }, submit: {} }],
} as never;

const emulator = () => testEmulator(workspace);

const titles = async ({ api }: TestEmulator) => (await api.emulator.undo.list()).items.map(({ title }) => title);
const undo = async ({ api }: TestEmulator) => (await api.emulator.undo.apply({ body: {} })).title;

/** The definitions and the state. */
async function everything({ send }: TestEmulator): Promise<unknown> {
  const { workspace: definitions, state } = (await send('/_emulator/export')).json as Record<string, unknown>;
  return { definitions, state };
}

async function waitingRun({ api, clock }: TestEmulator): Promise<string> {
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'asks' } });
  await clock.advance(0);
  return runID;
}

describe('a deletion is undone', () => {
  test('once each, though two are undone at the same time', async () => {
    const hangar = await emulator();
    const { tasks } = hangar.api.emulator.definitions;
    const before = (await tasks.list()).items;
    for (const { id } of before.slice(0, 2)) await tasks.remove({ params: { id } });
    await Promise.all([undo(hangar), undo(hangar)]);
    expect((await tasks.list()).items.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
    expect(await titles(hangar)).toEqual([]);
  });

  test.each(['users', 'groups', 'resources', 'tasks', 'runbooks'] as const)(
    'of one of %s, at its place',
    async (name) => {
      const hangar = await emulator();
      const list = hangar.api.emulator.definitions[name];
      const before = (await list.list()).items;
      await list.remove({ params: { id: before[0]?.id ?? '' } });
      expect((await list.list()).items).toHaveLength(before.length - 1);
      expect(await undo(hangar)).toMatch(/^Deleted [a-z]+ [\w@.]+$/);
      expect((await list.list()).items).toEqual(before);
      expect(await titles(hangar)).toEqual([]);
    },
  );

  test.each(['faults', 'answers'] as const)(
    'of one of %s in the workspace, at its place and with its counters',
    async (name) => {
      const hangar = await emulator();
      expect((await hangar.send('/v0/runs/list')).status).toBe(503);
      const list = hangar.api.emulator[name];
      const before = (await list.list()).items;
      await list.remove({ params: { id: before[0]?.id ?? '' } });
      expect((await list.list()).items).toHaveLength(before.length - 1);
      await undo(hangar);
      expect((await list.list()).items).toEqual(before);
    },
  );

  test('of the faults that are not in the workspace, one or all', async () => {
    const hangar = await emulator();
    const { faults } = hangar.api.emulator;
    for (const slug of ['a', 'b'])
      await faults.create({
        body: { slug, kind: 'error', status: 503, times: 1, match: { operation: 'prompts/list' } } as never,
      });
    await hangar.send('/v0/prompts/list');
    const before = (await faults.list()).items;
    await faults.remove({ params: { id: 'b' } });
    expect(await undo(hangar)).toBe('Deleted fault b');
    await faults.removeAll();
    expect(await undo(hangar)).toBe('Deleted a, b');
    expect((await faults.list()).items).toEqual(before);
  });

  test('unless its name was taken meanwhile, which is said', async () => {
    const hangar = await emulator();
    const { tasks } = hangar.api.emulator.definitions;
    await tasks.remove({ params: { id: 'first' } });
    await tasks.create({ body: { slug: 'first' }, query: {} });
    await expect(hangar.api.emulator.undo.apply({ body: {} })).rejects.toMatchObject({ code: 'conflict' });
    expect(await titles(hangar)).toEqual(['Deleted task first']);
  });
});

describe('undone is', () => {
  test('clearing the traffic, before what came since', async () => {
    const hangar = await emulator();
    const { traffic } = hangar.api.emulator;
    await hangar.send('/v0/tasks/nothing');
    await traffic.clear();
    await hangar.send('/v0/runs/nothing');
    expect(await undo(hangar)).toBe('Cleared traffic');
    const { entries } = await traffic.list({ query: {} });
    expect(entries.map(({ path }) => path)).toEqual(['/v0/runs/nothing', '/v0/tasks/nothing']);
  });

  test('clearing the findings', async () => {
    const hangar = await emulator();
    for (let n = 0; n < 3; n++) await hangar.send('/v0/tasks/execute', { body: { slug: 'nothing' } });
    const { findings } = hangar.api.emulator;
    const before = (await findings.list()).items;
    expect(before).not.toEqual([]);
    await findings.clear();
    expect(await undo(hangar)).toBe('Cleared findings');
    expect((await findings.list()).items).toEqual(before);
  });

  test.each([
    ['Reset', ({ send }: TestEmulator) => send('/_emulator/reset', { body: { examples: true } })],
    [
      'Imported a file',
      ({ send }: TestEmulator) =>
        send('/_emulator/import', { body: { version: 1, workspace: { version: 1 }, state: [] } }),
    ],
    ['Restored empty', ({ send }: TestEmulator) => send('/_emulator/checkpoints/empty/restore', { body: {} })],
  ])('%s, with runs, traffic and runtime faults, and that in turn', async (title, destroy) => {
    const hangar = await emulator();
    const { api } = hangar;
    await api.emulator.checkpoints.save({ body: { name: 'empty' } });
    const id = await waitingRun(hangar);
    await api.emulator.faults.create({
      body: { slug: 'a', kind: 'lose', match: { operation: 'prompts/list' } } as never,
    });
    const before = await everything(hangar);
    expect((await destroy(hangar)).status).toBe(200);
    await hangar.clock.advance(0);
    const after = await everything(hangar);
    expect(after).not.toEqual(before);
    expect(await undo(hangar)).toBe(title);
    await hangar.clock.advance(0);
    expect(await everything(hangar)).toEqual(before);
    const { row } = await api.emulator.runs.get({ params: { id } });
    expect(row).toMatchObject({ status: 'Active', waiting: true, held: false });
    expect((await api.emulator.faults.list()).items.map(({ slug }) => slug)).toContain('a');
    expect((await api.emulator.traffic.list({ query: {} })).entries.map(({ path }) => path)).toContain(
      '/v0/tasks/execute',
    );
    expect((await api.emulator.checkpoints.list()).items.map(({ name }) => name)).toEqual(['empty']);
    expect(await undo(hangar)).toBe(`Undid: ${title}`);
    expect(await everything(hangar)).toEqual(after);
  });
});

test('only the last ten things can be undone, for ten minutes, by their IDs too', async () => {
  const hangar = await emulator();
  const { tasks } = hangar.api.emulator.definitions;
  for (let n = 0; n < 12; n++) {
    await tasks.create({ body: { slug: `t${n}` }, query: {} });
    await tasks.remove({ params: { id: `t${n}` } });
  }
  const { items } = await hangar.api.emulator.undo.list();
  expect(items.map(({ title }) => title)).toEqual(Array.from({ length: 10 }, (_, n) => `Deleted task t${11 - n}`));
  const { title } = await hangar.api.emulator.undo.apply({ body: { id: items[9]?.id ?? '' } });
  expect(title).toBe('Deleted task t2');
  expect((await tasks.list()).items.map(({ slug }) => slug)).toContain('t2');
  await hangar.clock.advance(601);
  expect(await titles(hangar)).toEqual([]);
  await expect(hangar.api.emulator.undo.apply({ body: {} })).rejects.toMatchObject({ code: 'not_found' });
  await expect(hangar.api.emulator.undo.apply({ body: { id: 'x' } })).rejects.toMatchObject({ code: 'not_found' });
});
