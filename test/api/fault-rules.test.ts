import { describe, expect, test } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import { endpointsOf } from '../../shared/http/endpoint.ts';
import type { AuthoredFault } from '../../shared/model/fault.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { OPERATIONS } from '../../shared/registry/operations.ts';
import { testEmulator, type TestEmulator, type TestRequest } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
  apiKeys: [{ name: 'other', key: 'tkn_other' }],
  tasks: [
    { slug: 'refund', parameters: [{ slug: 'amount', type: 'integer', constraints: { optional: true } }] },
    { slug: 'asks', behavior: steps({ do: 'prompt' }), webhooks: { hook: { secret: 's' } } },
  ],
  runbooks: [{ slug: 'book', blocks: [{ slug: 'one', kind: 'task', task: 'refund' }] }],
};

type Fields = Partial<Extract<AuthoredFault, { kind: 'error' }>>;

/** A fault with status 418, which nothing else answers. */
function fault(fields: Fields = {}): AuthoredFault {
  return { slug: 'f', ...fields, kind: 'error', status: 418 };
}

async function start(...faults: AuthoredFault[]): Promise<TestEmulator> {
  return testEmulator({ ...WORKSPACE, faults });
}

async function statusOf(hangar: TestEmulator, path: string, request?: TestRequest): Promise<number> {
  return (await hangar.send(path, request)).status;
}

function execute(hangar: TestEmulator, request: TestRequest = {}): Promise<number> {
  return statusOf(hangar, '/v0/tasks/execute', { body: { slug: 'refund' }, ...request });
}

async function state(hangar: TestEmulator) {
  return (await hangar.api.emulator.faults.list()).items.map(
    ({ slug, source, matched, applied, remaining, completed }) => [
      ...[slug, source, matched, applied, remaining, completed],
    ],
  );
}

describe('match', () => {
  test('lists the operations when one is unknown', async () => {
    const hangar = await testEmulator();
    const body = { slug: 'f', kind: 'lose', match: { operation: 'tasks/run' } };
    const { status, json } = await hangar.send('/_emulator/faults', { body });
    const error =
      'match.operation: must be a path of /v0 without /v0/, such as tasks/execute, runs/get or prompts/create; webhook; or a list of them.';
    expect([status, json]).toEqual([400, { error, code: 'invalid_request' }]);
  });

  test('knows every operation of /v0', () => {
    const paths = [...endpointsOf(contract.v0), ...endpointsOf(contract.runtime)]
      .filter(({ endpoint }) => endpoint.access === 'key')
      .map(({ endpoint }) => endpoint.path.replace('/v0/', ''));
    expect([...paths, 'webhook'].sort()).toEqual([...OPERATIONS].sort());
  });

  const rows: [what: string, match: Fields['match'], faulted: TestRequest, other: TestRequest][] = [
    ['task', { task: 'refund' }, {}, { body: { slug: 'asks' } }],
    ['environment', { environment: 'prod' }, { headers: { 'X-Acme-Env-Slug': 'prod' } }, {}],
    ['API key', { apiKey: 'other' }, { key: 'tkn_other' }, {}],
    ['client', { client: 'python-*' }, { headers: { 'User-Agent': 'python-requests/2' } }, {}],
    ['headers', { headers: { 'X-TEST': 'a*' } }, { headers: { 'x-test': 'abc' } }, { headers: { 'x-test': 'b' } }],
  ];
  test.each(rows)('by %s', async (_, match, faulted, other) => {
    const hangar = await start(fault({ match: match ?? {} }));
    expect([await execute(hangar, faulted), await execute(hangar, other)]).toEqual([418, 200]);
  });

  test('by the task of the run, session or prompt of a read', async () => {
    const hangar = await start();
    const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 'asks' } });
    const { sessionID } = await hangar.api.v0.runbooks.execute({ body: { slug: 'book' } });
    const { prompts } = await hangar.api.v0.prompts.list({ query: { runID } });
    await hangar.api.emulator.faults.create({
      body: [fault({ match: { task: 'asks' } }), fault({ slug: 'g', match: { runbook: 'book' } })],
    });
    const about = [
      `runs/get?id=${runID}`,
      `prompts/get?id=${prompts[0]!.id}`,
      `sessions/get?id=${sessionID}`,
      'runs/list?taskSlug=asks',
    ];
    for (const path of about) expect([path, await statusOf(hangar, `/v0/${path}`)]).toEqual([path, 418]);
    expect(await statusOf(hangar, '/v0/runs/list')).toBe(200);
    expect(await statusOf(hangar, '/_emulator/runs')).toBe(200);
  });

  test('of webhooks; a malformed request gets faults that its parts do not exclude', async () => {
    const hangar = await start(
      fault({ match: { operation: 'webhook', task: 'asks' } }),
      fault({ slug: 'g', match: { operation: ['runs/get', 'tasks/execute'] }, when: 'attempt == 2' }),
    );
    const { webhooks } = await hangar.api.emulator.webhooks.list();
    const { pathname } = new URL(webhooks[0]!.url);
    expect(await statusOf(hangar, pathname, { body: {}, key: null })).toBe(418);
    expect([await execute(hangar, { body: '{broken' }), await execute(hangar, { body: '{broken' })]).toEqual([
      400, 418,
    ]);
    expect(await execute(hangar, { key: 'tkn_unknown' })).toBe(401);
  });

  test('by an expression about the body, the headers and the attempt; one that fails does not hold', async () => {
    const hangar = await start(
      fault({ when: 'request.paramValues.amount > 100 && headers["x-a"] == "1"' }),
      fault({ slug: 'g', when: 'request.nothing.at.all' }),
      fault({ slug: 'h', when: '"x".repeat(1e9)' }),
    );
    const request = (amount: number) => ({
      body: { slug: 'refund', paramValues: { amount } },
      headers: { 'X-A': '1' },
    });
    expect([await execute(hangar, request(101)), await execute(hangar, request(100))]).toEqual([418, 200]);
  });
});

describe('counting', () => {
  test('per idempotency key, by attempt: the first attempt of each key is refused, the next one executed', async () => {
    const hangar = await start(fault({ countPer: 'idempotencyKey', times: 1 }));
    const send = (key: string) => execute(hangar, { headers: { 'Idempotency-Key': key } });
    expect([await send('a'), await send('a'), await send('b'), await send('a'), await send('b')]).toEqual([
      418, 200, 418, 200, 200,
    ]);
    expect(await state(hangar)).toEqual([['f', 'workspace', 5, 2, 0, true]]);
  });

  test('the first fault that applies wins, and later ones count nothing', async () => {
    const hangar = await start(fault({ times: 2 }), { slug: 'g', kind: 'error', status: 419, times: 1 });
    expect([await execute(hangar), await execute(hangar), await execute(hangar), await execute(hangar)]).toEqual([
      418, 418, 419, 200,
    ]);
  });

  test('a request before the end of Retry-After is refused again without using up the fault', async () => {
    const hangar = await start(fault({ times: 1, retryAfterSeconds: 10 }));
    const after = async (seconds: number, request?: TestRequest) => {
      await hangar.clock.advance(seconds);
      return execute(hangar, request);
    };
    expect([
      await after(0),
      await after(5),
      await after(9),
      await after(0, { key: 'tkn_other' }),
      await after(11),
    ]).toEqual([...[418, 418, 418, 200, 200]]);
    expect(await state(hangar)).toEqual([['f', 'workspace', 5, 3, 0, true]]);
  });

  test('an error with status 429 has a Retry-After, as every 429 of the service', async () => {
    const errors = [{ status: 429 }, { status: 429, retryAfterSeconds: 1.5 }, { status: 503 }];
    const waits: unknown[] = [];
    for (const error of errors) {
      const hangar = await start({ slug: 'f', kind: 'error', ...error });
      waits.push((await hangar.send('/v0/tasks/execute', { body: { slug: 'refund' } })).headers['retry-after']);
    }
    expect(waits).toEqual(['0', '2', undefined]);
  });

  test('the same requests in the same order get the same faults', async () => {
    const sequence = async () => {
      const hangar = await start(fault({ share: 0.5 }));
      return Promise.all(Array.from({ length: 20 }, () => execute(hangar)));
    };
    const first = await sequence();
    expect(await sequence()).toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 418]));
  });
});

describe('the rules', () => {
  test('of the file come first; runtime ones are gone after a restart, counters of the file are not', async () => {
    const hangar = await start(fault({ times: 3 }));
    await hangar.api.emulator.faults.create({ body: fault({ slug: 'later', match: { task: 'asks' } }) });
    await hangar.api.emulator.faults.create({ body: { ...fault({ slug: 'kept', enabled: false }), keep: true } });
    await execute(hangar);
    expect(await state(hangar)).toEqual([
      ['f', 'workspace', 1, 1, 2, false],
      ['kept', 'workspace', 0, 0, null, false],
      ['later', 'runtime', 0, 0, null, false],
    ]);
    const again = await hangar.restart();
    expect((await state(again)).slice(0, 1)).toEqual([['f', 'workspace', 1, 1, 2, false]]);
    expect((await state(again)).map(([slug]) => slug)).not.toContain('later');
    await again.api.emulator.faults.restart();
    expect((await state(again))[0]).toEqual(['f', 'workspace', 0, 0, 3, false]);
  });

  test('are added all or none, replaced by slug, removed by themselves, by request and by a reset', async () => {
    const hangar = await start(fault());
    const { faults } = hangar.api.emulator;
    await expect(faults.create({ body: [fault({ slug: 'a' }), fault()] })).rejects.toThrow(
      'slug: another fault has "f" already.',
    );
    await expect(faults.create({ body: fault({ slug: 'a', when: '1 +' }) })).rejects.toThrow('when: ');
    await expect(faults.create({ body: { ...fault({ slug: 'a' }), keep: true, ttlSeconds: 1 } })).rejects.toThrow(
      'ttlSeconds',
    );
    await expect(faults.remove({ params: { id: 'nothing' } })).rejects.toThrow('There is no fault "nothing".');
    expect(await state(hangar)).toHaveLength(1);
    await faults.create({ body: [{ ...fault({ slug: 'a' }), ttlSeconds: 5 }, fault({ slug: 'b' })] });
    await hangar.clock.advance(5);
    await faults.replace({ params: { id: 'f' }, body: fault({ enabled: false }) });
    expect((await state(hangar)).map(([slug]) => slug)).toEqual(['f', 'b']);
    expect(await execute(hangar)).toBe(418);
    await faults.removeAll();
    expect([await execute(hangar), (await state(hangar)).map(([slug]) => slug)]).toEqual([200, ['f']]);
    await faults.create({ body: fault({ slug: 'b' }) });
    await hangar.api.emulator.reset({ body: {} });
    expect((await state(hangar)).map(([slug]) => slug)).toEqual(['f']);
  });
});

test('1,000 faults for other tasks, keys and clients do not affect a request', async () => {
  const others = Array.from({ length: 250 }, (_, i): AuthoredFault[] => [
    fault({ slug: `a${i}`, match: { operation: 'tasks/execute', task: `t${i}` } }),
    fault({ slug: `b${i}`, match: { apiKey: `k${i}` } }),
    fault({ slug: `c${i}`, match: { client: `c${i}*` } }),
    fault({ slug: `d${i}`, match: { headers: { 'X-Test': `v${i}` } } }),
  ]).flat();
  expect(await execute(await start(...others), { headers: { 'User-Agent': 'curl/8', 'X-Test': 'none' } })).toBe(200);
});
