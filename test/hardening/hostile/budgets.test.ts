import { describe, expect, test } from 'vitest';
import type { EntityKind } from '../../../electron/emulator/engine/context/records.ts';
import { ENTITY_KINDS } from '../../../electron/emulator/store/state/items.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { pathOfWebhook, type ReadAnswer, testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { settled } from '../../support/fake-clock.ts';
import { HELD, heldRun } from '../../support/held-run.ts';
import { steps } from '../../support/steps.ts';

/** Budgets of a run and of all, small, so that a few megabytes are too much. */
const STATE = 3_000_000;
const RUN = 1_500_000;
/** Bytes of each addition. */
const PIECE = 90_000;
const MOST = 60;

const TEXT = { slug: 'text', constraints: { optional: true } };
const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  tasks: [
    { slug: 'held', behavior: HELD },
    { slug: 'waits', parameters: [TEXT], webhooks: ['hook'], behavior: steps({ do: 'wait', seconds: 900 }) },
    { slug: 'quick', parameters: [TEXT] },
    {
      slug: 'shows',
      concurrency: 1000,
      parameters: [TEXT],
      behavior: steps({ do: 'output', value: '{{ params.text + "x".repeat(50000) }}' }, { do: 'wait', seconds: 900 }),
    },
    {
      slug: 'logs',
      concurrency: 1000,
      behavior: steps({ do: 'log', text: `{{ "x".repeat(${PIECE}) }}` }, { do: 'wait', seconds: 900 }),
    },
    {
      slug: 'remembers',
      behavior: steps(
        ...Array.from({ length: 31 }, (_, n) => ({ do: 'execute' as const, task: 'grows', as: `r${n}` })),
      ),
    },
    { slug: 'grows', behavior: steps({ do: 'output', value: `{{ "x".repeat(${PIECE}) }}` }) },
  ],
  runbooks: [{ slug: 'book', parameters: [TEXT], blocks: [{ kind: 'prompt', slug: 'ask', description: 'Go on?' }] }],
  settings: { maxStateBytes: STATE },
};

/** A run that another one is not, and its key. */
interface Caller {
  readonly hangar: TestEmulator;
  readonly key: string;
  readonly runID: string;
}

/** Adds something once. Its answer is 413 when the budget refuses it. */
type Addition = (caller: Caller, n: number) => Promise<ReadAnswer>;

const text = (n: number): string => String(n).padEnd(PIECE, 'x');
/** An execution with a long value. */
const executing = (slug: string) => (n: number) => ({ slug, paramValues: { text: text(n) } });

const post =
  (path: string, body: (n: number) => object): Addition =>
  ({ hangar, key }, n) =>
    hangar.send(path, { body: body(n), key });

const asUser =
  (path: string, body: (n: number) => object): Addition =>
  ({ hangar }, n) =>
    hangar.send(path, { body: body(n) });

/** Executes a task, and answers as a request would if the run was failed for want of room. */
const executed =
  (slug: string): Addition =>
  async ({ hangar }, n) => {
    const answer = await hangar.send('/v0/tasks/execute', { body: executing(slug)(n) });
    if (answer.status !== 200) return answer;
    for (let turn = 0; turn < 40; turn++) await settled();
    const { runID } = answer.json as { runID: string };
    const run = hangar.state.get('run', runID);
    return run?.status === 'Failed' ? { ...answer, status: 413, json: { error: run.failure } } : answer;
  };

const BOUNDED = null;

/** Ways in which each kind of stored entity can be made to grow. `BOUNDED`: few or small, or only with another kind. */
const ADDITIONS: Readonly<Record<EntityKind | 'logs', Readonly<Record<string, Addition>> | typeof BOUNDED>> = {
  run: {
    values: asUser('/v0/tasks/execute', executing('waits')),
    'values of a child': post('/v0/tasks/execute', executing('waits')),
    webhook: async ({ hangar }, n) => hangar.send(await pathOfWebhook(hangar), { body: { text: text(n) }, key: null }),
    output: executed('shows'),
    'results of steps': executed('remembers'),
  },
  session: { values: asUser('/v0/runbooks/execute', executing('book')) },
  prompt: {
    options: post('/v0/prompts/create', (n) => ({
      schema: {
        parameters: [{ slug: 'a', type: 'string', constraints: { options: [{ label: 'x', value: text(n) }] } }],
      },
    })),
    values: async ({ hangar, key }, n) => {
      const schema = { parameters: [{ slug: 'a', type: 'string' }] };
      const made = await hangar.send('/v0/prompts/create', { body: { schema }, key });
      if (made.status !== 200) return made;
      return hangar.send('/v0/prompts/submit', {
        body: { id: (made.json as { id: string }).id, values: { a: text(n) } },
      });
    },
  },
  display: { value: post('/v0/displays/create', (n) => ({ display: { kind: 'json', value: text(n) } })) },
  upload: { file: post('/v0/uploads/create', (n) => ({ fileName: `${n}`, sizeBytes: PIECE })) },
  request: {
    values: ({ hangar, key }, n) => {
      const task = hangar.engine.definitions().tasks.find('waits');
      const requestData = { taskData: { paramValues: { text: text(n) } } };
      const body = { triggerID: `trg${task?.id}`, requestData, reason: 'x' };
      return hangar.send('/v0/requests/create', { body, key });
    },
  },
  blueprint: {
    'a changed task': async ({ hangar }, n) => {
      const { items } = (await hangar.send('/_emulator/tasks')).json as { items: { id: string; slug: string }[] };
      const task = items.find(({ slug }) => slug === 'waits');
      const changed = { ...task, behavior: steps({ do: 'log', text: text(n) }, { do: 'wait', seconds: 900 }) };
      await hangar.send(`/_emulator/tasks/${task?.id}`, { method: 'PUT', body: changed });
      return hangar.send('/v0/tasks/execute', { body: { slug: 'waits' } });
    },
  },
  logs: { lines: executed('logs') },
  idempotency: {
    responses: ({ hangar }, n) =>
      hangar.send('/v0/tasks/execute', { body: executing('waits')(n), headers: { 'Idempotency-Key': `k${n}` } }),
  },
  ...{ secret: BOUNDED, clock: BOUNDED, skip: BOUNDED, ruleCount: BOUNDED, retryPeriod: BOUNDED },
  ...{ plannedEnd: BOUNDED, answer: BOUNDED },
};

const ALL = Object.entries(ADDITIONS).flatMap(([kind, ways]) =>
  Object.entries(ways ?? {}).map(([way, add]) => ({ name: `${kind}: ${way}`, add })),
);

/** Additions that belong to the one run that makes them. */
const OF_ONE_RUN = ALL.filter(({ name }) => /^(prompt|display|upload|request|run: results)/.test(name));
/** Files are not in memory when there is a data folder. */
const IN_MEMORY = ALL.filter(({ name }) => !name.startsWith('upload'));

async function begun(): Promise<Caller> {
  const hangar = await testEmulator(WORKSPACE);
  return { hangar, ...(await heldRun(hangar.api, 'held')) };
}

/** Adds until it is refused. Returns the status and the reason. */
async function fill(caller: Caller, add: Addition): Promise<{ status: number; error: string }> {
  for (let n = 0; n < MOST; n++) {
    const { status, json } = await add(caller, n);
    if (status !== 200) return { status, error: (json as { error: string }).error };
  }
  throw new Error('nothing is refused');
}

/** The rows of all runs, with their statuses. */
async function runsOf(hangar: TestEmulator): Promise<string[]> {
  const { runs } = (await hangar.send('/_emulator/runs?limit=500')).json as { runs: { id: string; status: string }[] };
  return runs.map(({ id, status }) => `${id} ${status}`);
}

/** Expects that reading, listing and cancelling go on, which need no room. */
async function expectToWork(hangar: TestEmulator, runID: string): Promise<void> {
  expect((await hangar.send(`/v0/runs/get?id=${runID}`)).status).toBe(200);
  expect((await hangar.send('/_emulator/prompts')).status).toBe(200);
  expect((await hangar.send('/v0/runs/cancel', { body: { runID } })).status).toBe(200);
  await settled();
  expect((await hangar.send(`/v0/runs/get?id=${runID}`)).json).toMatchObject({ status: 'Cancelled' });
}

describe('decision budgets', () => {
  test('every kind of stored entity is either filled up here, or bounded', () => {
    expect(Object.keys(ADDITIONS).sort()).toEqual([...ENTITY_KINDS, 'logs'].sort());
  });

  test.each(IN_MEMORY)('Hangar refuses more than maxStateBytes, and goes on: $name', async ({ add }) => {
    const caller = await begun();
    const { hangar, runID } = caller;
    const refused = await fill(caller, add);
    expect(refused).toMatchObject({
      status: 413,
      error: expect.stringMatching(/Hangar is full.*2\.86 MB.*"maxStateBytes"/),
    });
    const { usage } = (await hangar.send('/_emulator/info')).json as { usage: { state: Record<string, number> } };
    expect(usage.state).toEqual({ bytes: expect.any(Number) as number, maxBytes: STATE });
    expect(usage.state['bytes']).toBeLessThan(STATE + PIECE);
    const count = hangar.state.runCount({});
    await expectToWork(hangar, runID);
    const before = await runsOf(hangar);
    expect(before).toHaveLength(count);
    const again = await hangar.restart();
    expect(await runsOf(again)).toEqual(before);
    expect(again.state.usage.read().state.bytes).toBeLessThan(STATE + PIECE);
    await again.send('/_emulator/reset', { body: {} });
    const { status } = await again.send('/v0/tasks/execute', { body: executing('quick')(0) });
    expect([status, again.errors, hangar.errors]).toEqual([200, [], []]);
  });

  test.each(OF_ONE_RUN)('a run gets no more than its budget, and others do: $name', async ({ add }) => {
    const caller = await begun();
    const { hangar, runID } = caller;
    hangar.state.usage.limit({ run: RUN, state: () => Infinity, onScarcity: () => undefined });
    const refused = await fill(caller, add);
    expect(refused).toMatchObject({
      status: 413,
      error: expect.stringMatching(/run run\w+ is full.*1\.43 MB together/),
    });
    const other = { hangar, ...(await heldRun(hangar.api, 'held')) };
    expect(
      (await post('/v0/displays/create', () => ({ display: { kind: 'json', value: text(0) } }))(other, 0)).status,
    ).toBe(200);
    await expectToWork(hangar, runID);
    expect(hangar.errors).toEqual([]);
  });

  test('an import beyond it is refused, and changes nothing', async () => {
    const full = await testEmulator({ ...WORKSPACE, settings: {} });
    for (let n = 0; n < MOST; n++) await full.send('/v0/tasks/execute', { body: executing('waits')(n) });
    const body = (await full.send('/_emulator/export')).json as object;
    const { hangar, runID } = await begun();
    const before = [await runsOf(hangar), (await hangar.send('/_emulator/export')).text];
    const { status, text: refusal } = await hangar.send('/_emulator/import', { body });
    expect([status, refusal]).toEqual([413, expect.stringContaining('Hangar is full')]);
    expect([await runsOf(hangar), (await hangar.send('/_emulator/export')).text]).toEqual(before);
    await expectToWork(hangar, runID);
  });

  test('a budget that is lowered loses nothing', async () => {
    const { hangar, runID } = await begun();
    for (let n = 0; n < 20; n++) await hangar.send('/v0/tasks/execute', { body: executing('waits')(n) });
    const before = (await runsOf(hangar)).map((row) => row.replace(`${runID} Active`, `${runID} Failed`));
    await hangar.send('/_emulator/settings', { method: 'PUT', body: { maxStateBytes: 1_048_576 } });
    const again = await hangar.restart();
    expect(await runsOf(again)).toEqual(before);
    const execute = { body: { slug: 'waits' } };
    expect((await again.send('/v0/tasks/execute', execute)).status).toBe(413);
    await again.send('/_emulator/settings', { method: 'PUT', body: { maxStateBytes: STATE } });
    expect((await again.send('/v0/tasks/execute', execute)).status).toBe(200);
  });

  test('retention makes room', async () => {
    const { hangar } = await begun();
    await hangar.send('/_emulator/settings', { method: 'PUT', body: { maxStateBytes: STATE, retainRuns: 5 } });
    for (let n = 0; n < MOST; n++) {
      const { status } = await hangar.send('/v0/tasks/execute', { body: executing('quick')(n) });
      expect(status).toBe(200);
      await settled();
      hangar.state.retain(5);
    }
  });
});
