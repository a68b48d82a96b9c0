import { describe, expect, test } from 'vitest';
import { testEmulator } from '../support/emulator.ts';

const NONE = { tried: 0, total: 0 };
const EXPLORED = {
  ...{ schedules: 7, calls: 1, singles: { tried: 7, total: 7 }, newCalls: NONE, pairs: NONE },
  ...{ people: NONE, orders: NONE, unmet: 0, seconds: 2 },
};

describe('an exploration of a command', () => {
  test('is listed with its progress, then with its result, newest first', async () => {
    const { api } = await testEmulator();
    const { explorations } = api.emulator;
    const { id } = await explorations.create({ body: { command: 'node job.mjs', invariants: ['ends'] } });
    await explorations.create({ body: { command: 'node other.mjs', invariants: [] } });
    await explorations.update({ params: { id }, body: { state: 'running', explored: EXPLORED } });
    expect((await explorations.list()).items).toMatchObject([
      { command: 'node other.mjs', state: 'running', explored: null, holds: null },
      { command: 'node job.mjs', state: 'running', explored: { schedules: 7 } },
    ]);
    const report = {
      ...{ holds: true, unsteady: [], explored: EXPLORED, complete: true, invariants: ['ends'] },
      ...{ baseline: [], counterexamples: [], text: 'Every invariant held: ends.' },
    };
    await explorations.update({ params: { id }, body: { state: 'ended', report } });
    expect(await explorations.get({ params: { id } })).toMatchObject({
      state: 'ended',
      holds: true,
      text: report.text,
    });
  });

  test('has no schedule that runs once it has ended', async () => {
    const { api, clock } = await testEmulator();
    const { explorations } = api.emulator;
    const { id } = await explorations.create({ body: { command: 'node job.mjs', invariants: [] } });
    const call = { operation: 'runs/get', nth: 1 } as const;
    const space = {
      faults: ['lose', 'refuse'],
      calls: [{ call, outcomes: 'hr' }],
      newCalls: 'r',
      pairs: 'br',
      others: '',
    };
    await explorations.update({ params: { id }, body: { state: 'running', space } });
    const told = async () => (await explorations.get({ params: { id } })).space;
    expect(await told()).toEqual(space);
    await clock.advance(61);
    expect(await told()).toEqual({ ...space, calls: [{ call, outcomes: 'h.' }], newCalls: '.', pairs: 'b.' });
  });

  test('stays stopped once somebody stopped it, until its command tells the result', async () => {
    const { api } = await testEmulator();
    const { explorations } = api.emulator;
    const { id } = await explorations.create({ body: { command: 'node job.mjs', invariants: [] } });
    const tell = async (state: 'running' | 'ended' | 'interrupted') =>
      (await explorations.update({ params: { id }, body: { state } })).state;
    expect(await tell('interrupted')).toBe('interrupted');
    expect(await tell('running')).toBe('interrupted');
    expect(await tell('ended')).toBe('ended');
  });

  test('counts as interrupted when its command is not heard of', async () => {
    const { api, clock } = await testEmulator();
    const { id } = await api.emulator.explorations.create({ body: { command: 'node job.mjs', invariants: [] } });
    await clock.advance(61);
    expect((await api.emulator.explorations.get({ params: { id } })).state).toBe('interrupted');
  });

  test('gives way to newer ones after fifty', async () => {
    const { api, send } = await testEmulator();
    for (let i = 0; i < 51; i++)
      await api.emulator.explorations.create({ body: { command: `node ${i}.mjs`, invariants: [] } });
    const { items } = await api.emulator.explorations.list();
    expect([items.length, items.at(-1)?.command]).toEqual([50, 'node 1.mjs']);
    expect((await send('/_emulator/explorations/exp1')).status).toBe(404);
  });
});
