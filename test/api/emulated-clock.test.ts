import { describe, expect, test } from 'vitest';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const START = '2026-11-20 16:00:00.000000+00';
const wait = (seconds: number) => ({ do: 'wait', seconds }) as const;

const WORKSPACE = {
  settings: { rateLimit: { requests: 100, seconds: 60 } },
  tasks: [
    { slug: 'quick', behavior: steps() },
    { slug: 'twice', behavior: steps(wait(10), { do: 'log', text: 'between' }, wait(20)) },
    { slug: 'asks', timeout: 120, behavior: steps({ do: 'prompt', description: 'Go on?' }) },
    { slug: 'late', timeout: 60, behavior: steps(wait(3600)) },
    { slug: 'child', timeout: 7200, behavior: steps(wait(3600)) },
    { slug: 'parent', timeout: 60, behavior: steps({ do: 'execute', task: 'child' }) },
    { slug: 'queued', behavior: { kind: 'steps', queueSeconds: 5, steps: [] } as never },
    { slug: 'delayed', behavior: { kind: 'steps', startDelaySeconds: 7, steps: [] } as never },
    { slug: 'cached', allowCachedMaxAge: 100, behavior: steps() },
  ],
};

interface ClockAnswer {
  readonly now: string;
  readonly state: string;
  readonly upcoming: readonly { at: string; kind: string; runID: string }[];
  readonly events: readonly { at: string; kind: string; runID: string }[];
  readonly [field: string]: unknown;
}

async function start(workspace: object = WORKSPACE): Promise<TestEmulator> {
  return testEmulator(workspace);
}

const read = async ({ send }: TestEmulator) => (await send('/_emulator/clock')).json as ClockAnswer;
const set = ({ send }: TestEmulator, body: object) => send('/_emulator/clock', { method: 'PUT', body });
const advance = async ({ send }: TestEmulator, body: object) =>
  (await send('/_emulator/clock/advance', { body })).json as ClockAnswer;

const runOf = ({ api }: TestEmulator, id: string) => api.v0.runs.get({ query: { id } });
const second = (at: string | null): string => (at ?? '').slice(11, 19);

describe('the clock', () => {
  test('shows the machine’s time at first, with what is upcoming and busy', async () => {
    const hangar = await start();
    const runID = await hangar.execute('twice');
    const { now, upcoming, ...rest } = await read(hangar);
    expect({
      ...rest,
      now: now.slice(0, 19),
      upcoming: upcoming.map((item) => ({ ...item, at: second(item.at) })),
    }).toEqual({
      now: START.slice(0, 19),
      ...{ state: 'running', speed: 1, offsetSeconds: 0, autoSkip: false, busy: [] },
      upcoming: [
        { at: '16:00:10', kind: 'wait', runID },
        { at: '17:00:00', kind: 'timeout', runID },
      ],
    });
  });

  test('runs everything due in order, each at its own time', async () => {
    const hangar = await start();
    await set(hangar, { state: 'frozen' });
    const ids = [await hangar.execute('twice'), await hangar.execute('queued'), await hangar.execute('delayed')];
    const [twice, queued, delayed] = ids;
    const { now, events, more, blockedBy } = await advance(hangar, { seconds: 1800 });
    const runs = await Promise.all(ids.map((id) => runOf(hangar, id)));
    expect({
      now: second(now),
      ...{ more, blockedBy },
      events: events.map(({ at, kind, runID }) => [second(at), kind, runID]),
      ends: runs.map(({ succeededAt }) => second(succeededAt)),
    }).toEqual({
      ...{ now: '16:30:00', more: false, blockedBy: [] },
      events: [
        ['16:00:05', 'queue', queued],
        ['16:00:07', 'queue', delayed],
        ['16:00:10', 'wait', twice],
        ['16:00:30', 'wait', twice],
      ],
      ends: ['16:00:30', '16:00:05', '16:00:07'],
    });
  });

  test('reaches what a frozen clock began when it advances by exactly its duration', async () => {
    const hangar = await start();
    await set(hangar, { state: 'frozen', now: '2026-11-20T17:00:00Z' });
    const ids: Record<string, string> = {};
    for (const slug of ['quick', 'twice', 'queued', 'delayed', 'asks']) ids[slug] = await hangar.execute(slug);
    const key = { 'Idempotency-Key': 'within the hour' };
    const first = await hangar.execute('quick', {}, key);
    const passed: unknown[] = [];
    for (const seconds of [5, 2, 3, 20, 90]) passed.push((await advance(hangar, { seconds })).events);
    const atLast = await advance(hangar, { seconds: 3480 });
    const event = (time: string, kind: string, slug: string) => [
      { at: `2026-11-20 17:${time}.000000+00`, kind, runID: ids[slug] },
    ];
    expect([passed, atLast.now, (await hangar.execute('quick', {}, key)) === first]).toEqual([
      [
        event('00:05', 'queue', 'queued'),
        event('00:07', 'queue', 'delayed'),
        event('00:10', 'wait', 'twice'),
        event('00:30', 'wait', 'twice'),
        event('02:00', 'timeout', 'asks'),
      ],
      '2026-11-20 18:00:00.000000+00',
      false,
    ]);
  });

  test('gives the same order, instants and outcomes twice', async () => {
    const outcome = async (): Promise<unknown> => {
      const hangar = await start();
      await set(hangar, { state: 'frozen', now: '2026-11-20T17:00:00Z' });
      const ids: string[] = [];
      for (const slug of ['late', 'twice', 'asks', 'parent', 'queued', 'twice']) ids.push(await hangar.execute(slug));
      const { events } = await advance(hangar, { seconds: 7200 });
      const { runs } = await hangar.api.v0.runs.list();
      const at = (id: string): number => ids.indexOf(id);
      return [
        events.map((event) => ({ ...event, runID: at(event.runID) })),
        runs.map(({ id, status, createdAt, succeededAt, cancelledAt }) => [
          at(id),
          status,
          createdAt,
          succeededAt,
          cancelledAt,
        ]),
      ];
    };
    expect(await outcome()).toEqual(await outcome());
  });

  test('advances to the soonest upcoming item, and does not move without one', async () => {
    const hangar = await start();
    await set(hangar, { state: 'frozen' });
    const before = await advance(hangar, { next: true });
    const runID = await hangar.execute('twice');
    const after = await advance(hangar, { next: true });
    expect([
      before.now,
      before.events,
      second(after.now),
      after.events.map((event) => [event.kind, event.runID]),
    ]).toEqual([
      ...[(await start().then(read)).now.slice(0, 11) + before.now.slice(11), [], '16:00:10'],
      [['wait', runID]],
    ]);
  });

  test('stands still while it is frozen, and then continues', async () => {
    const hangar = await start();
    const frozen = (await set(hangar, { state: 'frozen' })).json as ClockAnswer;
    await hangar.clock.advance(100);
    const still = await read(hangar);
    await set(hangar, { state: 'running', speed: 60 });
    await hangar.clock.advance(1);
    const after = await read(hangar);
    expect([still.now, still['offsetSeconds'], second(after.now), after['speed']]).toEqual([
      frozen.now,
      -100,
      '16:01:00',
      60,
    ]);
  });

  test('runs everything that becomes due by another speed', async () => {
    const hangar = await start();
    const run = await hangar.execute('twice');
    await read(hangar);
    await set(hangar, { speed: 10 });
    await hangar.clock.advance(2);
    const { upcoming } = await read(hangar);
    expect(upcoming.map(({ at, kind, runID }) => [second(at), kind, runID])[0]).toEqual(['16:00:30', 'wait', run]);
  });

  test.each([
    ['PUT', '', { now: '2020-01-01T00:00:00Z' }, 'now'],
    ['PUT', '', { now: '2110-01-01T00:00:00Z' }, 'now'],
    ['PUT', '', { speed: 0.5 }, 'speed'],
    ['PUT', '', { speed: 86_401 }, 'speed'],
    ['POST', '/advance', {}, 'seconds'],
    ['POST', '/advance', { seconds: 1, next: true }, 'seconds'],
    ['POST', '/advance', { seconds: 0 }, 'seconds'],
    ['POST', '/advance', { seconds: 400_000_000 }, 'seconds'],
    ['POST', '/advance', { to: '2020-01-01T00:00:00Z' }, 'to'],
    ['POST', '/advance', { next: false }, 'next'],
    ['POST', '/advance', { seconds: 1, waitSeconds: -1 }, 'waitSeconds'],
  ])('refuses %s %s %j and names %s', async (method, path, body, field) => {
    const hangar = await start();
    const { status, json } = await hangar.send(`/_emulator/clock${path}`, { method, body });
    expect([status, (json as { error: string }).error]).toEqual([400, expect.stringContaining(`${field}:`)]);
    expect((await read(hangar))['offsetSeconds']).toBe(0);
  });

  test('applies to idempotency keys, cached runs, rate limits, timestamps and the Date header', async () => {
    const hangar = await start();
    const key = { 'Idempotency-Key': 'k' };
    const once = [await hangar.execute('quick', {}, key), await hangar.execute('cached')];
    await set(hangar, { state: 'frozen', now: '2026-11-20T16:01:30Z' });
    expect([await hangar.execute('quick', {}, key), await hangar.execute('cached')]).toEqual(once);
    await advance(hangar, { seconds: 3600 });
    const again = [await hangar.execute('quick', {}, key), await hangar.execute('cached')];
    expect(again.some((id) => once.includes(id))).toBe(false);
    const { headers } = await hangar.send(`/v0/runs/get?id=${again[0] ?? ''}`);
    expect([second((await runOf(hangar, again[0] ?? '')).createdAt), headers['date']]).toEqual([
      '17:01:30',
      'Fri, 20 Nov 2026 17:01:30 GMT',
    ]);
    const statuses = async () => (await hangar.send('/v0/runs/list')).status;
    for (let i = 0; i < 100; i++) await statuses();
    const limited = await statuses();
    await advance(hangar, { seconds: 61 });
    expect([limited, await statuses()]).toEqual([429, 200]);
  });

  test('survives a restart, and reset returns to the machine’s time', async () => {
    const before = await start();
    await set(before, { state: 'frozen', now: '2027-01-01T00:00:00Z' });
    const runID = await before.execute('twice');
    const hangar = await before.restart();
    const restarted = await read(hangar);
    await advance(hangar, { seconds: 60 });
    const { succeededAt } = await runOf(hangar, runID);
    await hangar.send('/_emulator/reset', { body: {} });
    const { now, state, offsetSeconds, upcoming } = await read(hangar);
    expect([restarted.state, restarted.now.slice(0, 19), succeededAt?.slice(0, 19)]).toEqual([
      'frozen',
      '2027-01-01 00:00:00',
      '2027-01-01 00:00:30',
    ]);
    expect([now.slice(0, 10), state, offsetSeconds, upcoming]).toEqual(['2026-11-20', 'running', 0, []]);
  });

  test('is part of an export', async () => {
    const hangar = await start();
    await set(hangar, { state: 'frozen', now: '2027-01-01T00:00:00Z' });
    const { text } = await hangar.send('/_emulator/export');
    await hangar.send('/_emulator/reset', { body: {} });
    const { status } = await hangar.send('/_emulator/import', { body: text });
    const { state, now } = await read(hangar);
    expect([status, state, now.slice(0, 10)]).toEqual([200, 'frozen', '2027-01-01']);
  });
});

describe('autoSkip', () => {
  const quiet = async (hangar: TestEmulator): Promise<void> => {
    for (let i = 0; i < 30; i++) await hangar.clock.advance(0.021);
  };

  test('skips waits and queues while nothing else runs', async () => {
    const hangar = await start();
    await set(hangar, { autoSkip: true, state: 'frozen' });
    const ids = [await hangar.execute('twice'), await hangar.execute('queued')];
    await quiet(hangar);
    const runs = await Promise.all(ids.map((id) => runOf(hangar, id)));
    expect(runs.map(({ status, succeededAt }) => [status, second(succeededAt)])).toEqual([
      ['Succeeded', '16:00:30'],
      ['Succeeded', '16:00:05'],
    ]);
  });

  test('times out a run that waits on the clock, but neither its parent nor one that waits for a prompt', async () => {
    const hangar = await start();
    await set(hangar, { autoSkip: true, state: 'frozen' });
    const ids: string[] = [];
    for (const slug of ['late', 'parent', 'asks']) ids.push(await hangar.execute(slug));
    await quiet(hangar);
    const runs = await Promise.all(ids.map((id) => runOf(hangar, id)));
    const hour = second((await read(hangar)).now).slice(0, 2);
    await advance(hangar, { seconds: 121 });
    const asks = await runOf(hangar, ids[2] ?? '');
    expect([runs.map(({ status }) => status), hour, asks.status]).toEqual([
      ['Cancelled', 'Succeeded', 'Active'],
      '17',
      'Cancelled',
    ]);
  });

  test('skipped before a restart, it does not time out a run that waits for a prompt', async () => {
    const before = await start();
    await set(before, { autoSkip: true, state: 'frozen' });
    const id = await before.execute('asks');
    await before.execute('child');
    await quiet(before);
    const hangar = await before.restart();
    await advance(hangar, { seconds: 100 });
    const within = await runOf(hangar, id);
    await advance(hangar, { seconds: 21 });
    const after = await runOf(hangar, id);
    expect([within.status, after.status, second(after.cancelledAt)]).toEqual(['Active', 'Cancelled', '17:02:00']);
  });

  test('expires neither idempotency keys nor cached runs', async () => {
    const hangar = await start();
    await set(hangar, { autoSkip: true, state: 'frozen' });
    const key = { 'Idempotency-Key': 'k' };
    const once = [await hangar.execute('quick', {}, key), await hangar.execute('cached')];
    await hangar.execute('child');
    await quiet(hangar);
    const { now } = await read(hangar);
    expect([second(now).slice(0, 2), await hangar.execute('quick', {}, key), await hangar.execute('cached')]).toEqual([
      '17',
      ...once,
    ]);
    await advance(hangar, { seconds: 3601 });
    expect([await hangar.execute('quick', {}, key)]).not.toEqual([once[0]]);
  });

  test('skips at most 1,000 times for one run, whose log says so, over a restart and switching it off too', async () => {
    const tasks = [{ slug: 'many', timeout: 43_200, behavior: steps(...Array.from({ length: 1010 }, () => wait(1))) }];
    const before = await start({ tasks });
    await set(before, { autoSkip: true, state: 'frozen' });
    const id = await before.execute('many');
    for (let i = 0; i < 15; i++) await quiet(before);
    await set(before, { autoSkip: false });
    await set(before, { autoSkip: true });
    for (let i = 0; i < 5; i++) await quiet(before);
    const hangar = await before.restart();
    for (let i = 0; i < 80; i++) await quiet(hangar);
    const { lines } = await hangar.api.emulator.runs.logs({ params: { id } });
    const { status, activeAt } = await runOf(hangar, id);
    const skipped = Date.parse((await read(hangar)).now) - Date.parse(activeAt ?? '');
    expect([status, skipped, lines.filter(({ text }) => text.includes('skipped 1,000 times')).length]).toEqual([
      'Active',
      1_000_000,
      1,
    ]);
  });
});
