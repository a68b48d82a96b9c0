import { expect, test } from 'vitest';
import type { AuthoredWorkspace, RunningEmulator } from '../../electron/programs/library.ts';
import { inProcess } from '../support/in-process.ts';
import { clientOf } from '../support/program.ts';
import { until } from '../support/until.ts';

const { folder, launch } = inProcess();

const asks: AuthoredWorkspace = {
  version: 1,
  tasks: [
    { slug: 'quick' },
    {
      slug: 'asks',
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'prompt', as: 'answer' },
          { do: 'output', value: { by: '{{ answer.submittedBy }}' } },
        ],
      },
    },
  ],
};

test('an export goes on in another emulator: finished runs are there, and an unfinished one waits for its answer and its release', async () => {
  const first = clientOf(await launch({ workspace: asks }));
  const quick = (await first.v0.tasks.execute({ body: { slug: 'quick' } })).runID;
  const asking = (await first.v0.tasks.execute({ body: { slug: 'asks' } })).runID;
  const exported = await first.emulator.export();

  const second = clientOf(await launch());
  await second.v0.runs.list();
  await second.emulator.import({ body: exported });
  expect((await second.v0.runs.list()).runs.map(({ id, status }) => [id, status])).toEqual([
    [asking, 'Active'],
    [quick, 'Succeeded'],
  ]);
  const { prompts } = await second.v0.prompts.list({ query: { runID: asking } });
  await second.v0.prompts.submit({ body: { id: prompts[0]?.id ?? '', values: {} } });
  expect((await second.v0.runs.get({ query: { id: asking } })).status).toBe('Active');
  await second.emulator.held.release();
  await until(async () => (await second.v0.runs.get({ query: { id: asking } })).status === 'Succeeded');
});

test('an import that is no export changes nothing', async () => {
  const { v0, emulator } = clientOf(await launch({ workspace: asks }));
  const { runID } = await v0.tasks.execute({ body: { slug: 'asks' } });
  const { workspace } = await emulator.export();
  const broken = emulator.import({ body: { version: 1, workspace, state: [{ kind: 'run', entity: { id: 5 } }] } });
  await expect(broken).rejects.toMatchObject({ code: 'invalid_request' });
  expect((await v0.runs.list()).runs.map(({ id, status }) => [id, status])).toEqual([[runID, 'Active']]);
});

test('no more finished runs are kept than the setting says: at once when it changes, soon when runs finish', async () => {
  const hangar = await launch({ workspace: { ...asks, settings: { retainRuns: 4 } } });
  const { v0 } = clientOf(hangar);
  const list = async () => (await v0.runs.list()).runs.map(({ id }) => id);
  const asking = (await v0.tasks.execute({ body: { slug: 'asks' } })).runID;
  const made: string[] = [];
  for (let i = 0; i < 6; i++) made.unshift((await v0.tasks.execute({ body: { slug: 'quick' } })).runID);
  await until(async () => (await list()).length === 5);
  expect(await list()).toEqual([...made.slice(0, 4), asking]);
  await hangar.workspace.change((workspace) => ({ ...workspace, settings: { retainRuns: 1 } }));
  expect(await list()).toEqual([made[0], asking]);
});

test('an uploaded file is there after a restart', async () => {
  const first = await launch({ data: folder() });
  const answer = await fetch(`${first.url}/_emulator/uploads?name=a.bin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array([0, 1, 255]),
  });
  const { id } = (await answer.json()) as { id: string };
  await first.stop();
  const second = await launch({ data: folder() });
  const file = await fetch(`${second.url}/_emulator/uploads/${id}`);
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0, 1, 255]);
});

test('webhook URLs stay the same after a restart', async () => {
  const first = await launch({ data: folder() });
  await first.workspace.change(() => ({ version: 1, tasks: [{ slug: 't', webhooks: ['w'] }] }));
  const urls = async (hangar: RunningEmulator) =>
    (await clientOf(hangar).emulator.webhooks.list()).webhooks.map(({ url }) => new URL(url).pathname);
  const before = await urls(first);
  await first.stop();
  expect(await urls(await launch({ data: folder() }))).toEqual(before);
  expect(before).toEqual([expect.stringMatching(/^\/v0\/webhooks\/default\/tsk\w+\/\w{20,}$/)]);
});
