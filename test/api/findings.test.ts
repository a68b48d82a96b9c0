import { describe, expect, test } from 'vitest';
import type { Finding } from '../../shared/contract/emulator/findings.ts';
import type { AuthoredFault } from '../../shared/model/fault.ts';
import { FINDING_RULES } from '../../shared/registry/finding-rules.ts';
import { testEmulator, type ReadAnswer, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE = {
  tasks: [
    {
      slug: 'quick',
      parameters: [{ slug: 'amount', type: 'integer' as const, constraints: { optional: true } }],
      behavior: steps(),
    },
    { slug: 'asks', behavior: steps({ do: 'prompt', description: 'Go on?', parameters: [{ slug: 'note' }] }) },
    { slug: '*:stood_in' },
    { slug: 'waits', behavior: steps({ do: 'wait', seconds: 3600 }) },
  ],
};

const found = async ({ send }: TestEmulator) =>
  ((await send('/_emulator/findings')).json as { items: Finding[] }).items;

type Fault = Omit<AuthoredFault, 'slug'>;

const execute = ({ send }: TestEmulator, key?: string, paramValues = {}): Promise<ReadAnswer> =>
  send('/v0/tasks/execute', {
    body: { slug: 'quick', paramValues },
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  });

const get = ({ send }: TestEmulator, id: string) => send(`/v0/runs/get?id=${id}`);

/** Reads a run a number of times, with a pause in seconds after each. */
async function polling(hangar: TestEmulator, id: string, times: number, pause: number): Promise<void> {
  for (let i = 0; i < times; i++) await get(hangar, id).then(() => hangar.clock.advance(pause));
}

/** Sends a call again until it succeeds, with these pauses in seconds. */
async function retrying(hangar: TestEmulator, pauses: readonly number[], call: () => Promise<ReadAnswer>) {
  for (const pause of pauses) {
    if ((await call()).status < 400) return;
    await hangar.clock.advance(pause);
  }
}

/** Executes twice, a second apart. */
async function twice(hangar: TestEmulator, key?: string): Promise<void> {
  await execute(hangar, key);
  await hangar.clock.advance(1.2);
  await execute(hangar, key);
}

/** Reads the first page of three runs, and then the second one if it does. */
async function paging(hangar: TestEmulator, readsNext: boolean): Promise<void> {
  for (let i = 0; i < 3; i++) await execute(hangar);
  await hangar.send('/v0/runs/list?limit=2');
  if (readsNext) await hangar.send('/v0/runs/list?limit=2&page=1');
  await hangar.clock.advance(1);
}

/** Lets a rule answer a prompt. */
async function answering({ send, clock }: TestEmulator, submit: object): Promise<void> {
  await send('/_emulator/answers', { body: { slug: 'auto', submit } });
  await send('/v0/tasks/execute', { body: { slug: 'asks' } });
  await clock.advance(1);
}

const lose = { kind: 'lose', times: 1 } as Fault;
const unavailable = (times: number) => ({ kind: 'error', status: 503, times }) as Fault;
const later = { kind: 'error', status: 429, retryAfterSeconds: 2, times: 1 } as Fault;

type Client = (hangar: TestEmulator) => Promise<unknown>;

/** A client with one mistake, and the same without it. */
interface Mistake {
  readonly fault?: Fault;
  readonly wrong: Client;
  readonly right: Client;
  /** Operation of the requests that prove it, and their number. */
  readonly proof?: readonly [operation: string, requests: number];
}

const CLIENTS: Readonly<Record<string, Mistake>> = {
  'executed-twice': {
    fault: lose,
    wrong: (hangar) => twice(hangar),
    right: (hangar) => twice(hangar, 'order-1'),
    proof: ['tasks/execute', 2],
  },
  'retry-without-key': {
    fault: unavailable(1),
    wrong: (hangar) => retrying(hangar, [1, 1], () => execute(hangar)),
    right: (hangar) => retrying(hangar, [1, 1], () => execute(hangar, 'order-1')),
    proof: ['tasks/execute', 2],
  },
  'key-reused': {
    wrong: (hangar) => execute(hangar, 'order', { amount: 1 }).then(() => execute(hangar, 'order', { amount: 2 })),
    right: (hangar) => execute(hangar, 'order-1', { amount: 1 }).then(() => execute(hangar, 'order-2', { amount: 2 })),
    proof: ['tasks/execute', 2],
  },
  'early-retry': {
    fault: later,
    wrong: (hangar) => retrying(hangar, [0.4, 1], () => execute(hangar, 'order')),
    right: (hangar) => retrying(hangar, [2, 1], () => execute(hangar, 'order')),
    proof: ['tasks/execute', 2],
  },
  'no-backoff': {
    fault: unavailable(4),
    wrong: (hangar) => retrying(hangar, [0.2, 0.2, 0.2, 0.2, 1], () => execute(hangar, 'order')),
    right: (hangar) => retrying(hangar, [0.1, 0.2, 0.4, 0.8, 1], () => execute(hangar, 'order')),
    proof: ['tasks/execute', 5],
  },
  'fast-polling': {
    wrong: async (hangar) => polling(hangar, await hangar.execute('waits'), 80, 0.05),
    right: async (hangar) => polling(hangar, await hangar.execute('waits'), 40, 0.25),
    proof: ['runs/get', 39],
  },
  'polling-after-end': {
    wrong: async (hangar) => polling(hangar, await hangar.execute('quick'), 6, 1),
    right: async (hangar) => polling(hangar, await hangar.execute('quick'), 1, 1),
    proof: ['runs/get', 6],
  },
  'retried-refusal': {
    wrong: (hangar) => retrying(hangar, [1, 2, 4], () => execute(hangar, 'order', { amount: 'much' })),
    right: (hangar) => retrying(hangar, [1], () => execute(hangar, 'order', { amount: 'much' })),
    proof: ['tasks/execute', 3],
  },
  'unread-page': {
    wrong: (hangar) => paging(hangar, false),
    right: (hangar) => paging(hangar, true),
    proof: ['runs/list', 1],
  },
  'dropped-values': {
    wrong: (hangar) => execute(hangar, undefined, { amout: 5 }),
    right: (hangar) => execute(hangar, undefined, { amount: 5 }),
    proof: ['tasks/execute', 1],
  },
  'built-in-missing': {
    wrong: ({ send }) => send('/v0/tasks/execute', { body: { slug: 'acme:email_message' } }),
    right: ({ send }) => send('/v0/tasks/execute', { body: { slug: 'acme:stood_in' } }),
    proof: ['tasks/execute', 1],
  },
  'answer-refused': {
    wrong: (hangar) => answering(hangar, {}),
    right: (hangar) => answering(hangar, { note: 'Yes.' }),
  },
  'unread-run': {
    wrong: (hangar) => execute(hangar),
    right: async (hangar) => get(hangar, await hangar.execute('quick')),
    proof: ['tasks/execute', 1],
  },
  'fault-unused': {
    fault: unavailable(2),
    wrong: (hangar) => retrying(hangar, [1], () => execute(hangar, 'order')),
    right: (hangar) => retrying(hangar, [1, 2, 1], () => execute(hangar, 'order')),
  },
};

/** Findings about a client, without the one that most clients of these tests earn: that they read no outcome. */
async function foundOf(rule: string, run: Client, fault?: Fault) {
  const hangar = await testEmulator(WORKSPACE);
  if (fault !== undefined) await hangar.send('/_emulator/faults', { body: { slug: 'trouble', ...fault } });
  await run(hangar);
  const all = [...(await found(hangar)), ...hangar.ports.lab.findings.atEnd()];
  const { entries } = await hangar.api.emulator.traffic.list();
  const findings = all.filter((finding) => finding.rule === rule || finding.rule !== 'unread-run');
  return {
    rules: [...new Set(findings.map((finding) => finding.rule))],
    requests: findings[0]?.requestIDs.map((id) => entries.find((entry) => entry.id === id)?.path) ?? [],
  };
}

describe('a client with one mistake', () => {
  test('exists for every rule', () => {
    expect(Object.keys(CLIENTS).sort()).toEqual(Object.keys(FINDING_RULES).sort());
  });

  test.each(Object.entries(CLIENTS))(
    'is found: %s',
    async (rule, { fault, wrong, proof: [operation, count] = ['', 0] }) => {
      const requests = Array.from({ length: count }, () => `/v0/${operation}`);
      expect(await foundOf(rule, wrong, fault)).toEqual({ rules: [rule], requests });
    },
  );

  test.each(Object.entries(CLIENTS))('has no finding when it is repaired: %s', async (rule, { fault, right }) => {
    expect(await foundOf(rule, right, fault)).toEqual({ rules: [], requests: [] });
  });
});

describe('a finding', () => {
  test('names the client, its key, the requests as evidence, and both runs', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.send('/_emulator/faults', { body: { slug: 'trouble', ...lose } });
    const headers = { 'User-Agent': 'shop/2.3' };
    const send = () => hangar.send('/v0/tasks/execute', { body: { slug: 'quick' }, headers });
    await send();
    await hangar.clock.advance(1.2);
    await send();
    const { entries } = await hangar.api.emulator.traffic.list();
    const { runs } = await hangar.api.emulator.runs.list();
    expect(await found(hangar)).toEqual([
      {
        id: expect.stringMatching(/^fnd[0-9a-f]{16}$/),
        rule: 'executed-twice',
        level: 'error',
        message: `tasks/execute was repeated after 1.2 s, because its answer was lost, without the same Idempotency-Key. Both were executed: ${runs[1]?.id} and ${runs[0]?.id}.`,
        client: 'shop/2.3',
        apiKey: 'local',
        firstAt: expect.stringMatching(/^2026-11-20 16:00:00/),
        lastAt: expect.stringMatching(/^2026-11-20 16:00:01/),
        count: 1,
        requestIDs: [entries[1]?.id, entries[0]?.id],
        runIDs: [runs[1]?.id, runs[0]?.id],
      },
    ]);
  });

  test.each([400, 409, 429, 500])(
    'is a double execution after an error %d that came after the first one',
    async (status) => {
      const hangar = await testEmulator(WORKSPACE);
      await hangar.send('/_emulator/faults', {
        body: { slug: 'trouble', kind: 'error', status, after: true, times: 1 },
      });
      for (let i = 0; i < 2; i++) await execute(hangar).then(() => hangar.clock.advance(1));
      expect(await found(hangar)).toMatchObject([
        { rule: 'executed-twice', runIDs: [expect.any(String), expect.any(String)] },
      ]);
    },
  );

  test('shows no credentials, as the traffic does not', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const send = (amount: number) =>
      hangar.send('/v0/tasks/execute?tkn_local=1', {
        body: { slug: 'quick', paramValues: { amount, tkn_local: 1 } },
        headers: { 'Idempotency-Key': 'order-tkn_local', 'User-Agent': 'shop tkn_local' },
      });
    await send(1);
    await send(2);
    const items = await found(hangar);
    expect(items.map(({ rule }) => rule).sort()).toEqual(['dropped-values', 'key-reused']);
    expect(JSON.stringify(items)).not.toContain('tkn_local');
  });

  test('counts further occurrences, and is forgotten by DELETE', async () => {
    const hangar = await testEmulator(WORKSPACE);
    for (let i = 0; i < 30; i++)
      await execute(hangar, undefined, { amount: 'much' }).then(() => hangar.clock.advance(50));
    const [{ message, requestIDs }] = (await found(hangar)) as [Finding];
    expect(await found(hangar)).toMatchObject([{ rule: 'retried-refusal', count: 30 }]);
    expect([message, requestIDs.length]).toEqual([expect.stringContaining('was called 30 times'), 30]);
    expect((await hangar.send('/_emulator/findings', { method: 'DELETE' })).status).toBe(200);
    expect(await found(hangar)).toEqual([]);
    await execute(hangar, undefined, { amount: 'much' });
    expect(await found(hangar)).toEqual([]);
  });

  test('is no retry of a refusal when the same call was refused otherwise', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const statuses: number[] = [];
    const refused = async (): Promise<void> => {
      const body = { slug: 'fresh', paramValues: { amount: 'much' } };
      statuses.push((await hangar.send('/v0/tasks/execute', { body })).status);
      await hangar.clock.advance(2);
    };
    await refused();
    const task = { slug: 'fresh', parameters: [{ slug: 'amount', type: 'integer' }] };
    expect((await hangar.send('/_emulator/tasks', { body: task })).status).toBe(200);
    await refused();
    expect((await hangar.send('/_emulator/tasks/fresh', { method: 'DELETE' })).status).toBe(200);
    await refused();
    expect(statuses).toEqual([404, 400, 404]);
    expect(await found(hangar)).toEqual([]);
  });

  test('is an early retry even minutes after an answer with a Retry-After of an hour', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.send('/_emulator/faults', { body: { slug: 'trouble', ...later, retryAfterSeconds: 3600 } });
    await execute(hangar, 'order');
    await hangar.clock.advance(600);
    await execute(hangar, 'order');
    expect(await found(hangar)).toMatchObject([
      { rule: 'early-retry', message: 'tasks/execute was repeated after 600 s; Retry-After asked for 3600 s.' },
    ]);
  });

  test('disappears when the next page is read later', async () => {
    const hangar = await testEmulator(WORKSPACE);
    for (let i = 0; i < 3; i++) await execute(hangar);
    await hangar.send('/v0/runs/list?limit=2');
    expect(await found(hangar)).toEqual([]);
    await hangar.clock.advance(1);
    expect(await found(hangar)).toMatchObject([{ rule: 'unread-page' }]);
    await hangar.send('/v0/runs/list?page=1&limit=2');
    expect(await found(hangar)).toEqual([]);
  });

  test('is not made of requests before a reset', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await execute(hangar, 'order', { amount: 1 });
    await hangar.send('/_emulator/reset', { body: {} });
    await execute(hangar, 'order', { amount: 2 });
    expect(await found(hangar)).toEqual([]);
  });
});

describe('there is no finding about a client', () => {
  test('that sends the same call from several workers at once', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.send('/_emulator/faults', { body: { slug: 'trouble', kind: 'error', status: 429, times: 2 } });
    await Promise.all(Array.from({ length: 8 }, () => execute(hangar)));
    expect(await found(hangar)).toEqual([]);
  });

  test('that executes the same order again after a success', async () => {
    const hangar = await testEmulator(WORKSPACE);
    for (let i = 0; i < 10; i++) await execute(hangar);
    expect(await found(hangar)).toEqual([]);
  });

  test('that reuses a key after it has expired', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await execute(hangar, 'order', { amount: 1 });
    await hangar.clock.advance(3601);
    await execute(hangar, 'order', { amount: 2 });
    expect(await found(hangar)).toEqual([]);
  });

  test('whose pauses grow, however often the call fails after that', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.send('/_emulator/faults', { body: { slug: 'trouble', ...unavailable(30) } });
    await retrying(hangar, [0.1, 0.4, ...Array.from({ length: 30 }, () => 0.9)], () => execute(hangar, 'order'));
    expect(await found(hangar)).toEqual([]);
  });

  test('whose short pauses grow by some tens of milliseconds each', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.send('/_emulator/faults', { body: { slug: 'trouble', ...unavailable(3) } });
    await retrying(hangar, [0.02, 0.044, 0.074, 0], () => execute(hangar, 'order'));
    expect(await found(hangar)).toEqual([]);
  });

  test('with the same call as another client', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.send('/_emulator/faults', { body: { slug: 'trouble', ...lose } });
    const send = (client: string) =>
      hangar.send('/v0/tasks/execute', { body: { slug: 'quick' }, headers: { 'User-Agent': client } });
    await send('one');
    await send('two');
    expect(await found(hangar)).toEqual([]);
  });
});
