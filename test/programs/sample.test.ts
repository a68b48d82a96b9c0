import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningEmulator, startEmulator } from '../../electron/programs/library.ts';
import { SAMPLE_WORKSPACE } from '../../electron/emulator/compose/sample-workspace.ts';
import { clientOf } from '../support/program.ts';
import { until } from '../support/until.ts';

let hangar: RunningEmulator;
let api: ReturnType<typeof clientOf>;

beforeAll(async () => {
  hangar = await startEmulator({ workspace: SAMPLE_WORKSPACE });
  api = clientOf(hangar);
});
afterAll(() => hangar.stop());

/** Submits the prompts that wait, as they are. */
async function submitAll(): Promise<void> {
  const { prompts } = await api.emulator.prompts.list();
  for (const { prompt } of prompts) await api.v0.prompts.submit({ body: { id: prompt.id, values: {} } });
}

async function ended(id: string) {
  return until(async () => {
    await submitAll();
    const run = await api.v0.runs.get({ query: { id } });
    return run.status === 'Succeeded' || run.status === 'Failed' ? run : undefined;
  });
}

test('the sample has two environments, a resource, a webhook, and nothing to warn of', async () => {
  expect(await api.emulator.workspace()).toMatchObject({ problem: '', warnings: [] });
  const { webhooks } = await api.emulator.webhooks.list();
  expect(webhooks.map(({ taskSlug, webhook, environment }) => [taskSlug, webhook, environment])).toEqual([
    ['refund_order', 'order_returned', 'development'],
    ['refund_order', 'order_returned', 'production'],
  ]);
  expect(hangar.workspace.current().resources).toHaveLength(1);
});

test.each([
  ['greet', { greeting: 'Hello, world!', shop: 'Corner Shop (test)' }],
  ['refund_order', { refunded: 150, reason: 'damaged' }],
  ['count_orders', { orders: 42, total: 1234.5 }],
])('its task %s succeeds with every default', async (slug, output) => {
  const { runID } = await api.v0.tasks.execute({ body: { slug } });
  expect((await ended(runID)).status).toBe('Succeeded');
  expect(await api.v0.runs.getOutputs({ query: { id: runID } })).toEqual({ output });
});

test('its small refunds ask nobody', async () => {
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'refund_order', paramValues: { amount: 5 } } });
  expect(await api.v0.prompts.list({ query: { runID } })).toEqual({ prompts: [] });
  expect(await api.v0.runs.getOutputs({ query: { id: runID } })).toEqual({ output: { refunded: 5, reason: null } });
});

test('its webhook executes its task', async () => {
  const { webhooks } = await api.emulator.webhooks.list();
  const answer = await fetch(webhooks[0]?.url ?? '', { method: 'POST', body: '{"order":1}' });
  const { runID } = (await answer.json()) as { runID: string };
  expect((await ended(runID)).status).toBe('Succeeded');
});

test('its runbook counts, asks and tells', async () => {
  const { sessionID } = await api.v0.runbooks.execute({ body: { slug: 'close_day' } });
  await until(async () => {
    await submitAll();
    return (await api.v0.sessions.get({ query: { id: sessionID } })).status === 'Succeeded';
  });
  const { runs } = await api.v0.runs.list();
  const told = runs.find((run) => run.sessionID === sessionID);
  expect(await api.v0.runs.getOutputs({ query: { id: told?.id ?? '' } })).toMatchObject({
    output: { greeting: 'Hello, the team of 42 orders!' },
  });
});
