import { describe, expect, test } from 'vitest';
import type { Repair } from '../../shared/contract/emulator/traffic.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';

// The third edition of the window, "Refusals that help".

const emulator = () =>
  testEmulator({
    environments: [{ slug: 'test', default: true }, { slug: 'live' }],
    apiKeys: [{ name: 'live only', key: 'tkn_live', environments: ['live'] }],
    tasks: [
      { slug: 'refund', parameters: [{ slug: 'order' }, { slug: 'note' }], resources: { db: 'demo' } },
      { slug: 'count', parameters: [{ slug: 'amount', type: 'integer' }] },
      { slug: 'asked', requireRequests: true },
    ],
    resources: [{ slug: 'demo', kind: 'own', resource: {} }],
    runbooks: [{ slug: 'close_day', blocks: [] }],
  });

/** Sends a call; gives its status, and the summary and the refusal that its entry in the log has. */
async function refused({ send, api }: TestEmulator, body: object, path = '/v0/tasks/execute', more = {}) {
  const { status } = await send(path, path.includes('?') ? more : { body, ...more });
  const [row] = (await api.emulator.traffic.list({ query: { limit: '1' } })).entries;
  const { refusal } = await api.emulator.traffic.get({ params: { id: row?.id ?? '' } });
  return { status, summary: row?.summary, refusal };
}

/** Sends a repair as it is. */
const mend = ({ send }: TestEmulator, { request: { method, path, body } }: Repair) =>
  send(path, { method, body: body as object });

test('an unknown task is named with the nearest one; a task made from the call answers the same call', async () => {
  const hangar = await emulator();
  const body = { slug: 'refunds', paramValues: { order: 'AB1', amount: 2, rate: 0.5, fast: true, lines: [1] } };
  const { status, summary, refusal } = await refused(hangar, body);
  expect([status, refusal?.text, refusal?.nearest]).toEqual([404, 'There is no task “refunds”.', 'refund']);
  expect(summary).toBe('There is no task “refunds”. Did you mean refund?');
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

describe('every kind of refusal says in plain words what was wrong, and quotes it', () => {
  type Call = readonly [body: object, path?: string, more?: object];
  const order = (value: unknown) => ({ slug: 'count', paramValues: { amount: value } });
  test.each<readonly [status: number, call: Call, text: string, sent: object, repairs: readonly string[]]>([
    [400, [order('24 EUR')], 'amount must be a whole number, got “24 EUR”.', { 'paramValues.amount': '24 EUR' }, []],
    [
      400,
      [{ slug: 'count', paramValues: { ammount: 24 } }],
      'count needs amount, got ammount.',
      { 'paramValues.ammount': 24 },
      ['Send again with amount', 'Make amount optional'],
    ],
    [
      400,
      [{}, '/v0/runs/list?limit=abc'],
      'limit must be a whole number, zero or more, got “abc”.',
      { limit: 'abc' },
      [],
    ],
    [400, [{}, '/v0/prompts/list?limit=1'], 'runID is required.', {}, []],
    [404, [{}, '/v0/runs/get?id=run1'], 'There is no run “run1”.', { id: 'run1' }, []],
    [
      404,
      [{ slug: 'close_dya' }, '/v0/runbooks/execute'],
      'There is no runbook “close_dya”.',
      { slug: 'close_dya' },
      ['Send again as close_day'],
    ],
    [
      409,
      [{ slug: 'demo', kind: 'own', resource: {} }, '/v0/resources/create'],
      'A resource with the slug “demo” already exists.',
      { slug: 'demo' },
      [],
    ],
    [
      403,
      [order(1), '/v0/tasks/execute', { key: 'tkn_live' }],
      'This API key may not use the environment “test”, the default of requests that name none. Send X-Service-Env-Slug: live.',
      {},
      ['Send again in live'],
    ],
    [
      403,
      [{ slug: 'asked' }],
      'The task “asked” must be requested: call /v0/requests/create from a run, or use a key with “requests”: “bypass”.',
      { slug: 'asked' },
      ['Let asked run without approval'],
    ],
  ])('%i: %j', async (...row) => {
    const [status, call, text, sent, repairs] = row;
    const hangar = await emulator();
    const entry = await refused(hangar, ...call);
    expect(entry.status).toBe(status);
    expect(entry.refusal?.text).toBe(text);
    expect(Object.fromEntries(entry.refusal?.sent.map(({ path, value }) => [path, value]) ?? [])).toEqual(sent);
    expect(entry.refusal?.repairs.map(({ label }) => label)).toEqual(repairs);
    for (const repair of entry.refusal?.repairs.slice(0, 1) ?? [])
      expect((await mend(hangar, repair)).status).toBe(200);
  });
});

test('an answer of a fault names the fault, which can be switched off while it goes on', async () => {
  const hangar = await emulator();
  const { faults } = hangar.api.emulator;
  await faults.create({ body: { slug: 'busy', kind: 'error', status: 429, retryAfterSeconds: 2 } });
  const body = { slug: 'refund', paramValues: { order: 'a', note: 'b' } };
  const { refusal } = await refused(hangar, body);
  expect(refusal?.text).toBe('The fault “busy” answered: Too many requests; try again in 2 s.');
  expect(refusal?.repairs.map(({ label }) => label)).toEqual(['Switch off fault busy']);
  expect((await mend(hangar, refusal!.repairs[0]!)).status).toBe(200);
  expect((await refused(hangar, body)).status).toBe(200);
});

test('the answer of a list is summed up; a session is named after its runbook', async () => {
  const hangar = await emulator();
  const { sessionID } = (await hangar.send('/v0/runbooks/execute', { body: { slug: 'close_day' } })).json as {
    sessionID: string;
  };
  for (const path of ['runs/list', 'sessions/list', `sessions/get?id=${sessionID}`]) await hangar.send(`/v0/${path}`);
  const { entries } = await hangar.api.emulator.traffic.list({ query: { limit: '3' } });
  expect(entries.map(({ summary, subject }) => summary ?? subject?.slug)).toEqual([
    'close_day',
    '1 session',
    'no runs',
  ]);
});
