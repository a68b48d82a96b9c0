import { beforeEach, describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { type TestEmulator, testEmulator, type TestRequest } from '../support/emulator.ts';
import { settled } from '../support/fake-clock.ts';
import { HELD, heldRun } from '../support/held-run.ts';
import { steps } from '../support/steps.ts';

const PAY = 'tskpay00000000000000';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  tasks: [
    { slug: 'ask', behavior: HELD, concurrency: 10 },
    { slug: 'busy', behavior: HELD, concurrency: 1 },
    { id: PAY, slug: 'pay', requireRequests: true, behavior: steps({ do: 'output', value: 1 }) },
    {
      slug: 'sign',
      parameters: [{ slug: 'n', type: 'integer', constraints: { optional: true } }],
      behavior: steps(
        { do: 'prompt', description: 'Sign?', parameters: [{ slug: 'why' }], as: 'signed' },
        { do: 'output', value: { why: '{{ signed.values.why }}' } },
      ),
    },
    { slug: 'parent', behavior: steps({ do: 'execute', task: 'sign', as: 'child' }) },
    { slug: 'wait', behavior: steps({ do: 'wait', seconds: 60 }) },
  ],
  runbooks: [{ slug: 'book', blocks: [{ kind: 'task', slug: 'first', task: 'sign' }] }],
};

let hangar: TestEmulator;

beforeEach(async () => {
  hangar = await testEmulator(WORKSPACE);
});

async function start(slug: string): Promise<string> {
  const { runID } = await hangar.api.emulator.runs.execute({ params: { id: slug }, body: {} });
  await settled();
  return runID;
}

/** Exports everything and imports it again. */
async function importAgain(more: object = {}, change = (state: object[]): object[] => state): Promise<void> {
  const { version, workspace, state = [] } = await hangar.api.emulator.export();
  const body = { version, workspace, state: change(state as object[]), ...more };
  expect(await hangar.send('/_emulator/import', { body, key: null })).toMatchObject({ status: 200 });
}

const rowOf = async (id: string) => (await hangar.api.emulator.runs.get({ params: { id } })).row;
const promptOf = async (runID: string): Promise<string> => {
  const { prompts } = await hangar.api.v0.prompts.list({ query: { runID } });
  return prompts[0]?.id ?? '';
};

async function post(path: string, body: object = {}, rest: TestRequest = {}) {
  const { status, headers, json } = await hangar.send(path, { body, ...rest });
  return { status, json, warning: headers['x-hangar-warning'] ?? '' };
}

describe('a held run', () => {
  test('is shown as held by /_emulator, and by /v0 as it is', async () => {
    const id = await start('sign');
    const before = await hangar.api.v0.runs.get({ query: { id } });
    await importAgain();
    const detail = await hangar.api.emulator.runs.get({ params: { id } });
    expect(detail).toMatchObject({ held: true, row: { held: true, status: 'Active' }, prompts: [{ held: true }] });
    const promptID = await promptOf(id);
    expect(await hangar.api.emulator.prompts.get({ params: { id: promptID } })).toMatchObject({ held: true });
    expect(await hangar.api.v0.runs.get({ query: { id } })).toEqual(before);
    expect(await hangar.api.v0.prompts.get({ query: { id: promptID } })).not.toHaveProperty('prompt.held');
    expect(await hangar.api.emulator.wait({ body: { for: 'settled' } })).toEqual({
      waiting: [{ runID: id, on: 'held' }],
    });
  });

  test('is found by is:held, with its session and its prompt', async () => {
    await start('wait');
    await hangar.api.emulator.sessions.execute({ params: { id: 'book' }, body: {} });
    await settled();
    await importAgain();
    await start('sign');
    const { emulator } = hangar.api;
    const query = { q: 'is:held' };
    expect((await emulator.runs.list({ query })).runs.map(({ held }) => held)).toEqual([true, true]);
    expect((await emulator.sessions.list({ query })).sessions.map(({ held }) => held)).toEqual([true]);
    expect((await emulator.prompts.list({ query })).prompts.map(({ held }) => held)).toEqual([true]);
    expect((await emulator.requests.list({ query })).requests).toEqual([]);
  });

  test('stores an answer to its prompt, warns, and goes on with it once it is released', async () => {
    const id = await start('sign');
    await importAgain();
    const answer = { id: await promptOf(id), values: { why: 'Late' } };
    const { status, warning } = await post('/v0/prompts/submit', answer);
    expect({ status, warning }).toEqual({
      status: 200,
      warning: `The run ${id} is held, since it came from a file: the answer is stored, and nothing goes on until it is released.`,
    });
    expect(await post('/v0/prompts/submit', answer)).toMatchObject({ status: 400 });
    expect(await rowOf(id)).toMatchObject({ status: 'Active', waiting: false, held: true });
    expect(await post(`/_emulator/runs/${id}/release`)).toMatchObject({
      status: 200,
      json: { runs: 1, sessions: 0, prompts: 0, requests: 0 },
    });
    await settled();
    expect(await rowOf(id)).toMatchObject({ status: 'Succeeded', held: false });
    expect(await hangar.api.v0.runs.getOutputs({ query: { id } })).toEqual({ output: { why: 'Late' } });
  });

  test('stores the cancelling of its prompt, warns, and fails by it once it is released', async () => {
    const id = await start('sign');
    await importAgain();
    const { status, warning } = await post('/v0/prompts/cancel', { id: await promptOf(id) });
    expect([status, warning]).toEqual([200, expect.stringContaining('is held')]);
    expect(await rowOf(id)).toMatchObject({ status: 'Active' });
    await post('/_emulator/release');
    await settled();
    expect(await rowOf(id)).toMatchObject({ status: 'Failed' });
  });

  test('can be cancelled, with its children, its prompts and its session', async () => {
    const id = await start('parent');
    const { sessionID } = await hangar.api.emulator.sessions.execute({ params: { id: 'book' }, body: {} });
    await settled();
    await importAgain();
    expect(await post('/v0/runs/cancel', { runID: id })).toMatchObject({ status: 200 });
    const { row, children } = await hangar.api.emulator.runs.get({ params: { id } });
    expect([row, ...children]).toMatchObject([
      { status: 'Cancelled', held: false },
      { status: 'Cancelled', held: false },
    ]);
    await hangar.api.emulator.sessions.cancel({ params: { id: sessionID } });
    await settled();
    const session = await hangar.api.emulator.sessions.get({ params: { id: sessionID } });
    expect(session).toMatchObject({ held: false, row: { session: { status: 'Cancelled' } } });
    expect((await hangar.api.emulator.prompts.list()).prompts).toEqual([]);
    expect(await hangar.api.emulator.held.release()).toEqual({ runs: 0, sessions: 0, prompts: 0, requests: 0 });
  });

  test('takes no slot, and a run that the user executes is not held', async () => {
    const held = await start('busy');
    await importAgain();
    const own = await start('busy');
    expect(await rowOf(own)).toMatchObject({ status: 'Active', held: false });
    expect(await rowOf(held)).toMatchObject({ status: 'Active', held: true });
    await post('/_emulator/release');
    await settled();
    // Its command has ended with the Hangar that wrote the file.
    expect(await rowOf(held)).toMatchObject({ status: 'Failed', failure: 'interrupted by restart' });
    expect(await rowOf(own)).toMatchObject({ status: 'Active' });
  });

  test.each(['runs', 'sessions', 'requests'] as const)('of %s: an unknown one to release is 404', async (list) => {
    expect(await post(`/_emulator/${list}/none/release`)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });
});

describe('a held session', () => {
  const read = async (id: string) => hangar.api.emulator.sessions.get({ params: { id } });
  async function started(): Promise<string> {
    const { sessionID } = await hangar.api.emulator.sessions.execute({ params: { id: 'book' }, body: {} });
    await settled();
    return sessionID;
  }

  test('does not take notice of the end of its run until it is released', async () => {
    const id = await started();
    await importAgain();
    const { runs } = await read(id);
    await hangar.api.emulator.runs.cancel({ params: { id: runs[0]?.id ?? '' } });
    hangar = await hangar.restart();
    await settled();
    expect(await read(id)).toMatchObject({ held: true, row: { blocks: [{ status: 'Active' }] } });
    expect(await hangar.api.emulator.sessions.release({ params: { id } })).toMatchObject({ runs: 0, sessions: 1 });
    await settled();
    expect(await read(id)).toMatchObject({ held: false, row: { session: { status: 'Failed' } } });
  });

  test('begins no block until it is released', async () => {
    const id = await started();
    const { runs } = await read(id);
    const isOfRun = (entity: object) => 'id' in entity && entity.id === runs[0]?.id;
    await importAgain({}, (state) =>
      state.flatMap((record) => {
        const { kind, entity } = record as { kind: string; entity: { id: string; runID?: string; blocks: object[] } };
        if (isOfRun(entity) || entity.runID === runs[0]?.id) return [];
        if (kind !== 'session') return [record];
        const blocks = entity.blocks.map((block) => ({ ...block, status: 'Pending', runID: '' }));
        return [{ kind, entity: { ...entity, status: 'Pending', blocks } }];
      }),
    );
    hangar = await hangar.restart();
    await settled();
    expect(await read(id)).toMatchObject({ held: true, runs: [] });
    await hangar.api.emulator.held.release();
    await settled();
    expect(await read(id)).toMatchObject({ held: false, runs: [{ taskSlug: 'sign', held: false }] });
  });
});

describe('a held request for approval', () => {
  async function requested(): Promise<{ id: string; asking: string }> {
    const { runID, key } = await heldRun(hangar.api, 'ask');
    const { json } = await post('/v0/requests/create', { triggerID: `trg${PAY}` }, { key });
    await importAgain();
    return { id: (json as { triggerRequestID: string }).triggerRequestID, asking: runID };
  }

  test.each(['runs', 'requests'] as const)(
    'is approved with a warning; its run starts when %s release it',
    async (by) => {
      const { id, asking } = await requested();
      const { status, warning, json } = await post(`/_emulator/requests/${id}/approve`, {}, { key: null });
      expect([status, warning]).toEqual([200, expect.stringContaining(`The request ${id} is held`)]);
      const { triggerReceipt } = (json as { request: { triggerReceipt: { taskRunID: string } } }).request;
      expect(await rowOf(triggerReceipt.taskRunID)).toMatchObject({ status: 'NotStarted', held: true });
      hangar = await hangar.restart();
      expect(await rowOf(triggerReceipt.taskRunID)).toMatchObject({ status: 'NotStarted', held: true });
      await post(`/_emulator/${by}/${by === 'runs' ? asking : id}/release`);
      await settled();
      expect(await rowOf(triggerReceipt.taskRunID)).toMatchObject({ status: 'Succeeded', held: false });
    },
  );

  test('is rejected with a warning', async () => {
    const { id } = await requested();
    const { status, warning } = await post(`/_emulator/requests/${id}/reject`, { reason: 'No' }, { key: null });
    expect([status, warning]).toEqual([200, expect.stringContaining('is held')]);
    expect(await hangar.api.emulator.requests.get({ params: { id } })).toMatchObject({ held: false });
  });
});

test("an import's own marks count for nothing", async () => {
  const [ended, waiting] = [await start('sign'), await start('wait')];
  await hangar.api.v0.prompts.submit({ body: { id: await promptOf(ended), values: { why: 'x' } } });
  await settled();
  const withMark = (held: boolean) => (state: object[]) =>
    state.map((record) =>
      'kind' in record && record.kind === 'run' && 'entity' in record
        ? { ...record, entity: { ...(record.entity as object), held } }
        : record,
    );
  await importAgain({}, withMark(false));
  expect([await rowOf(ended), await rowOf(waiting)]).toMatchObject([{ held: false }, { held: true }]);
  await importAgain({ resume: true }, withMark(true));
  expect([await rowOf(ended), await rowOf(waiting)]).toMatchObject([{ held: false }, { held: false }]);
});

test.each([
  ['false', true, true],
  ['true', false, false],
])('?resume=%s wins over the body of a file that is sent as it is', async (query, resume, held) => {
  const id = await start('wait');
  const body = { ...(await hangar.api.emulator.export()), resume };
  expect(await post(`/_emulator/import?resume=${query}`, body)).toMatchObject({ status: 200 });
  expect(await rowOf(id)).toMatchObject({ held });
});

test("restoring one's own checkpoint holds nothing, and keeps what was held", async () => {
  const foreign = await start('wait');
  await importAgain();
  const own = await start('wait');
  await hangar.api.emulator.checkpoints.save({ body: { name: 'mine' } });
  await hangar.api.emulator.checkpoints.restore({ params: { name: 'mine' } });
  expect([await rowOf(own), await rowOf(foreign)]).toMatchObject([{ held: false }, { held: true }]);
  await hangar.api.emulator.clock.advance({ body: { seconds: 61 } });
  expect([await rowOf(own), await rowOf(foreign)]).toMatchObject([{ status: 'Succeeded' }, { status: 'Active' }]);
});

test('nothing of a held run is upcoming, and its answers are not due', async () => {
  await hangar.api.emulator.answers.create({
    body: { slug: 'later', keep: true, afterSeconds: 60, submit: { why: 'r' } },
  });
  const id = await start('sign');
  await start('wait');
  await importAgain();
  expect((await hangar.api.emulator.clock.read()).upcoming).toEqual([]);
  const prompt = await promptOf(id);
  expect(await hangar.api.emulator.prompts.get({ params: { id: prompt } })).toMatchObject({
    answer: { rule: 'later', problem: null, held: true },
  });
  await post('/_emulator/release');
  await settled();
  const { upcoming } = await hangar.api.emulator.clock.read();
  expect(upcoming.map(({ kind }) => kind).sort()).toEqual(['answer', 'timeout', 'timeout', 'wait']);
});
