import { describe, expect, test } from 'vitest';
import type { CoverageView } from '../../shared/contract/emulator/coverage.ts';
import { SERVICE_OPERATIONS } from '../../shared/registry/operations.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE = {
  tasks: [
    {
      slug: 'quick',
      parameters: [{ slug: 'amount', type: 'integer' as const, constraints: { optional: true } }],
      webhooks: { paid: { secret: 'the-secret' } },
      behavior: steps(),
    },
    { slug: 'asks', behavior: steps({ do: 'prompt', description: 'Go on?' }) },
    { slug: 'fails', behavior: steps({ do: 'fail', message: 'No.' }) },
    { slug: 'waits', behavior: steps({ do: 'wait', seconds: 60 }) },
  ],
};

const read = async ({ send }: TestEmulator) => (await send('/_emulator/coverage')).json as CoverageView;
const get = ({ send }: TestEmulator, id: string) => send(`/v0/runs/get?id=${id}`);
const fault = ({ send }: TestEmulator, rule: object) => send('/_emulator/faults', { body: { slug: 'it', ...rule } });

/** The operations that were called, by name. */
async function called(hangar: TestEmulator): Promise<Record<string, object>> {
  const { operations } = await read(hangar);
  return Object.fromEntries(
    operations.filter(({ calls }) => calls > 0).map(({ operation, ...counts }) => [operation, counts]),
  );
}

async function promptOf({ api }: TestEmulator, runID: string): Promise<string> {
  const { prompts } = await api.v0.prompts.list({ query: { runID } });
  return prompts[0]?.id ?? '';
}

describe('coverage', () => {
  test('lists all operations of the service with no calls at first', async () => {
    const hangar = await testEmulator(WORKSPACE);
    expect(await read(hangar)).toEqual({
      operations: SERVICE_OPERATIONS.map((operation) => ({ operation, calls: 0, answers: {}, faults: {} })),
      ...{ runStatuses: {}, prompts: {}, decisions: {} },
    });
  });

  test('counts calls and answers by status, webhooks too, and nothing of /_emulator', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const { id } = await hangar.api.emulator.definitions.tasks.get({ params: { id: 'quick' } });
    const { webhooks } = await hangar.api.emulator.webhooks.list();
    await hangar.execute('quick');
    await hangar.send('/v0/tasks/execute', { body: { slug: 'unknown' } });
    await hangar.send('/v0/tasks/execute', { body: { slug: 'quick' }, key: 'tkn_wrong' });
    await hangar.send(new URL(webhooks[0]?.url ?? '').pathname, { body: {} });
    await hangar.send(`/_emulator/tasks/${id}/execute`, { body: {} });
    await hangar.send('/v0/nothing');
    expect(await called(hangar)).toEqual({
      'tasks/execute': { calls: 3, answers: { 200: 1, 401: 1, 404: 1 }, faults: {} },
      webhook: { calls: 1, answers: { 200: 1 }, faults: {} },
    });
  });

  test('counts refusals by the decision that caused them', async () => {
    const hangar = await testEmulator(WORKSPACE);
    for (let i = 0; i < 2; i++)
      await hangar.send('/v0/tasks/execute', { body: { slug: 'quick', paramValues: { amount: 'much' } } });
    const prompt = await promptOf(hangar, await hangar.execute('asks'));
    for (let i = 0; i < 2; i++) await hangar.send('/v0/prompts/submit', { body: { id: prompt, values: {} } });
    const { decisions, prompts } = await read(hangar);
    expect([decisions, prompts]).toEqual([{ 'param-types': 2, 'prompt-states': 1 }, { submitted: 1 }]);
  });

  test('counts each run once, by the final status that a client read', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const [quick, fails, waits, unread] = [
      await hangar.execute('quick'),
      await hangar.execute('fails'),
      await hangar.execute('waits'),
      await hangar.execute('quick'),
    ];
    for (const id of [quick, quick, fails, waits]) await get(hangar, id);
    await hangar.send(`/v0/runs/getOutputs?id=${unread}`);
    await hangar.send(`/_emulator/runs/${unread}`);
    const first = (await read(hangar)).runStatuses;
    await hangar.send('/v0/runs/cancel', { body: { runID: waits } });
    await get(hangar, waits);
    await hangar.send('/v0/runs/list');
    const all = (await read(hangar)).runStatuses;
    expect([first, all]).toEqual([
      { Failed: 1, Succeeded: 1 },
      { Cancelled: 1, Failed: 1, Succeeded: 2 },
    ]);
  });

  test.each([
    ['lose', {}],
    ['truncate', { fraction: 0.5 }],
    ['error', { status: 503, after: true }],
    ['body', { status: 200, contentType: 'text/html', text: '<p>Hello' }],
  ])('does not count a run that the fault "%s" hid from its client', async (kind, fields) => {
    const hangar = await testEmulator(WORKSPACE);
    const id = await hangar.execute('quick');
    await fault(hangar, { kind, ...fields, match: { operation: ['runs/get', 'runs/list'] } });
    await get(hangar, id);
    await hangar.send('/v0/runs/list');
    const { runStatuses, operations } = await read(hangar);
    const faults = operations.filter(({ operation }) => operation.startsWith('runs/') && operation !== 'runs/cancel');
    expect([runStatuses, faults.map((row) => row.faults).filter((counts) => kind in counts)]).toEqual([
      {},
      [{ [kind]: 1 }, { [kind]: 1 }],
    ]);
  });

  test('counts each fault of a call', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await fault(hangar, { kind: 'slow', bytesPerSecond: 1_000_000 });
    await hangar.send('/_emulator/faults', { body: { slug: 'busy', kind: 'error', status: 429, times: 1 } });
    await hangar.send('/v0/tasks/execute', { body: { slug: 'quick' } });
    await hangar.execute('quick');
    expect(await called(hangar)).toEqual({
      'tasks/execute': { calls: 2, answers: { 200: 1, 429: 1 }, faults: { error: 1, slow: 2 } },
    });
  });

  test('counts prompts that clients submitted and cancelled, a lost answer too, a repeated one once', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push(await promptOf(hangar, await hangar.execute('asks')));
    const [first, second, third, fourth] = ids;
    const once = { body: { id: first, values: {} }, headers: { 'Idempotency-Key': 'k' } };
    await hangar.send('/v0/prompts/submit', once);
    await hangar.send('/v0/prompts/submit', once);
    await hangar.send('/v0/prompts/cancel', { body: { id: second } });
    await hangar.send(`/_emulator/prompts/${third ?? ''}/submit`, { body: {} });
    await fault(hangar, { kind: 'lose', match: { operation: 'prompts/submit' } });
    await hangar.send('/v0/prompts/submit', { body: { id: fourth, values: {} } });
    await hangar.send('/v0/prompts/submit', { body: { id: fourth, values: {} } });
    expect((await read(hangar)).prompts).toEqual({ submitted: 2, cancelled: 1 });
  });

  test('survives a reset of the state and of the traffic, and is zero after it is deleted', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await get(hangar, await hangar.execute('fails'));
    const before = await read(hangar);
    await hangar.send('/_emulator/traffic', { method: 'DELETE' });
    await hangar.send('/_emulator/reset', { body: {} });
    expect(await read(hangar)).toEqual(before);
    await hangar.send('/_emulator/coverage', { method: 'DELETE' });
    expect([await called(hangar), (await read(hangar)).runStatuses]).toEqual([{}, {}]);
  });
});
