import { expect, test } from 'vitest';
import type { Repair } from '../../shared/contract/emulator/traffic.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';

// The third edition of the window, "Refusals that help".

const emulator = () =>
  testEmulator({
    tasks: [{ slug: 'refund', parameters: [{ slug: 'order' }, { slug: 'note' }], resources: { db: 'demo' } }],
    resources: [{ slug: 'demo', kind: 'own', resource: {} }],
  });

/** Sends a call; gives its status and the refusal that its entry in the log has. */
async function refused({ send, api }: TestEmulator, body: object) {
  const { status } = await send('/v0/tasks/execute', { body });
  const [row] = (await api.emulator.traffic.list({ query: { limit: '1' } })).entries;
  return { status, refusal: (await api.emulator.traffic.get({ params: { id: row?.id ?? '' } })).refusal };
}

/** Sends a repair as it is. */
const mend = ({ send }: TestEmulator, { request: { method, path, body } }: Repair) =>
  send(path, { method, body: body as object });

test('an unknown task is named with the nearest one; a task made from the call answers the same call', async () => {
  const hangar = await emulator();
  const body = { slug: 'refunds', paramValues: { order: 'AB1', amount: 2, rate: 0.5, fast: true, lines: [1] } };
  const { status, refusal } = await refused(hangar, body);
  expect([status, refusal?.text, refusal?.nearest]).toEqual([
    404,
    'No task has the slug “refunds”; did you mean “refund”?',
    'refund',
  ]);
  expect(refusal?.sent).toEqual([{ path: 'slug', value: 'refunds' }]);
  expect(refusal?.repairs.map(({ label }) => label)).toEqual([
    'Send again as refund',
    'Create task refunds from this call',
  ]);
  const [, create] = refusal?.repairs ?? [];
  expect((await mend(hangar, create!)).status).toBe(200);
  const { json, status: now } = await hangar.send('/v0/tasks/execute', { body });
  expect(now).toBe(200);
  await hangar.clock.advance(0);
  const { runID } = json as { runID: string };
  expect((await hangar.api.v0.runs.getOutputs({ query: { id: runID } })).output).toEqual(body.paramValues);
});

test('a missing value and an unknown alias have repairs, after which the same call succeeds', async () => {
  const hangar = await emulator();
  const body = { slug: 'refund', paramValues: { order: 'AB1' }, resources: { main: 'demo' } };
  const { status, refusal } = await refused(hangar, body);
  expect(status).toBe(400);
  expect(refusal?.repairs.map(({ label }) => label)).toEqual(['Make note optional', 'Add alias main']);
  for (const index of [0, 1]) {
    const again = await refused(hangar, body);
    const repair = again.refusal?.repairs.at(0);
    expect({ index, status: (await mend(hangar, repair!)).status }).toEqual({ index, status: 200 });
  }
  expect((await hangar.send('/v0/tasks/execute', { body })).status).toBe(200);
});

test('other requests have no refusal', async () => {
  const hangar = await emulator();
  expect((await refused(hangar, { slug: 'refund', paramValues: { order: 'a', note: 'b' } })).refusal).toBeNull();
});
