import { expect, test } from 'vitest';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';

// Lab, "Checkpoints"; the third edition of the window, defect 3: a restore re-arms no fault that the checkpoint does not know.

const workspace = {
  tasks: [{ slug: 'fine' }],
  faults: [{ slug: 'authored', kind: 'error', status: 503, times: 1, match: { operation: 'runs/list' } }],
} as never;

const once = (slug: string, operation: string) => ({
  body: { slug, kind: 'error', status: 503, times: 1, match: { operation } } as never,
});

/** Slugs of the faults that were used up. */
async function usedUp({ api }: TestEmulator): Promise<string[]> {
  return (await api.emulator.faults.list()).items.filter(({ completed }) => completed).map(({ slug }) => slug);
}

test('a restore leaves the faults that the checkpoint does not know as they are, and says so', async () => {
  const hangar = await testEmulator(workspace);
  const { emulator } = hangar.api;
  await emulator.faults.create(once('known', 'sessions/list'));
  await emulator.checkpoints.save({ body: { name: 'base' } });
  await emulator.faults.create(once('later', 'tasks/execute'));
  for (const path of ['/v0/runs/list', '/v0/sessions/list']) expect((await hangar.send(path)).status).toBe(503);
  expect((await hangar.send('/v0/tasks/execute', { body: { slug: 'fine' } })).status).toBe(503);
  expect((await hangar.send('/v0/tasks/execute', { body: { slug: 'fine' } })).status).toBe(200);
  expect(await usedUp(hangar)).toEqual(['authored', 'known', 'later']);
  const restored = await emulator.checkpoints.restore({ params: { name: 'base' } });
  expect(restored).toEqual({
    ...{ definitions: [], runs: { before: 1, after: 0 }, sessions: { before: 0, after: 0 } },
    prompts: { before: 0, after: 0 },
    ...{ faults: { kept: ['later'], counted: ['known'] }, answers: { kept: [], counted: [] } },
  });
  expect(await usedUp(hangar)).toEqual(['later']);
  expect((await hangar.send('/v0/tasks/execute', { body: { slug: 'fine' } })).status).toBe(200);
});

test('a restore names the definitions that it changes', async () => {
  const hangar = await testEmulator(workspace);
  const { emulator } = hangar.api;
  await emulator.checkpoints.save({ body: { name: 'base' } });
  const { items } = await emulator.definitions.tasks.list();
  await emulator.definitions.tasks.replace({ params: { id: 'fine' }, body: { ...items[0], timeout: 5 } as never });
  const { definitions } = await emulator.checkpoints.restore({ params: { name: 'base' } });
  expect(definitions).toContain('tasks.fine.timeout');
});
