import { describe, expect, test } from 'vitest';
import { testEmulator, type ReadAnswer, type TestEmulator } from '../support/emulator.ts';
import { settled } from '../support/fake-clock.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE = {
  tasks: [
    { slug: 'quick', parameters: [{ slug: 'amount', type: 'integer' as const, constraints: { optional: true } }] },
    { slug: 'fails', behavior: steps({ do: 'fail', message: 'No.' }) },
    { slug: 'asks', behavior: steps({ do: 'prompt', description: 'Go on?' }) },
    { slug: 'waits', concurrency: 1, behavior: steps({ do: 'wait', seconds: 60 }) },
    { slug: 'delayed', behavior: { kind: 'steps', startDelaySeconds: 7, steps: [] } as never },
    { slug: 'parent', behavior: steps({ do: 'execute', task: 'asks' }) },
  ],
};

/** A wait under way. */
interface Wait {
  readonly answer: Promise<ReadAnswer>;
  readonly isOver: () => Promise<boolean>;
}

function wait({ send }: TestEmulator, body: object): Wait {
  let isOver = false;
  const answer = send('/_emulator/wait', { body }).finally(() => (isOver = true));
  return {
    answer,
    isOver: async () => {
      for (let i = 0; i < 5; i++) await settled();
      return isOver;
    },
  };
}

/** The answer of a wait that holds already, or soon. */
async function holding(hangar: TestEmulator, body: object): Promise<Record<string, unknown>> {
  const { status, json } = await wait(hangar, body).answer;
  expect([status, json]).toEqual([200, json]);
  return json as Record<string, unknown>;
}

const get = async ({ send }: TestEmulator, id: string) => (await send(`/v0/runs/get?id=${id}`)).json;

describe('waiting until all work has settled', () => {
  test('answers at once with the reason that each unfinished run waits', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const nothing = await holding(hangar, { for: 'settled' });
    const ids: string[] = [];
    for (const slug of ['quick', 'asks', 'waits', 'waits', 'delayed', 'parent']) ids.push(await hangar.execute(slug));
    const { waiting } = await holding(hangar, { for: 'settled' });
    const [, asks, first, second, delayed, parent] = ids;
    expect([nothing, waiting]).toEqual([
      { waiting: [] },
      [
        { runID: asks, on: 'prompt' },
        { runID: first, on: 'clock', until: expect.stringContaining('16:01:00') },
        { runID: second, on: 'slot' },
        { runID: delayed, on: 'clock', until: expect.stringContaining('16:00:07') },
        { runID: parent, on: 'prompt' },
        { runID: expect.any(String), on: 'prompt' },
      ],
    ]);
  });

  test('counts a wait on a frozen clock as settled', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.send('/_emulator/clock', { method: 'PUT', body: { state: 'frozen' } });
    const runID = await hangar.execute('waits');
    expect(await holding(hangar, { for: 'settled' })).toEqual({
      waiting: [{ runID, on: 'clock', until: expect.any(String) }],
    });
  });

  test('waits for the skips of a clock that skips waits', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.send('/_emulator/clock', { method: 'PUT', body: { state: 'frozen', autoSkip: true } });
    const ids = [await hangar.execute('waits'), await hangar.execute('waits'), await hangar.execute('asks')];
    const { answer, isOver } = wait(hangar, { for: 'settled' });
    const before = await isOver();
    for (let i = 0; i < 10; i++) await hangar.clock.advance(0.021);
    expect([before, (await answer).json, await get(hangar, ids[1] ?? '')]).toEqual([
      false,
      { waiting: [{ runID: ids[2], on: 'prompt' }] },
      expect.objectContaining({ status: 'Succeeded' }),
    ]);
  });

  test('ends when skipping is switched off, or the run that was to be skipped for is cancelled', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const autoSkip = (isOn: boolean) =>
      hangar.send('/_emulator/clock', { method: 'PUT', body: { state: 'frozen', autoSkip: isOn } });
    await autoSkip(true);
    const runID = await hangar.execute('delayed');
    const first = wait(hangar, { for: 'settled' });
    const before = await first.isOver();
    await autoSkip(false);
    const switchedOff = (await first.answer).json;
    await autoSkip(true);
    const second = wait(hangar, { for: 'settled' });
    await second.isOver();
    await hangar.send(`/_emulator/runs/${runID}/cancel`, { method: 'POST' });
    expect([before, switchedOff, (await second.answer).json]).toEqual([
      false,
      { waiting: [{ runID, on: 'clock', until: expect.any(String) }] },
      { waiting: [] },
    ]);
  });

  test('waits for requests in flight, and lists them when the time is over', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const fault = { slug: 'late', kind: 'delay', seconds: 30, match: { operation: 'runs/list' } };
    await hangar.send('/_emulator/faults', { body: fault });
    const request = hangar.send('/v0/runs/list');
    const late = wait(hangar, { for: 'settled', timeoutSeconds: 5 });
    const { answer, isOver } = wait(hangar, { for: 'settled', timeoutSeconds: 100 });
    await isOver();
    await hangar.clock.advance(6);
    const { status, json } = await late.answer;
    const before = await isOver();
    await hangar.clock.advance(30);
    await request;
    expect([status, json, before, (await answer).json]).toEqual([
      408,
      {
        error: expect.stringContaining('5 s are over'),
        code: 'timeout',
        state: { busy: [{ kind: 'request', runID: '' }], waiting: [] },
      },
      false,
      { waiting: [] },
    ]);
  });

  test('lists at most 1,000 runs and counts the omitted ones', async () => {
    const hangar = await testEmulator({
      tasks: [{ slug: 'asks', concurrency: 1000, behavior: steps({ do: 'prompt' }) }],
    });
    for (let i = 0; i < 1005; i++) await hangar.api.v0.tasks.execute({ body: { slug: 'asks' } });
    const { waiting, more } = await holding(hangar, { for: 'settled' });
    expect([(waiting as unknown[]).length, more]).toEqual([1000, 5]);
  });
});

describe('waiting for a run', () => {
  test('answers the run as /v0 does once it has ended, however it ended', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const runID = await hangar.execute('waits');
    const { answer, isOver } = wait(hangar, { for: 'run', runID });
    const before = await isOver();
    await hangar.send('/v0/runs/cancel', { body: { runID } });
    const { json } = await answer;
    const again = await holding(hangar, { for: 'run', runID });
    expect([before, json, again]).toEqual([false, { run: await get(hangar, runID) }, json]);
  });

  test('answers as soon as it has a status, even one that it leaves at once', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const first = await hangar.execute('waits');
    const runID = await hangar.execute('waits');
    const queued = await holding(hangar, { for: 'run', runID, status: 'Queued' });
    const active = wait(hangar, { for: 'run', runID, status: 'Active' });
    const succeeded = wait(hangar, { for: 'run', runID, status: 'Succeeded', timeoutSeconds: 300 });
    await active.isOver();
    await hangar.send('/v0/runs/cancel', { body: { runID: first } });
    await hangar.clock.advance(61);
    expect([queued, (await active.answer).json, (await succeeded.answer).json]).toEqual([
      { run: expect.objectContaining({ id: runID, status: 'Queued' }) },
      { run: expect.objectContaining({ id: runID, status: 'Active' }) },
      { run: expect.objectContaining({ id: runID, status: 'Succeeded' }) },
    ]);
  });

  test.each(['NotStarted', 'Queued', 'Active'] as const)('of a task answers its next run as %s', async (status) => {
    const hangar = await testEmulator(WORKSPACE);
    const { answer, isOver } = wait(hangar, { for: 'run', task: 'quick', status });
    await isOver();
    const runID = await hangar.execute('quick');
    expect((await answer).json).toEqual({ run: expect.objectContaining({ id: runID, status }) });
  });

  test('of a task waits for its newest run, also for one that does not exist yet', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const { answer, isOver } = wait(hangar, { for: 'run', task: 'fails' });
    const before = await isOver();
    const failed = await hangar.execute('fails');
    const first = (await answer).json;
    await hangar.execute('asks');
    const second = await hangar.execute('asks');
    const newest = wait(hangar, { for: 'run', task: 'asks', status: 'Cancelled', timeoutSeconds: 3 });
    await newest.isOver();
    const { runs } = await hangar.api.v0.runs.list({ query: { taskSlug: 'asks' } });
    await hangar.send('/v0/runs/cancel', { body: { runID: runs[1]?.id ?? '' } });
    await hangar.clock.advance(4);
    const late = (await newest.answer).json;
    await hangar.send('/v0/runs/cancel', { body: { runID: second } });
    const found = await holding(hangar, { for: 'run', task: 'asks', status: 'Cancelled' });
    expect([before, first, late, found]).toEqual([
      false,
      { run: expect.objectContaining({ id: failed, status: 'Failed' }) },
      expect.objectContaining({
        code: 'timeout',
        state: { run: expect.objectContaining({ id: second, status: 'Active' }) },
      }),
      { run: expect.objectContaining({ id: second, status: 'Cancelled' }) },
    ]);
  });

  test('of a task without runs has no run in its state', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const { answer, isOver } = wait(hangar, { for: 'run', task: 'quick', timeoutSeconds: 1 });
    await isOver();
    await hangar.clock.advance(2);
    expect([(await answer).status, (await answer).json]).toEqual([
      408,
      { error: expect.any(String), code: 'timeout', state: { run: null } },
    ]);
  });
});

describe('waiting for a prompt', () => {
  test('answers a pending prompt as /v0 does, of this run or of this task', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const { answer, isOver } = wait(hangar, { for: 'prompt', task: 'asks' });
    await hangar.execute('waits');
    const before = await isOver();
    const runID = await hangar.execute('asks');
    const { prompts } = await hangar.api.v0.prompts.list({ query: { runID } });
    const other = await hangar.execute('parent');
    const any = await holding(hangar, { for: 'prompt' });
    const own = await holding(hangar, { for: 'prompt', runID, task: 'asks' });
    const { api } = hangar;
    const { childRunIDs } = await api.v0.runs.get({ query: { id: other } });
    const child = await holding(hangar, { for: 'prompt', runID: childRunIDs[0] });
    expect([before, (await answer).json, any, own, child]).toEqual([
      false,
      ...Array.from({ length: 3 }, () => ({ prompt: prompts[0] })),
      { prompt: expect.objectContaining({ runID: childRunIDs[0] }) },
    ]);
  });

  test('does not count a prompt that was answered', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const runID = await hangar.execute('asks');
    const { prompts } = await hangar.api.v0.prompts.list({ query: { runID } });
    await hangar.send('/v0/prompts/submit', { body: { id: prompts[0]?.id, values: {} } });
    const other = await hangar.execute('asks');
    const { answer, isOver } = wait(hangar, { for: 'prompt', runID, timeoutSeconds: 1 });
    await isOver();
    await hangar.clock.advance(2);
    expect((await answer).json).toMatchObject({ code: 'timeout', state: { prompts: [{ runID: other }] } });
  });
});

describe('waiting for requests', () => {
  const idsOf = (answer: unknown) => (answer as { requests: { id: string }[] }).requests.map(({ id }) => id);

  test('counts earlier and later ones, oldest first', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.execute('quick');
    const one = await holding(hangar, { for: 'request', operation: 'tasks/execute' });
    const { answer, isOver } = wait(hangar, { for: 'request', operation: 'tasks/execute', count: 3 });
    await hangar.send('/v0/runs/list');
    await hangar.execute('fails');
    const before = await isOver();
    await hangar.send('/v0/tasks/execute', { body: { slug: 'unknown' } });
    const { entries } = await hangar.api.emulator.traffic.list();
    const executed = entries.filter(({ path }) => path === '/v0/tasks/execute').map(({ id }) => id);
    expect([before, idsOf(one), idsOf((await answer).json)]).toEqual([false, executed.slice(2), executed.toReversed()]);
  });

  test('selects by status, and by the task that they execute or ask about', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const quick = await hangar.execute('quick');
    const fails = await hangar.execute('fails');
    await get(hangar, fails);
    await get(hangar, quick);
    await hangar.send('/v0/tasks/execute', { body: { slug: 'quick', paramValues: { amount: 'much' } } });
    const { id } = await hangar.api.emulator.definitions.tasks.get({ params: { id: 'quick' } });
    const statuses = async (body: object) => {
      const { requests } = await holding(hangar, { for: 'request', ...body });
      return (requests as { path: string; status: number }[]).map(({ path, status }) => `${path.slice(4)} ${status}`);
    };
    expect([await statuses({ task: 'quick' }), await statuses({ task: id, status: 400 })]).toEqual([
      ['tasks/execute 200', 'runs/get 200', 'tasks/execute 400'],
      ['tasks/execute 400'],
    ]);
  });

  test('counts a lost answer as status 0, and webhooks', async () => {
    const hangar = await testEmulator({
      tasks: [{ slug: 'quick', webhooks: { paid: { secret: 'the-secret' } }, behavior: steps() }],
    });
    await hangar.send('/_emulator/faults', { body: { slug: 'lost', kind: 'lose', match: { operation: 'runs/list' } } });
    await hangar.send('/v0/runs/list');
    const { webhooks } = await hangar.api.emulator.webhooks.list();
    const { answer } = wait(hangar, { for: 'request', operation: 'webhook', task: 'quick' });
    await hangar.send(new URL(webhooks[0]?.url ?? '').pathname, { body: {} });
    const lost = await holding(hangar, { for: 'request', status: 0 });
    expect([lost, (await answer).json]).toMatchObject([
      { requests: [{ path: '/v0/runs/list', fault: { kind: 'lose' } }] },
      { requests: [{ webhook: 'paid', path: expect.not.stringContaining('the-secret') }] },
    ]);
  });

  test('shows those that did come when the time is over, and forgets those that are deleted', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.execute('quick');
    const { answer, isOver } = wait(hangar, {
      for: 'request',
      operation: 'tasks/execute',
      count: 2,
      timeoutSeconds: 1,
    });
    await isOver();
    await hangar.send('/_emulator/traffic', { method: 'DELETE' });
    await hangar.send('/v0/runs/list');
    await hangar.execute('fails');
    await hangar.clock.advance(2);
    const { status, json } = await answer;
    expect([status, json]).toMatchObject([
      408,
      {
        code: 'timeout',
        state: {
          requests: [{ path: '/v0/tasks/execute' }],
          latest: [{ path: '/v0/runs/list' }, { path: '/v0/tasks/execute' }],
        },
      },
    ]);
  });
});

describe('a wait', () => {
  test.each([
    [{}, 400, 'for'],
    [{ for: 'rain' }, 400, 'for'],
    [{ for: 'settled', runID: 'x' }, 400, 'runID'],
    [{ for: 'settled', timeoutSeconds: 301 }, 400, 'timeoutSeconds'],
    [{ for: 'settled', timeoutSeconds: -1 }, 400, 'timeoutSeconds'],
    [{ for: 'run' }, 400, 'runID'],
    [{ for: 'run', runID: 'x', task: 'quick' }, 400, 'runID'],
    [{ for: 'run', task: 'quick', status: 'Done' }, 400, 'status'],
    [{ for: 'run', runID: 'x' }, 404, 'x'],
    [{ for: 'run', task: 'unknown' }, 404, 'unknown'],
    [{ for: 'prompt', runID: 'x' }, 404, 'x'],
    [{ for: 'prompt', task: 'unknown' }, 404, 'unknown'],
    [{ for: 'request', task: 'unknown' }, 404, 'unknown'],
    [{ for: 'request', operation: 'tasks/eat' }, 400, 'operation'],
    [{ for: 'request', count: 0 }, 400, 'count'],
    [{ for: 'request', count: 1001 }, 400, 'count'],
    [{ for: 'request', status: 'ok' }, 400, 'status'],
  ])('%j is answered with %i, which names %s', async (body, status, named) => {
    const hangar = await testEmulator(WORKSPACE);
    const { json, ...answer } = await hangar.send('/_emulator/wait', { body });
    expect([answer.status, (json as { error: string }).error]).toEqual([status, expect.stringContaining(named)]);
  });

  test('ends after ten seconds when it names no time, and at once with no time', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const { answer, isOver } = wait(hangar, { for: 'run', task: 'quick' });
    await isOver();
    await hangar.clock.advance(9.9);
    const before = await isOver();
    await hangar.clock.advance(0.2);
    const now = wait(hangar, { for: 'run', task: 'quick', timeoutSeconds: 0 });
    await now.isOver();
    await hangar.clock.advance(0);
    expect([before, (await answer).status, (await now.answer).status]).toEqual([false, 408, 408]);
  });

  test('is one of at most 256, and frees its place', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const runID = await hangar.execute('asks');
    const waits = Array.from({ length: 256 }, () => wait(hangar, { for: 'run', runID }));
    await waits[0]?.isOver();
    const refused = await hangar.send('/_emulator/wait', { body: { for: 'settled' } });
    await hangar.send('/v0/runs/cancel', { body: { runID } });
    const statuses = (await Promise.all(waits.map(({ answer }) => answer))).map(({ status }) => status);
    expect([refused.status, refused.json, new Set(statuses), await holding(hangar, { for: 'settled' })]).toEqual([
      409,
      { error: expect.stringContaining('256'), code: 'conflict' },
      new Set([200]),
      { waiting: [] },
    ]);
  });
});
