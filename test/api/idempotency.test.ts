import { describe, expect, test } from 'vitest';
import { listen } from '../../electron/emulator/server/listen.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { KEY, testEmulator, type ReadAnswer, type TestEmulator } from '../support/emulator.ts';
import { sendRaw } from '../support/raw-http.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  apiKeys: [{ key: 'tkn_other' }],
  tasks: [
    {
      id: 'tskEcho',
      slug: 'echo',
      parameters: [{ slug: 'n', type: 'integer', constraints: { optional: true } }],
      webhooks: { hook: { secret: 'hook-secret' }, other: { secret: 'other-secret' } },
    },
  ],
};

function post(
  hangar: TestEmulator,
  key: string,
  {
    body = { slug: 'echo' },
    path = '/v0/tasks/execute',
    apiKey,
  }: { body?: object; path?: string; apiKey?: string } = {},
): Promise<ReadAnswer> {
  const headers = { 'Idempotency-Key': key };
  return hangar.send(path, { body, headers, ...(apiKey === undefined ? {} : { key: apiKey }) });
}

async function runs(hangar: TestEmulator): Promise<number> {
  return (await hangar.api.emulator.runs.list()).total;
}

describe('decision idempotency', () => {
  test('decision idempotency: 1,000 concurrent executes with 100 keys make exactly 100 runs', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
        post(hangar, `key-${n % 100}`, { body: { slug: 'echo', paramValues: { n: n % 100 } } }),
      ),
    );
    expect(await runs(hangar)).toBe(100);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (let n = 0; n < 1000; n++) {
      expect(answers[n]!.text).toBe(answers[n % 100]!.text);
      expect(answers[n]!.headers['idempotency-key']).toBe(`key-${n % 100}`);
    }
  });

  test('decision idempotency: concurrent creates of a resource, which wait for the disk, make one', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const body = { name: 'One', kind: 'custom', resource: {} };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(hangar, 'one', { path: '/v0/resources/create', body })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await hangar.api.emulator.definitions.resources.list()).items).toHaveLength(1);
  });

  test('decision idempotency: a repeated answer survives a restart, and ends after an hour', async () => {
    const before = await testEmulator(WORKSPACE);
    const first = await post(before, 'kept');
    const after = await before.restart();
    expect(await post(after, 'kept')).toMatchObject({ status: 200, text: first.text });
    await after.clock.advance(3599);
    expect((await post(after, 'kept')).text).toBe(first.text);
    await after.clock.advance(2);
    expect((await post(after, 'kept')).text).not.toBe(first.text);
    expect(await runs(after)).toBe(2);
  });

  test('decision idempotency: another body gets the first answer, and the mismatch is flagged', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const first = await post(hangar, 'k', { body: { slug: 'echo', paramValues: { n: 1 } } });
    const same = await post(hangar, 'k', { body: { slug: 'echo', paramValues: { n: 1 } } });
    const other = await post(hangar, 'k', { body: { slug: 'none', what: 'ever' } });
    expect([same.headers['x-hangar-warning'], other.headers['x-hangar-warning']]).toEqual([
      undefined,
      expect.stringContaining('another body'),
    ]);
    expect([same.text, other.text]).toEqual([first.text, first.text]);
    const { entries } = await hangar.api.emulator.traffic.list();
    const { runID } = first.json as { runID: string };
    expect(
      entries.map(({ replayOf, warnings, runID, idempotencyKey }) => ({
        replayOf,
        warnings: warnings.length,
        runID,
        idempotencyKey,
      })),
    ).toEqual([
      { replayOf: entries[2]!.id, warnings: 1, runID, idempotencyKey: 'k' },
      { replayOf: entries[2]!.id, warnings: 0, runID, idempotencyKey: 'k' },
      { replayOf: '', warnings: 0, runID, idempotencyKey: 'k' },
    ]);
  });

  test('decision idempotency: an error is not kept, so the corrected request is processed', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const refused = await post(hangar, 'k', { body: { slug: 'none' } });
    expect(refused).toMatchObject({ status: 404, headers: { 'idempotency-key': 'k' } });
    expect(await post(hangar, 'k', { body: { slug: 'echo' } })).toMatchObject({ status: 200 });
    expect(await runs(hangar)).toBe(1);
  });

  test('decision idempotency: concurrent requests with one key that all fail are all answered', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(hangar, 'k', { body: { slug: 'none' } })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 404));
  });

  test('decision idempotency: a key counts for its API key, its path, and its webhook URL', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await post(hangar, 'k');
    await post(hangar, 'k', { apiKey: 'tkn_other' });
    await post(hangar, 'k', { path: '/v0/webhooks/default/tskEcho/hook-secret' });
    await post(hangar, 'k', { path: '/v0/webhooks/default/tskEcho/other-secret' });
    await post(hangar, 'k', { path: '/v0/webhooks/default/tskEcho/other-secret' });
    expect(await runs(hangar)).toBe(4);
  });

  test('decision idempotency: every answer to a POST echoes the key, errors too; a GET neither keeps nor echoes it', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const headers = { 'Idempotency-Key': 'k' };
    const echoed = async (path: string, request: object) =>
      (await hangar.send(path, { headers, ...request })).headers['idempotency-key'];
    expect([
      await echoed('/v0/tasks/execute', { body: {}, key: null }),
      await echoed('/v0/tasks/execute', { body: '{broken' }),
      await echoed('/v0/nothing', { body: {} }),
      await echoed('/v0/runs/get', { body: {} }),
      await echoed('/v0/runs/list', {}),
      await echoed('/v0/runs/list', { method: 'DELETE' }),
    ]).toEqual(['k', 'k', 'k', 'k', undefined, undefined]);
    const total = async () =>
      ((await hangar.send('/v0/runs/list', { headers })).json as { runs: unknown[] }).runs.length;
    const before = await total();
    await post(hangar, 'other');
    expect([before, await total()]).toEqual([0, 1]);
  });

  test('decision idempotency: an empty key is none', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await post(hangar, '');
    await post(hangar, '');
    expect(await runs(hangar)).toBe(2);
  });
});

describe('decision idempotency: a key comes back as the bytes that were sent', () => {
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  const keys: [what: string, key: string][] = [
    ['UTF-8', utf8('schlüssel-日本-🔑')],
    ['UTF-8 that ends like white space', utf8('voilà')],
    ['Latin-1', 'cl\u00e9-\u00ff'],
    ['every byte that a header may hold', Array.from({ length: 128 }, (_, n) => String.fromCharCode(128 + n)).join('')],
    ['ASCII with spaces and a tab', 'a  b\tc'],
  ];
  test.each(keys)('decision idempotency: %s', async (_, key) => {
    const hangar = await testEmulator(WORKSPACE);
    const listening = await listen(hangar.server, { host: '127.0.0.1', port: 0 });
    const request = (target: string, body: string, apiKey = KEY) => ({
      method: 'POST',
      target,
      headers: { 'X-Service-API-Key': apiKey, 'Idempotency-Key': key },
      body,
    });
    const answers = await sendRaw(listening.port, [
      request('/v0/tasks/execute', '{"slug":"echo"}'),
      request('/v0/tasks/execute', '{"slug":"echo"}'),
      request('/v0/tasks/execute', '{"slug":"none"}', 'tkn_other'),
      request('/v0/tasks/execute', '{"slug":', 'tkn_other'),
      request('/v0/nowhere', '{}'),
    ]).finally(() => void listening.close(100));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 400, 404]);
    expect(answers.map(({ headers }) => headers['idempotency-key'])).toEqual(Array.from(answers, () => key));
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(JSON.parse(answers[1]?.text ?? '')).toMatchObject({ runID: expect.any(String) });
  });

  test('decision idempotency: one that is sent twice counts once, and two that differ are refused', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const listening = await listen(hangar.server, { host: '127.0.0.1', port: 0 });
    const request = (keys: string[], method = 'POST', target = '/v0/tasks/execute') => ({
      method,
      target,
      headers: { 'X-Service-API-Key': KEY, 'Idempotency-Key': keys },
      body: method === 'POST' ? '{"slug":"echo"}' : '',
    });
    const [one, twice, different, read] = await sendRaw(listening.port, [
      request(['a']),
      request(['a', 'a']),
      request(['a', 'b']),
      request(['a', 'b'], 'GET', '/v0/runs/list'),
    ]).finally(() => void listening.close(100));
    expect([one?.status, twice?.status, different?.status, read?.status]).toEqual([200, 200, 400, 200]);
    expect([twice?.text, twice?.headers['idempotency-key']]).toEqual([one?.text, 'a']);
    expect(different?.text).toContain('Idempotency-Key: is given twice, with different values.');
    expect(await runs(hangar)).toBe(1);
  });
});
