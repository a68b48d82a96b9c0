import { describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { KEY, testEmulator, type TestEmulator } from '../support/emulator.ts';
import { settled } from '../support/fake-clock.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  tasks: [
    { slug: 'refund', parameters: [{ slug: 'order_id', type: 'string', constraints: { optional: true } }] },
    { slug: 'asks', behavior: steps({ do: 'prompt', description: 'Go on?' }) },
    { slug: 'parent', behavior: steps({ do: 'execute', task: 'refund' }) },
  ],
};

async function start(more: Partial<AuthoredWorkspace> = {}): Promise<TestEmulator> {
  return testEmulator({ ...WORKSPACE, ...more });
}

async function execute({ send }: TestEmulator, slug = 'refund'): Promise<number> {
  const { status } = await send('/v0/tasks/execute', { body: { slug } });
  await settled();
  return status;
}

const EXECUTE = { operation: 'tasks/execute', task: 'refund' } as const;

describe('a schedule', () => {
  test('gives each fault to the request with its number, also counting those that another fault took', async () => {
    const hangar = await start();
    await hangar.api.emulator.schedule.apply({
      body: [
        { call: { ...EXECUTE, nth: 1 }, kind: 'error', status: 503 },
        { call: { ...EXECUTE, nth: 3 }, kind: 'error', status: 502 },
      ],
    });
    await execute(hangar, 'asks');
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push(await execute(hangar));
    expect(statuses).toEqual([503, 200, 502, 200]);
    const view = await hangar.api.emulator.schedule.get();
    expect(view.unmet).toEqual([]);
    expect(
      view.calls.map(({ call, status, fault, executed }) => [call.task, call.nth, status, fault, executed]),
    ).toEqual([
      ['asks', 1, 200, '', true],
      ['refund', 1, 503, 'error', false],
      ['refund', 2, 200, '', true],
      ['refund', 3, 502, 'error', false],
      ['refund', 4, 200, '', true],
    ]);
  });

  test('comes before the faults of the workspace, and goes when it is removed', async () => {
    const hangar = await start({
      faults: [{ slug: 'busy', kind: 'error', status: 429, match: { operation: 'tasks/execute' } }],
    });
    await hangar.api.emulator.schedule.apply({ body: [{ call: EXECUTE, kind: 'error', status: 418 }] });
    expect([await execute(hangar), await execute(hangar)]).toEqual([418, 429]);
    await hangar.api.emulator.schedule.remove();
    const { items } = await hangar.api.emulator.faults.list();
    expect(items.map(({ slug }) => slug)).toEqual(['busy']);
    expect((await hangar.api.emulator.schedule.get()).schedule).toBeNull();
  });

  test('tells requests about a task from those about none', async () => {
    const hangar = await start();
    await hangar.api.emulator.schedule.apply({
      body: [{ call: { operation: 'runs/list' }, kind: 'error', status: 503 }],
    });
    const about = await hangar.send('/v0/runs/list?taskSlug=refund');
    const all = await hangar.send('/v0/runs/list');
    expect([about.status, all.status]).toEqual([200, 503]);
  });

  test('ends the run with its number, whoever made it', async () => {
    const hangar = await start();
    await hangar.api.emulator.schedule.apply({
      body: [{ run: { task: 'refund', nth: 2 }, kind: 'run', status: 'Failed' }],
    });
    await execute(hangar);
    await execute(hangar, 'parent');
    await execute(hangar);
    const { runs } = await hangar.api.emulator.schedule.get();
    const refunds = runs.filter(({ task }) => task === 'refund');
    expect(refunds.map(({ status }) => status)).toEqual(['Succeeded', 'Failed', 'Succeeded']);
  });

  test('answers the prompt with its number before the rules of the workspace do', async () => {
    const hangar = await start({ answers: [{ slug: 'all', submit: {} }] });
    await hangar.api.emulator.schedule.apply({ body: [{ prompt: { task: 'asks', nth: 2 }, answer: 'cancel' }] });
    for (let i = 0; i < 3; i++) await execute(hangar, 'asks');
    const { runs, asked, unmet } = await hangar.api.emulator.schedule.get();
    expect(runs.map(({ status }) => status)).toEqual(['Succeeded', 'Failed', 'Succeeded']);
    expect(asked.map(({ kind, task, nth }) => [kind, task, nth])).toEqual([
      ['prompt', 'asks', 1],
      ['prompt', 'asks', 2],
      ['prompt', 'asks', 3],
    ]);
    expect(unmet).toEqual([]);
  });

  test('names the elements that nothing has met', async () => {
    const hangar = await start();
    await hangar.api.emulator.schedule.apply({
      body: [
        { call: EXECUTE, kind: 'lose' },
        { call: { ...EXECUTE, nth: 2 }, kind: 'lose' },
        { prompt: { task: 'asks' }, answer: 'submit', afterSeconds: 5 },
        { run: { task: 'asks' }, kind: 'run', status: 'Cancelled' },
      ],
    });
    await execute(hangar);
    expect((await hangar.api.emulator.schedule.get()).unmet).toEqual([1, 2, 3]);
  });

  test.each([
    [[{ call: { operation: 'tasks/run' }, kind: 'lose' }], /^\[0\]\.call\.operation: must be a path of \/v0/],
    [[{ call: EXECUTE, kind: 'loose' }], /^\[0\]\.kind/],
    [[{ call: EXECUTE, kind: 'lose', times: 2 }], /times/],
    [[{ prompt: { task: 'asks' }, answer: 'approve' }], /^\[0\]\.answer/],
    [[{ kind: 'lose' }], /^\[0\]: must be an object with one of call, run, prompt, request/],
    [Array.from({ length: 9 }, () => ({ call: EXECUTE, kind: 'lose' })), /at most 8/],
  ])('that is wrong is refused by a message about the field: %j', async (body, message) => {
    const { status, json } = await (await start()).send('/_emulator/schedule', { body });
    expect([status, (json as { error: string }).error]).toEqual([400, expect.stringMatching(message)]);
  });

  test('shows all calls since it was applied, though the traffic log is set to keep fewer', async () => {
    const hangar = await start({ settings: { trafficEntries: 1 } });
    await hangar.api.emulator.schedule.apply({ body: [] });
    for (let i = 0; i < 3; i++) await execute(hangar);
    const { calls, runs } = await hangar.api.emulator.schedule.get();
    expect(calls.map(({ call, runID }) => [call.nth, runID])).toEqual(runs.map(({ id }, index) => [index + 1, id]));
    expect(calls.length).toBe(3);
    await hangar.api.emulator.schedule.remove();
    await execute(hangar);
    expect((await hangar.api.emulator.traffic.list({ query: {} })).entries.length).toBe(1);
  });

  test('is gone after a reset', async () => {
    const hangar = await start();
    await hangar.api.emulator.schedule.apply({ body: [{ call: EXECUTE, kind: 'error', status: 503 }] });
    await hangar.api.emulator.reset({ body: {} });
    expect([await execute(hangar), (await hangar.api.emulator.schedule.get()).schedule]).toEqual([200, null]);
  });
});

describe('a held request', () => {
  async function holding(fields: object = {}): Promise<TestEmulator> {
    const hangar = await start();
    const fault = { slug: 'stop', match: { operation: 'tasks/execute', task: 'refund' }, ...fields };
    expect(await hangar.send('/_emulator/faults', { body: { seconds: null, ...fault, kind: 'hold' } })).toMatchObject({
      status: 200,
    });
    return hangar;
  }

  function begin(hangar: TestEmulator): { status?: number; readonly answered: Promise<number> } {
    const sent = hangar.send('/v0/tasks/execute', { body: { slug: 'refund' } });
    const begun: { status?: number; readonly answered: Promise<number> } = {
      answered: sent.then(({ status }) => (begun.status = status)),
    };
    return begun;
  }

  const runs = async ({ api }: TestEmulator) => (await api.v0.runs.list({ query: {} })).runs.length;

  test('is listed with what it asks for, and executed once it goes on', async () => {
    const hangar = await holding();
    const begun = begin(hangar);
    await settled();
    const { items } = await hangar.api.emulator.heldRequests.list();
    expect(items).toMatchObject([
      {
        ...{ operation: 'tasks/execute', task: 'refund', fault: 'stop', after: false },
        request: { method: 'POST', path: '/v0/tasks/execute', body: '{"slug":"refund"}' },
      },
    ]);
    expect([begun.status, await runs(hangar)]).toEqual([undefined, 0]);
    await hangar.api.emulator.heldRequests.release({ params: { id: items[0]!.id }, body: {} });
    expect([await begun.answered, await runs(hangar)]).toEqual([200, 1]);
    const again = await hangar.send(`/_emulator/held/${items[0]!.id}/release`, { body: {} });
    expect(again.status).toBe(404);
  });

  test('is listed without the secrets in its body', async () => {
    const hangar = await holding();
    void hangar.send('/v0/tasks/execute', { body: { slug: 'refund', paramValues: { order_id: KEY } } });
    await settled();
    const [held] = (await hangar.api.emulator.heldRequests.list()).items;
    expect(held?.request.body).toContain('order_id');
    expect(held?.request.body).not.toContain(KEY);
    expect(held?.request.headers.map(([name]) => name.toLowerCase())).toContain('x-service-api-key');
    expect(JSON.stringify(held?.request.headers)).not.toContain(KEY);
    await hangar.api.emulator.heldRequests.releaseAll();
  });

  test('of a fault with `after` is executed before it is held', async () => {
    const hangar = await holding({ after: true });
    const begun = begin(hangar);
    await settled();
    expect([begun.status, await runs(hangar)]).toEqual([undefined, 1]);
    await hangar.api.emulator.heldRequests.releaseAll();
    expect(await begun.answered).toBe(200);
  });

  test.each([
    [{ kind: 'lose' }, 499, 1],
    [{ kind: 'refuse' }, 499, 0],
    [{ kind: 'error', status: 503 }, 503, 0],
    [{ kind: 'error', status: 503, after: true }, 503, 1],
  ] as const)('gets %j instead: the client sees %i, and %i run was made', async (instead, status, made) => {
    const hangar = await holding();
    const begun = begin(hangar);
    await settled();
    const [held] = (await hangar.api.emulator.heldRequests.list()).items;
    await hangar.api.emulator.heldRequests.release({ params: { id: held!.id }, body: { instead } });
    expect([await begun.answered, await runs(hangar)]).toEqual([status, made]);
  });

  test('can get nothing else instead', async () => {
    const hangar = await holding();
    begin(hangar);
    await settled();
    const [held] = (await hangar.api.emulator.heldRequests.list()).items;
    const answer = await hangar.send(`/_emulator/held/${held!.id}/release`, { body: { instead: { kind: 'slow' } } });
    expect(answer.status).toBe(400);
  });

  test('goes on after its seconds', async () => {
    const hangar = await holding({ seconds: 30 });
    const begun = begin(hangar);
    await settled();
    await hangar.clock.advance(29);
    expect(begun.status).toBeUndefined();
    await hangar.clock.advance(1);
    expect(await begun.answered).toBe(200);
  });

  test('goes on once the call that its fault names was answered, and a later one is not held', async () => {
    const hangar = await holding({ until: { operation: 'runs/list', nth: 2 } });
    const begun = begin(hangar);
    await hangar.send('/v0/runs/list');
    await settled();
    expect(begun.status).toBeUndefined();
    await hangar.send('/v0/runs/list');
    expect([await begun.answered, await execute(hangar)]).toEqual([200, 200]);
  });

  test('goes on when its fault is removed or disabled, and with a reset', async () => {
    for (const end of [
      ({ api }: TestEmulator) => api.emulator.faults.remove({ params: { id: 'stop' } }),
      ({ api }: TestEmulator) =>
        api.emulator.faults.replace({ params: { id: 'stop' }, body: { slug: 'stop', kind: 'hold', enabled: false } }),
      ({ api }: TestEmulator) => api.emulator.reset({ body: {} }),
    ]) {
      const hangar = await holding();
      const begun = begin(hangar);
      await settled();
      await end(hangar);
      expect(await begun.answered).toBe(200);
    }
  });

  test('is not in flight: everything counts as settled, and the clock goes on', async () => {
    const hangar = await holding();
    begin(hangar);
    await settled();
    await expect(hangar.api.emulator.wait({ body: { for: 'settled', timeoutSeconds: 0 } })).resolves.toEqual({
      waiting: [],
    });
    expect((await hangar.api.emulator.clock.advance({ body: { seconds: 60 } })).blockedBy).toEqual([]);
  });

  test('freezes the clock with `freezeClock` until none is held, and thaws no clock that was frozen before', async () => {
    const hangar = await holding({ freezeClock: true });
    const state = async () => (await hangar.api.emulator.clock.read()).state;
    begin(hangar);
    await settled();
    expect(await state()).toBe('frozen');
    await hangar.api.emulator.heldRequests.releaseAll();
    await settled();
    expect(await state()).toBe('running');
    await hangar.api.emulator.clock.set({ body: { state: 'frozen' } });
    begin(hangar);
    await settled();
    await hangar.api.emulator.heldRequests.releaseAll();
    await settled();
    expect(await state()).toBe('frozen');
  });

  test('can be waited for', async () => {
    const hangar = await holding();
    const found = hangar.api.emulator.wait({ body: { for: 'held', operation: 'tasks/execute', task: 'refund' } });
    begin(hangar);
    await expect(found).resolves.toMatchObject({ held: [{ task: 'refund' }] });
    const other = hangar.send('/_emulator/wait', { body: { for: 'held', task: 'asks', timeoutSeconds: 1 } });
    await hangar.clock.advance(1);
    expect((await other).status).toBe(408);
  });

  test('of an order that never came counts as unmet', async () => {
    const hangar = await start();
    await hangar.api.emulator.schedule.apply({
      body: [{ call: EXECUTE, kind: 'hold', until: { operation: 'runs/list' }, seconds: 5 }],
    });
    const begun = begin(hangar);
    await settled();
    await hangar.clock.advance(5);
    expect([await begun.answered, (await hangar.api.emulator.schedule.get()).unmet]).toEqual([200, [0]]);
  });
});
