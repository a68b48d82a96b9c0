import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { settled } from '../support/fake-clock.ts';
import { formatTimestamp } from '../../shared/values/timestamp.ts';
import { KEY, testEmulator, type TestEmulator, type TestRequest } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  environments: [
    { slug: 'dev', default: true },
    { id: 'envProd', slug: 'prod' },
  ],
  apiKeys: [{ name: 'other', key: 'tkn_other', environments: ['dev'] }],
  tasks: [
    {
      id: 'tskEcho',
      slug: 'echo',
      parameters: [
        { slug: 'text', constraints: { optional: true } },
        { slug: 'count', type: 'integer', constraints: { optional: true } },
      ],
      behavior: steps({ do: 'output', value: { env: '{{ env.slug }}', text: '{{ params.text }}' } }),
    },
    { id: 'tskOther', slug: 'other' },
  ],
  runbooks: [{ id: 'rbkBook', slug: 'book' }],
};

async function execute(
  hangar: TestEmulator,
  request: TestRequest,
  search = '',
): Promise<{ env: string; text: string }> {
  const answer = await hangar.send(`/v0/tasks/execute${search}`, request);
  expect(answer).toMatchObject({ status: 200 });
  const { runID } = answer.json as { runID: string };
  const { output } = await hangar.api.v0.runs.getOutputs({ query: { id: runID } });
  return output as { env: string; text: string };
}

async function status(hangar: TestEmulator, path: string, request: TestRequest): Promise<number> {
  return (await hangar.send(path, request)).status;
}

describe('decision id-field', () => {
  const cases: [path: string, body: object, status: number, error?: string][] = [
    ['/v0/tasks/execute', { id: 'tskEcho' }, 200],
    ['/v0/tasks/execute', { taskID: 'tskEcho' }, 200],
    ['/v0/tasks/execute', { slug: 'echo' }, 200],
    ['/v0/tasks/execute', { id: '', slug: 'echo' }, 200],
    ['/v0/tasks/execute', { taskID: '', id: 'tskEcho', slug: '' }, 200],
    ['/v0/tasks/execute', { id: 'tskEcho', slug: 'echo' }, 200],
    ['/v0/tasks/execute', { id: 'tskEcho', taskID: 'tskEcho' }, 200],
    ['/v0/tasks/execute', { id: null, taskID: null, slug: 'echo' }, 200],
    ['/v0/tasks/execute', { slug: null, id: 'tskEcho' }, 200],
    ['/v0/tasks/execute', {}, 400, 'either the ID or the slug of a task must be provided'],
    ['/v0/tasks/execute', { id: '', slug: '' }, 400],
    ['/v0/tasks/execute', { id: 'tskEcho', slug: 'other' }, 400, 'different tasks'],
    ['/v0/tasks/execute', { id: 'tskEcho', taskID: 'tskOther' }, 400, 'taskID'],
    ['/v0/tasks/execute', { id: 'tskNone' }, 404, 'tskNone'],
    ['/v0/tasks/execute', { slug: 'none' }, 404, 'none'],
    ['/v0/runbooks/execute', { id: 'rbkBook' }, 200],
    ['/v0/runbooks/execute', { runbookID: 'rbkBook', id: '' }, 200],
    ['/v0/runbooks/execute', { slug: 'book' }, 200],
    ['/v0/runbooks/execute', { slug: null, id: 'rbkBook', runbookID: null }, 200],
    ['/v0/runbooks/execute', {}, 400],
    ['/v0/runbooks/execute', { slug: 'none' }, 404],
  ];
  test.each(cases)('decision id-field: %s with %j answers %i', async (path, body, expected, error = '') => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await hangar.send(path, { body });
    expect(answer.status).toBe(expected);
    expect(answer.text).toContain(error);
  });
});

describe('decision vendor-headers', () => {
  const cases: [headers: Record<string, string>, status: number][] = [
    [{ 'X-Service-API-Key': KEY }, 200],
    [{ 'X-Acme-API-Key': KEY }, 200],
    [{ 'x-acme2-api-key': KEY }, 200],
    [{ 'X-Acme-Token': KEY }, 200],
    [{ 'X-Acme-API-Key': KEY, 'X-Service-API-Key': KEY }, 200],
    [{ 'X-Acme-API-Key': KEY, 'X-Service-API-Key': '' }, 200],
    [{ 'X-Acme-API-Key': KEY, 'X-CSRF-Token': 'something else' }, 200],
    [{ 'X-Acme-API-Key': KEY, 'X-Service-API-Key': 'tkn_other' }, 401],
    [{ 'X-Acme-API-Key': KEY, 'X-Acme-Token': 'tkn_other' }, 401],
    [{ 'X-Acme-Env-Slug': 'dev', 'X-Service-Env-Slug': 'prod', 'X-Service-API-Key': KEY }, 401],
    [{ 'X-Two-Words-API-Key': KEY }, 401],
    [{ 'X-API-Key': KEY }, 401],
    [{ 'X-Acme-Token': 'not_a_key' }, 401],
    [{ 'X-Acme-API-Key': 'local' }, 401],
  ];
  test.each(cases)('decision vendor-headers: %j answers %i', async (headers, expected) => {
    const hangar = await testEmulator(WORKSPACE);
    expect(await status(hangar, '/v0/runs/list', { key: null, headers })).toBe(expected);
  });
});

describe('decision env-selection', () => {
  const cases: [headers: Record<string, string>, search: string, env: string][] = [
    [{}, '', 'dev'],
    [{ 'X-Service-Env-Slug': 'prod' }, '', 'prod'],
    [{ 'X-Acme-Env-Slug': 'envProd' }, '', 'prod'],
    [{ 'X-Service-Env-ID': 'envProd' }, '', 'prod'],
    [{ 'X-Service-Env-ID': 'prod', 'X-Service-Env-Slug': 'dev' }, '', 'prod'],
    [{ 'X-Service-Env-Slug': '' }, '?envSlug=prod', 'prod'],
    [{}, '?envSlug=envProd', 'prod'],
    [{ 'X-Service-Env-Slug': 'dev' }, '?envSlug=prod', 'dev'],
  ];
  test.each(cases)('decision env-selection: %j and "%s" execute in %s', async (headers, search, env) => {
    const hangar = await testEmulator(WORKSPACE);
    expect(await execute(hangar, { headers, body: { slug: 'echo' } }, search)).toMatchObject({ env });
  });

  test('decision env-selection: an unknown environment answers 404, and one that the key may not use 403', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const body = { slug: 'echo' };
    const unknown = { 'X-Service-Env-Slug': 'nowhere' };
    const forbidden = { 'X-Service-Env-Slug': 'prod' };
    expect(await status(hangar, '/v0/tasks/execute', { headers: unknown, body })).toBe(404);
    expect(await status(hangar, '/v0/runbooks/execute', { headers: unknown, body: { slug: 'book' } })).toBe(404);
    expect(await status(hangar, '/v0/tasks/execute', { headers: forbidden, body, key: 'tkn_other' })).toBe(403);
  });

  test('decision env-selection: envSlug is no unknown parameter of an execute, and one elsewhere', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const execute = await hangar.send('/v0/tasks/execute?envSlug=prod', { body: { slug: 'echo' } });
    expect(execute.headers['x-hangar-warning']).toBeUndefined();
    const list = await hangar.send('/v0/runs/list?envSlug=prod');
    expect(list).toMatchObject({ status: 200, headers: { 'x-hangar-warning': expect.stringContaining('"envSlug"') } });
  });
});

describe('decision body-any-content-type', () => {
  const json = JSON.stringify({ slug: 'echo', paramValues: { text: 'grüße' } });
  const cases: [what: string, body: string | Uint8Array, headers: Record<string, string>][] = [
    ['no content type', json, {}],
    ["the type of curl's -d", json, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ["the type of fetch's text", json, { 'Content-Type': 'text/plain;charset=UTF-8' }],
    ['a multipart type', json, { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['gzip', gzipSync(json), { 'Content-Encoding': 'gzip' }],
    ['x-gzip', gzipSync(json), { 'Content-Encoding': 'X-GZip' }],
    ['deflate in its own format', deflateSync(json), { 'Content-Encoding': 'deflate' }],
    ['bare deflate', deflateRawSync(json), { 'Content-Encoding': 'deflate' }],
    ['deflate, then gzip', gzipSync(deflateSync(json)), { 'Content-Encoding': 'deflate, gzip' }],
    ['identity', json, { 'Content-Encoding': 'identity' }],
    [
      'two gzip members',
      Buffer.concat([gzipSync(json.slice(0, 9)), gzipSync(json.slice(9))]),
      { 'Content-Encoding': 'gzip' },
    ],
    ['a byte order mark', `\ufeff${json}`, {}],
    ['white space around', `\r\n\t ${json}\n`, {}],
  ];
  test.each(cases)('decision body-any-content-type: a body with %s is read', async (_, body, headers) => {
    const hangar = await testEmulator(WORKSPACE);
    expect(await execute(hangar, { body, headers })).toMatchObject({ text: 'grüße' });
  });

  test('decision body-any-content-type: 100 levels of nesting are read, brackets in texts are no levels', async () => {
    const hangar = await testEmulator({
      tasks: [{ slug: 'deep', parameters: [{ slug: 'value', type: 'json' }], behavior: steps() }],
    });
    const nested = (levels: number) =>
      `{"slug":"deep","paramValues":{"value":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    expect(await status(hangar, '/v0/tasks/execute', { body: nested(98) })).toBe(200);
    expect(await status(hangar, '/v0/tasks/execute', { body: nested(99) })).toBe(400);
    const text = JSON.stringify({ slug: 'deep', paramValues: { value: `\\"${'[{'.repeat(300)}` } });
    expect(await status(hangar, '/v0/tasks/execute', { body: text })).toBe(200);
  });

  test('decision body-any-content-type: a message about broken JSON says where it is broken', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const errors: unknown[] = [];
    for (const body of ['{"slug": echo}', '{\n  "slug": "echo",\n}', '{"slug": "echo"', '{"a": 1} x', '{"a": "\t"}']) {
      errors.push(((await hangar.send('/v0/tasks/execute', { body })).json as { error: string }).error);
    }
    expect(errors).toEqual([
      'The body is not valid JSON: unexpected "e" at position 9 (line 1, column 10).',
      'The body is not valid JSON: unexpected "}" at position 20 (line 3, column 1).',
      'The body is not valid JSON: it ends too early, at position 15.',
      'The body is not valid JSON: unexpected "x" at position 9 (line 1, column 10).',
      expect.stringMatching(/^The body is not valid JSON: unexpected .* at position \d+/),
    ]);
  });

  test('decision body-any-content-type: the field __proto__ is a field like any other', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const own = await hangar.send('/v0/tasks/execute', { body: '{"slug":"echo","__proto__":{"id":"x"}}' });
    expect(own).toMatchObject({ status: 200, headers: { 'x-hangar-warning': expect.stringContaining('"__proto__"') } });
    const twice = '{"slug":"echo","paramValues":{"__proto__":{"text":"a"},"__proto__":{"text":"b"},"constructor":1}}';
    expect(await execute(hangar, { body: twice })).toMatchObject({ text: null });
    expect(({} as Record<string, unknown>)['text']).toBeUndefined();
  });

  test('decision body-any-content-type: the limit is the setting, to the byte', async () => {
    const body = JSON.stringify({ slug: 'echo', paramValues: { text: 'x'.repeat(100) } });
    const hangar = await testEmulator({ ...WORKSPACE, settings: { maxBodyBytes: body.length } });
    expect(await status(hangar, '/v0/tasks/execute', { body })).toBe(200);
    expect(await status(hangar, '/v0/tasks/execute', { body: `${body} ` })).toBe(413);
    await hangar.api.emulator.settings.replace({ body: { maxBodyBytes: body.length + 1 } });
    expect(await status(hangar, '/v0/tasks/execute', { body: `${body} ` })).toBe(200);
  });
});

describe('decision limit-and-page', () => {
  const cases: [search: string, status: number, found?: number][] = [
    ['', 200, 7],
    ['limit=3', 200, 3],
    ['limit=3&page=2', 200, 1],
    ['limit=3&page=3', 200, 0],
    ['limit=0', 200, 0],
    ['limit=50&page=0', 200, 7],
    ['limit=50&page=999999999999', 200, 0],
    ['limit=51', 400],
    ['limit=-1', 400],
    ['limit=1.5', 400],
    ['limit=', 200, 7],
    ['limit=&page=', 200, 7],
    ['limit=five', 400],
    ['limit=0x5', 400],
    ['page=-1', 400],
    ['page=1e2', 400],
  ];
  test.each(cases)('decision limit-and-page: "%s" answers %i', async (search, expected, found) => {
    const hangar = await testEmulator(WORKSPACE);
    for (let n = 0; n < 7; n++) await hangar.api.v0.tasks.execute({ body: { slug: 'echo' } });
    const answer = await hangar.send(`/v0/runs/list?${search}`);
    expect(answer.status).toBe(expected);
    if (found !== undefined) expect((answer.json as { runs: unknown[] }).runs).toHaveLength(found);
    else expect((answer.json as { error: string }).error).toMatch(/^(limit|page): must be /);
  });
});

/** A moment with further digits behind its microseconds. */
function rfc3339(at: number, finer: string): string {
  const [date = '', time = ''] = formatTimestamp(at).replace('+00', '').split(' ');
  return `${date}T${time}${finer}Z`;
}

describe('decision time-filters', () => {
  // The clock of the test shows 2026-11-20 16:00:00 UTC when the run is created.
  const cases: [search: string, status: number, found?: number][] = [
    ['since=2026-11-20T15:59:59Z', 200, 1],
    ['since=2026-11-20T17:59:59%2B02:00', 200, 1],
    ['since=2026-11-20T17:59:59+02:00', 200, 1],
    ['since=2026-11-20T15:59:59-00:00', 200, 1],
    ['since=2026-11-20T16:00:01.5Z', 200, 0],
    ['until=2026-11-20T16:00:01z', 200, 1],
    ['until=2026-11-20T16:00:00Z', 200, 0],
    ['since=&until=', 200, 1],
    ['since=2026-11-20T15:59:59Z&until=2026-11-20T16:00:01Z', 200, 1],
    ['since=2026-11-20', 400],
    ['since=2026-02-30T00:00:00Z', 400],
    ['since=2026-11-20T25:00:00Z', 400],
    ['since=2026-11-20T15:59:59', 400],
    ['until=yesterday', 400],
    ['until=1763654400', 400],
  ];
  test.each(cases)('decision time-filters: "%s" answers %i', async (search, expected, found) => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.api.v0.tasks.execute({ body: { slug: 'echo' } });
    await settled();
    const answer = await hangar.send(`/v0/runs/list?${search}`);
    expect(answer.status).toBe(expected);
    if (found !== undefined) expect((answer.json as { runs: unknown[] }).runs).toHaveLength(found);
    else expect((answer.json as { error: string }).error).toMatch(/^(since|until): must be an RFC 3339 time/);
  });

  test('decision time-filters: a time is compared as precisely as it was given', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.api.v0.tasks.execute({ body: { slug: 'echo' } });
    await hangar.api.v0.runbooks.execute({ body: { slug: 'book' } });
    await settled();
    const [run] = [...hangar.state.runs({})];
    const [session] = [...hangar.state.sessions()];
    const found = async (list: 'runs' | 'sessions', filter: string, at: string) =>
      ((await hangar.send(`/v0/${list}/list?${filter}=${at}`)).json as Record<string, unknown[]>)[list]?.length;
    const answers = [];
    for (const finer of ['', '000', '001', '0000000000001']) {
      const [ofRun, ofSession] = [run, session].map((entity) => rfc3339(entity?.updatedAt ?? 0, finer));
      const made = rfc3339(run?.createdAt ?? 0, finer);
      answers.push([
        await found('runs', 'since', ofRun!),
        await found('runs', 'until', ofRun!),
        await found('sessions', 'updatedAfter', ofSession!),
        await found('sessions', 'updatedBefore', ofSession!),
        (await hangar.send(`/_emulator/runs?since=${made}`)).text.includes('"total":1'),
        (await hangar.send(`/_emulator/runs?until=${made}`)).text.includes('"total":1'),
      ]);
    }
    const exactly = [0, 0, 0, 0, true, false];
    const later = [0, 1, 0, 1, false, true];
    expect(answers).toEqual([exactly, exactly, later, later]);
  });
});

describe('warnings', () => {
  test('decision unknown-params: a value without a parameter is dropped, and said so in header and traffic', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await hangar.send('/v0/tasks/execute', {
      body: { slug: 'echo', paramValues: { text: 'a', nope: 1 } },
    });
    expect(answer).toMatchObject({ status: 200, headers: { 'x-hangar-warning': expect.stringContaining('nope') } });
    const { entries } = await hangar.api.emulator.traffic.list();
    expect(entries[0]?.warnings).toEqual([answer.headers['x-hangar-warning']]);
  });

  test('decision param-coercion: a string for a number is taken, and said so', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await hangar.send('/v0/tasks/execute', { body: { slug: 'echo', paramValues: { count: '5' } } });
    expect(answer).toMatchObject({ status: 200, headers: { 'x-hangar-warning': expect.stringContaining('count') } });
  });

  test('a warning is printable ASCII and joined by semicolons, whatever it quotes', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await hangar.send('/v0/tasks/execute?%C3%A9=1', {
      body: { slug: 'echo', paramValues: { 'ü\n': 1 } },
    });
    const header = answer.headers['x-hangar-warning'] ?? '';
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(header).toContain('\\u00e9');
    expect(header).toContain('; ');
  });
});

describe('decision errors', () => {
  test('decision errors: checks have one order, so that the first mistake is reported', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const wrongRules = { slug: 'echo', paramValues: { count: 'many' } };
    const broken = { body: '{"slug": ', headers: { 'X-Service-Env-Slug': 'nowhere' } };
    expect([
      await status(hangar, '/v0/nothing', { ...broken, key: null, headers: { Host: 'evil.example' } }),
      await status(hangar, '/v0/nothing', { ...broken, key: null }),
      await status(hangar, '/v0/tasks/execute', { ...broken, key: null, method: 'PUT' }),
      await status(hangar, '/v0/tasks/execute', { ...broken, key: null }),
      await status(hangar, '/v0/tasks/execute', broken),
      await status(hangar, '/v0/tasks/execute', { ...broken, body: wrongRules }),
      await status(hangar, '/v0/tasks/execute', { body: wrongRules }),
    ]).toEqual([403, 404, 405, 401, 400, 404, 400]);
  });

  test('decision errors: a mistake in the path is answered by the path that was meant', async () => {
    const hangar = await testEmulator(WORKSPACE);
    expect((await hangar.send('/tasks/execute', { body: {} })).json).toEqual({
      error: 'There is nothing at /tasks/execute (POST). Did you mean /v0/tasks/execute?',
      code: 'not_found',
    });
  });

  test('decision errors: HEAD answers like GET without the body, OPTIONS says what is allowed', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const get = await hangar.send('/v0/runs/list');
    const head = await hangar.send('/v0/runs/list', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': String(get.text.length) } });
    const options = await hangar.send('/v0/runs/list', { method: 'OPTIONS', key: null });
    expect(options).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } });
  });

  test('decision errors: a disk that refuses is a 500 that says so, and nothing is promised', async () => {
    const hangar = await testEmulator(WORKSPACE);
    hangar.breakDisk('ENOSPC: no space left on device');
    const answer = await hangar.send('/v0/tasks/execute', { body: { slug: 'echo' } });
    expect(answer).toMatchObject({ status: 500, json: { code: 'internal', error: expect.stringContaining('ENOSPC') } });
    expect(hangar.errors).toEqual([new Error('ENOSPC: no space left on device')]);
    const mistake = await hangar.send('/v0/tasks/execute', { body: { slug: 'nothing' } });
    expect(mistake).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  test('decision roles: a key whose owner may own none is refused with 403', async () => {
    const hangar = await testEmulator({
      users: [{ email: 'eve@example.com', role: 'viewer' }],
      apiKeys: [
        { key: 'tkn_viewer', user: 'eve@example.com' },
        { key: 'tkn_nobody', user: 'gone@example.com' },
      ],
    });
    expect(await status(hangar, '/v0/runs/list', { key: 'tkn_viewer' })).toBe(403);
    expect(await status(hangar, '/v0/runs/list', { key: 'tkn_nobody' })).toBe(403);
  });
});

describe('decision rate-limit', () => {
  test('decision rate-limit: off by default; as a setting it counts by key and says how long to wait', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const list = (key = KEY) => hangar.send('/v0/runs/list', { key });
    for (let n = 0; n < 200; n++) expect((await list()).status).toBe(200);
    await hangar.api.emulator.settings.replace({ body: { rateLimit: { requests: 2, seconds: 10 } } });
    expect([(await list()).status, (await list()).status]).toEqual([200, 200]);
    await hangar.clock.advance(2.5);
    const refused = await list();
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '8' }, json: { code: 'rate_limited' } });
    expect((await list('tkn_other')).status).toBe(200);
    await hangar.clock.advance(7.4);
    expect(await list()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    await hangar.clock.advance(1);
    expect((await list()).status).toBe(200);
  });

  test('decision rate-limit: a refused POST echoes its idempotency key and may be sent again', async () => {
    const hangar = await testEmulator({ ...WORKSPACE, settings: { rateLimit: { requests: 1, seconds: 10 } } });
    const post = () =>
      hangar.send('/v0/tasks/execute', { body: { slug: 'echo' }, headers: { 'Idempotency-Key': 'again' } });
    await hangar.send('/v0/runs/list');
    expect(await post()).toMatchObject({ status: 429, headers: { 'idempotency-key': 'again', 'retry-after': '10' } });
    await hangar.clock.advance(10);
    expect(await post()).toMatchObject({ status: 200, headers: { 'idempotency-key': 'again' } });
  });
});

describe('decision inputs-zone', () => {
  test('decision inputs-zone: zone and token are recorded unchanged; null and absent are empty', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const read = async (body: object) => {
      const { runID } = (await hangar.send('/v0/tasks/execute', { body: { slug: 'echo', ...body } })).json as {
        runID: string;
      };
      const { inputsZoneID, inputsZoneToken } = await hangar.api.v0.runs.get({ query: { id: runID } });
      return { inputsZoneID, inputsZoneToken };
    };
    expect(await read({ inputsZoneID: 'zon1', inputsZoneToken: ' t/\u00e9 ' })).toEqual({
      inputsZoneID: 'zon1',
      inputsZoneToken: ' t/\u00e9 ',
    });
    expect(await read({ inputsZoneID: null })).toEqual({ inputsZoneID: '', inputsZoneToken: '' });
  });
});

describe('decision caching', () => {
  test('decision caching: an age of 0 to 172800 is taken, anything else is refused by name', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const cached = async (allowCachedMaxAge: unknown) => {
      const answer = await hangar.send('/v0/tasks/execute', { body: { slug: 'echo', allowCachedMaxAge } });
      return answer.status === 200
        ? (answer.json as { isCached: boolean }).isCached
        : (answer.json as { error: string }).error;
    };
    expect([await cached(0), await cached(172_800), await cached(null)]).toEqual([false, true, false]);
    expect([await cached(172_801), await cached(-1), await cached(1.5), await cached('60')]).toEqual([
      'allowCachedMaxAge: must be at most 172800.',
      'allowCachedMaxAge: must be at least 0.',
      'allowCachedMaxAge: must be an integer.',
      'allowCachedMaxAge: must be a number.',
    ]);
  });
});
