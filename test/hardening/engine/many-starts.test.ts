import { describe, expect, test } from 'vitest';
import { testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { steps } from '../../support/steps.ts';

// The clock of these tests does not advance: the share of a turn is counted in runs, the same on every machine.

const MANY = 450;
const numbers = Array.from({ length: MANY }, (_, n) => n);
const execute = (n: number) => ({ task: 'child', paramValues: { n } });
const child = {
  slug: 'child',
  parameters: [{ slug: 'n', type: 'integer' as const }],
  concurrency: 1000,
  behavior: steps({ do: 'output', value: '{{ params.n }}' }),
};
const parent = {
  slug: 'parent',
  behavior: steps(...numbers.map((n) => ({ do: 'execute' as const, ...execute(n) }))),
};
const book = {
  slug: 'book',
  name: 'Book',
  blocks: numbers.map((n) => ({ slug: `b${n}`, kind: 'task' as const, ...execute(n) })),
};

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Number of runs that have ended; asking takes no turn. */
function ended({ state }: TestEmulator): number {
  return [...state.runs({})].filter(({ status }) => status === 'Succeeded').length;
}

/** Statuses of all runs of `child`, and the values that they got, oldest first. */
async function children({ send, api }: TestEmulator): Promise<{ statuses: Set<string>; values: unknown[] }> {
  const { runs } = await api.emulator.runs.list({ query: { task: 'child', limit: '1000' } });
  const values: unknown[] = [];
  for (const { id } of runs) {
    const { json } = await send(`/v0/runs/get?id=${id}`);
    values.push((json as { paramValues: { n?: number } }).paramValues.n);
  }
  return { statuses: new Set(runs.map(({ status }) => status)), values: values.reverse() };
}

const ALL = { statuses: new Set(['Succeeded']), values: numbers };

describe('many runs that start one after the other', () => {
  test.each<[of: string, begin: (hangar: TestEmulator) => Promise<unknown>]>([
    ['a run', ({ api }) => api.v0.tasks.execute({ body: { slug: 'parent' } })],
    ['a session', ({ api }) => api.v0.runbooks.execute({ body: { slug: 'book' } })],
  ])('of %s leave turns of the event loop to requests, and keep their order', async (_, begin) => {
    const hangar = await testEmulator({ tasks: [child, parent], runbooks: [book] });
    await begin(hangar);
    await turns(1);
    const early = ended(hangar);
    await turns(30);
    expect([early > 0, early < MANY]).toEqual([true, true]);
    expect(await children(hangar)).toEqual(ALL);
  });

  test('each start once when Hangar is restarted in between', async () => {
    let hangar = await testEmulator({ tasks: [child, parent] });
    await hangar.api.v0.tasks.execute({ body: { slug: 'parent' } });
    for (let restarts = 0; restarts < 5; restarts++) {
      await turns(1);
      hangar = await hangar.restart();
    }
    await turns(50);
    expect(await children(hangar)).toEqual(ALL);
  });
});

test('queued runs that may start together do so in order, over several turns of the event loop', async () => {
  const hold = { do: 'wait' as const, seconds: 1, when: 'params.n === 0' };
  const behavior = steps(hold, ...child.behavior.steps);
  const hangar = await testEmulator({ tasks: [{ ...child, behavior, concurrency: 1 }] });
  for (const n of numbers) await hangar.api.v0.tasks.execute({ body: { slug: 'child', paramValues: { n } } });
  await hangar.ports.workspace.change((workspace) => ({
    ...workspace,
    tasks: workspace.tasks.map((task) => ({ ...task, concurrency: 1000 })),
  }));
  await turns(1);
  const early = ended(hangar);
  await turns(30);
  await hangar.clock.advance(2);
  const { runs } = await hangar.api.emulator.runs.list({ query: { limit: '1000' } });
  const created = runs.map(({ id }) => id).reverse();
  const inOrder = [...runs].sort((a, b) => ((a.endedAt ?? '') < (b.endedAt ?? '') ? -1 : 1)).map(({ id }) => id);
  expect([early > 0, early < MANY - 1]).toEqual([true, true]);
  expect(inOrder).toEqual([...created.slice(1), created[0]]);
});
