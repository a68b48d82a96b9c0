import { describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { MAX_BODY_BYTES } from '../../electron/emulator/server/http/traffic-log.ts';
import { KEY, testEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  apiKeys: [{ key: 'tkn_odd/key+with=signs' }],
  tasks: [
    { id: 'tskEcho', slug: 'echo', webhooks: { hook: { secret: 'hook-secret' } } },
    { slug: 'asks', behavior: steps({ do: 'prompt' }) },
  ],
  runbooks: [{ slug: 'book' }],
};

describe('the traffic log', () => {
  test('has every request to /v0 with both sides, and none of the window', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await hangar.send('/v0/tasks/execute?envSlug=default', {
      body: '{"slug": "echo"}',
      headers: { 'User-Agent': 'my-sdk/1.0', 'Content-Type': 'text/plain' },
    });
    await hangar.send('/_emulator/runs');
    await hangar.send('/favicon.ico');
    const { entries, dropped } = await hangar.api.emulator.traffic.list();
    const { runID } = answer.json as { runID: string };
    const row = {
      id: expect.stringMatching(/^trf/),
      at: '2026-11-20 16:00:00.000000+00',
      method: 'POST',
      path: '/v0/tasks/execute',
      query: '?envSlug=default',
      status: 200,
      milliseconds: 0,
      client: 'my-sdk/1.0',
      caller: expect.stringContaining('local'),
      runID,
      sessionID: '',
      promptID: '',
      error: '',
      code: '',
      decision: '',
      warnings: [],
      idempotencyKey: '',
      replayOf: '',
      webhook: '',
      subject: { slug: 'echo', values: [] },
    };
    expect({ entries, dropped }).toEqual({ entries: [row], dropped: 0 });
    const entry = await hangar.api.emulator.traffic.get({ params: { id: entries[0]!.id } });
    expect(entry).toEqual({
      row,
      request: {
        headers: expect.arrayContaining([
          ['x-service-api-key', 'tkn_****'],
          ['content-type', 'text/plain'],
        ]),
        body: '{"slug": "echo"}',
        encoding: 'utf8',
        size: 16,
        truncated: false,
      },
      answer: {
        headers: [['Content-Type', 'application/json']],
        body: answer.text,
        encoding: 'utf8',
        size: answer.text.length,
        truncated: false,
      },
      operation: 'Execute a task; answers the run',
      decisions: expect.arrayContaining([{ name: 'id-field', rule: expect.any(String) }]),
      refusal: null,
      call: {
        attempts: [expect.objectContaining({ row })],
        summary: expect.stringMatching(/^One attempt/),
        verdict: null,
      },
    });
  });

  test('has errors with message and code, also for unknown paths', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.send('/tasks/execute', { body: {} });
    await hangar.send('/v0/runs/get?id=none');
    await hangar.send('/v0/runs/list', { key: null });
    const { entries } = await hangar.api.emulator.traffic.list();
    expect(entries.map(({ path, status, code, caller }) => ({ path, status, code, known: caller !== '' }))).toEqual([
      { path: '/v0/runs/list', status: 401, code: 'unauthorized', known: false },
      { path: '/v0/runs/get', status: 404, code: 'not_found', known: true },
      { path: '/tasks/execute', status: 404, code: 'not_found', known: false },
    ]);
  });

  test('names the entities that each request created or named', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const { runID } = (await hangar.send('/v0/tasks/execute', { body: { slug: 'asks' } })).json as { runID: string };
    const { prompts } = (await hangar.send(`/v0/prompts/list?runID=${runID}`)).json as { prompts: { id: string }[] };
    const promptID = prompts[0]!.id;
    await hangar.send('/v0/prompts/submit', { body: { id: promptID } });
    await hangar.send(`/v0/runs/getLogs?runID=${runID}`);
    const { sessionID } = (await hangar.send('/v0/runbooks/execute', { body: { slug: 'book' } })).json as {
      sessionID: string;
    };
    await hangar.send(`/v0/sessions/get?id=${sessionID}`);
    const { entries } = await hangar.api.emulator.traffic.list();
    const about = entries.map((row) => [row.path, row.runID, row.promptID, row.sessionID]);
    expect(about.reverse()).toEqual([
      ['/v0/tasks/execute', runID, '', ''],
      ['/v0/prompts/list', runID, '', ''],
      ['/v0/prompts/submit', '', promptID, ''],
      ['/v0/runs/getLogs', runID, '', ''],
      ['/v0/runbooks/execute', '', '', sessionID],
      ['/v0/sessions/get', '', '', sessionID],
    ]);
    const answered = entries.find(({ path }) => path === '/v0/prompts/submit');
    expect(answered?.subject).toEqual({ slug: 'asks', values: [] });
  });

  test('says which status of its run a client was told, and only then', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const { runID } = (await hangar.send('/v0/tasks/execute', { body: { slug: 'asks' } })).json as { runID: string };
    await hangar.send(`/v0/runs/get?id=${runID}`);
    await hangar.send('/v0/runs/cancel', { body: { runID } });
    await hangar.send(`/v0/runs/get?id=${runID}`);
    await hangar.send('/v0/runs/get?id=none');
    const { entries } = await hangar.api.emulator.traffic.list();
    expect(entries.map(({ runStatus }) => runStatus).reverse()).toEqual([
      undefined,
      'Active',
      undefined,
      'Cancelled',
      undefined,
    ]);
  });

  test('shows no key and no webhook secret, in any part', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const odd = 'tkn_odd/key+with=signs';
    await hangar.send('/v0/webhooks/default/tskEcho/hook-secret', {
      body: { note: `my key is ${KEY}, the other ${odd}`, secret: 'hook-secret' },
      headers: {
        'X-Acme-Token': odd,
        'X-Other-API-Key': 'a secret of somebody',
        Cookie: 'session=1',
        Authorization: 'Bearer b',
        'X-Note': KEY,
      },
      key: null,
    });
    await hangar.send(`/v0/runs/list?limit=0&key=${KEY}`, { key: odd });
    const { entries } = await hangar.api.emulator.traffic.list();
    const whole = await Promise.all(entries.map(({ id }) => hangar.api.emulator.traffic.get({ params: { id } })));
    const text = JSON.stringify([entries, whole]);
    for (const secret of [KEY, odd, 'hook-secret', 'a secret of somebody', 'session=1', 'Bearer b']) {
      expect(text).not.toContain(secret);
    }
    expect(whole[1]).toMatchObject({ row: { path: '/v0/webhooks/default/tskEcho/****' } });
    expect(whole[1]!.request.body).toContain('my key is tkn_****, the other ****');
  });

  test('is bounded by the setting, live, and counts what it dropped', async () => {
    const hangar = await testEmulator({ ...WORKSPACE, settings: { trafficEntries: 3 } });
    const list = async () => {
      const { entries, dropped } = await hangar.api.emulator.traffic.list();
      return { queries: entries.map(({ query }) => query), dropped };
    };
    for (let n = 0; n < 5; n++) await hangar.send(`/v0/runs/list?page=${n}`);
    expect(await list()).toEqual({ queries: ['?page=4', '?page=3', '?page=2'], dropped: 2 });
    await hangar.api.emulator.settings.replace({ body: { trafficEntries: 0 } });
    await hangar.send('/v0/runs/list?page=5');
    expect(await list()).toEqual({ queries: [], dropped: 6 });
    await hangar.api.emulator.traffic.clear();
    expect(await list()).toEqual({ queries: [], dropped: 0 });
  });

  test('is read page by page, each before the last request of the previous page', async () => {
    const hangar = await testEmulator(WORKSPACE);
    for (let n = 0; n < 5; n++) await hangar.send(`/v0/runs/list?page=${n}`);
    const piece = async (before: string) => {
      const { entries } = await hangar.api.emulator.traffic.list({ query: { limit: '2', before } });
      return { queries: entries.map(({ query }) => query), last: entries.at(-1)?.id ?? 'none' };
    };
    const first = await piece('');
    const second = await piece(first.last);
    const third = await piece(second.last);
    expect([first, second, third, await piece(third.last)].map(({ queries }) => queries)).toEqual([
      ['?page=4', '?page=3'],
      ['?page=2', '?page=1'],
      ['?page=0'],
      [],
    ]);
    expect((await piece('trf-of-another-start')).queries).toEqual([]);
  });

  test('is read from any place, counted from the newest request that matches', async () => {
    const hangar = await testEmulator(WORKSPACE);
    for (let n = 0; n < 5; n++) await hangar.send(`/v0/runs/list?page=${n}`);
    await hangar.send('/v0/tasks/list');
    const part = async (offset: string) => {
      const query = { limit: '2', offset, q: 'path:/v0/runs' };
      const { entries, total } = await hangar.api.emulator.traffic.list({ query });
      return [total, ...entries.map((entry) => entry.query)];
    };
    expect([await part('0'), await part('3'), await part('5')]).toEqual([
      [5, '?page=4', '?page=3'],
      [5, '?page=1', '?page=0'],
      [5],
    ]);
  });

  test('keeps the beginning of a large body, and never more than its share of memory', async () => {
    const hangar = await testEmulator(WORKSPACE);
    // Not JSON from its first character on, so that nothing is made of it.
    const body = `!${'é'.repeat(MAX_BODY_BYTES)}`;
    const { maxTrafficBytes } = hangar.ports;
    const count = maxTrafficBytes / MAX_BODY_BYTES + 6;
    for (let n = 0; n < count; n++) await hangar.send('/v0/tasks/execute', { body });
    const { entries, dropped, bytes } = await hangar.api.emulator.traffic.list();
    expect(bytes).toBeLessThanOrEqual(maxTrafficBytes);
    expect(entries.length + dropped).toBe(count);
    expect(dropped).toBeGreaterThan(0);
    const { request } = await hangar.api.emulator.traffic.get({ params: { id: entries[0]!.id } });
    expect({ ...request, body: request.body.slice(0, 4) }).toMatchObject({
      body: '!ééé',
      encoding: 'utf8',
      truncated: true,
      size: Buffer.byteLength(body),
    });
  });

  test('shows binary bodies as base64', async () => {
    const hangar = await testEmulator(WORKSPACE);
    await hangar.send('/v0/tasks/execute', { body: Uint8Array.of(0xff, 0x00, 0x80) });
    const { entries } = await hangar.api.emulator.traffic.list();
    const { request } = await hangar.api.emulator.traffic.get({ params: { id: entries[0]!.id } });
    expect(request).toMatchObject({ body: '/wCA', encoding: 'base64', size: 3, truncated: false });
  });
});
