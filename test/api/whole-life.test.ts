import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/values/json.ts';
import { KEY, testEmulator, type TestEmulator, type TestRequest } from '../support/emulator.ts';

/** A polling program, which uses HTTP requests only. */
const tasks = [
  {
    slug: 'refund',
    parameters: [{ slug: 'amount', type: 'float' as const }],
    resources: { db: 'demo_db' },
    webhooks: { open: {}, guarded: { requireServiceToken: true } },
    behavior: {
      kind: 'steps' as const,
      steps: [
        { do: 'log' as const, text: 'Refunding {{ params.amount }}' },
        {
          do: 'prompt' as const,
          description: 'Refund {{ params.amount }}?',
          parameters: [{ slug: 'reason' }],
          as: 'approval',
        },
        { do: 'log' as const, text: 'Because {{ approval.values.reason }}' },
        { do: 'output' as const, value: { refunded: '{{ params.amount }}', host: '{{ resources.db.host }}' } },
      ],
    },
  },
  {
    slug: 'receive',
    webhooks: { open: {}, guarded: { requireServiceToken: true } },
    behavior: { kind: 'steps' as const, steps: [{ do: 'output' as const, value: '{{ params.webhook_payload }}' }] },
  },
];
const runbooks = [
  {
    slug: 'close',
    blocks: [
      { slug: 'sign', kind: 'prompt' as const, description: 'Close?' },
      { slug: 'note', kind: 'task' as const, task: 'receive' },
    ],
  },
];

/** An ID out of an answer. */
function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`not a text: ${JSON.stringify(value)}`);
  return value;
}

/** Requests that give their answer's body, and fail the test for any status but the one expected. */
function client(host: TestEmulator) {
  const ask = async (path: string, request: TestRequest = {}, status = 200): Promise<JsonObject> => {
    const answer = await host.send(path, request);
    expect([path, answer.status, answer.status === status ? '' : answer.text]).toEqual([path, status, '']);
    return answer.json as JsonObject;
  };
  return {
    get: (path: string) => ask(path),
    post: (path: string, body: object, status?: number) => ask(path, { body }, status),
  };
}

describe('the whole life of', () => {
  it('a run: a resource is created, the task prompts, the prompt is submitted, logs and outputs are read', async () => {
    const host = await testEmulator({ tasks });
    const { get, post } = client(host);
    const config = { host: 'db.local', port: '5432', database: 'd', username: 'u', password: 'p', ssl: 'disable' };
    await post('/v0/tasks/execute', { slug: 'refund', paramValues: { amount: 5 } }, 400);
    const resource = await post('/v0/resources/create', { kind: 'postgres', slug: 'demo_db', resource: config });
    const { runID, isCached } = await post('/v0/tasks/execute', {
      id: '',
      slug: 'refund',
      paramValues: { amount: 240 },
    });
    const active = await get(`/v0/runs/get?id=${text(runID)}`);
    const { prompts } = (await get(`/v0/prompts/list?runID=${text(runID)}`)) as { prompts: [JsonObject] };
    expect([isCached, active.status, active.resources, prompts.length]).toEqual([
      false,
      'Active',
      { db: resource.id },
      1,
    ]);
    expect(prompts[0]).toMatchObject({ runID, description: 'Refund 240?', submittedAt: null, cancelledAt: null });
    const submitted = await post('/v0/prompts/submit', { id: prompts[0].id, values: { reason: 'lost' } });
    const run = await get(`/v0/runs/get?id=${text(runID)}`);
    const { logs } = (await get(`/v0/runs/getLogs?runID=${text(runID)}`)) as { logs: JsonObject[] };
    const { output } = await get(`/v0/runs/getOutputs?id=${text(runID)}`);
    const { runs } = (await get(`/v0/runs/list?taskSlug=refund`)) as { runs: JsonObject[] };
    expect({ submitted, status: run.status, lines: logs.map(({ text }) => text), output, runs }).toEqual({
      submitted: { id: prompts[0].id },
      status: 'Succeeded',
      lines: ['Refunding 240', 'Because lost'],
      output: { refunded: 240, host: 'db.local' },
      runs: [run],
    });
  });

  it('a session: it waits at a prompt block, goes on when that is submitted, and succeeds', async () => {
    const host = await testEmulator({ tasks, runbooks });
    const { get, post } = client(host);
    const { sessionID } = await post('/v0/runbooks/execute', { slug: 'close' });
    const statusNow = async () => (await get(`/v0/sessions/get?id=${text(sessionID)}`)).status;
    const waiting = await statusNow();
    const { runs } = (await get('/v0/runs/list')) as { runs: [JsonObject] };
    const { prompts } = (await get(`/v0/prompts/list?runID=${text(runs[0].id)}`)) as { prompts: [JsonObject] };
    await post('/v0/prompts/submit', { id: prompts[0].id });
    const { sessions } = (await get('/v0/sessions/list')) as { sessions: JsonObject[] };
    expect([waiting, runs[0].taskID, runs[0].sessionID, await statusNow(), sessions.length]).toEqual([
      'Waiting',
      '',
      sessionID,
      'Succeeded',
      1,
    ]);
  });

  it.each(['open', 'guarded'])(
    'a run that the webhook "%s" triggers: its signature holds for the bytes that were sent',
    async (webhook) => {
      const host = await testEmulator({ tasks });
      const { get } = client(host);
      const list = await host.api.emulator.webhooks.list();
      const url = list.webhooks.find((each) => each.taskSlug === 'receive' && each.webhook === webhook)?.url ?? '';
      const path = new URL(url).pathname;
      const body = '{ "order":  "Ä1",\n"n": 1.50 }';
      const signature = createHmac('sha256', 'shared secret').update(body).digest('hex');
      const headers = { 'x-hub-signature-256': `sha256=${signature}` };
      const refused = await host.send(path, { body, headers, key: null });
      expect(refused.status).toBe(webhook === 'guarded' ? 401 : 200);
      const answer = await host.send(path, { body, headers, key: webhook === 'guarded' ? KEY : null });
      const { runID } = answer.json as { runID: string };
      const { output } = (await get(`/v0/runs/getOutputs?id=${runID}`)) as {
        output: { slug: string; headers: JsonObject; body: unknown; rawBody: string };
      };
      const received = Buffer.from(output.rawBody, 'base64');
      expect(output).toMatchObject({
        slug: webhook,
        body: { order: 'Ä1', n: 1.5 },
        headers: { 'X-Hub-Signature-256': `sha256=${signature}` },
      });
      expect([received.toString(), createHmac('sha256', 'shared secret').update(received).digest('hex')]).toEqual([
        body,
        signature,
      ]);
    },
  );
});

describe('a client that', () => {
  it('polls sees each status in order, and a final one that stays', async () => {
    const host = await testEmulator({
      tasks: [{ slug: 't', behavior: { kind: 'steps', queueSeconds: 1, steps: [{ do: 'wait', seconds: 1 }] } }],
    });
    const { get, post } = client(host);
    const { runID } = await post('/v0/tasks/execute', { slug: 't' });
    const seen: unknown[] = [];
    for (let poll = 0; poll < 7; poll++) {
      seen.push((await get(`/v0/runs/get?id=${text(runID)}`)).status);
      await host.clock.advance(0.5);
    }
    expect([seen.slice(0, 2), seen.slice(-2), [...new Set(seen)]]).toEqual([
      ['Queued', 'Queued'],
      ['Succeeded', 'Succeeded'],
      ['Queued', 'Active', 'Succeeded'],
    ]);
  });

  it('sends no JSON content type, an empty ID beside a slug and another vendor word in its headers is understood', async () => {
    const host = await testEmulator({ tasks, environments: [{ slug: 'prod', default: true }, { slug: 'test' }] });
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', '']) {
      const answer = await host.send('/v0/tasks/execute', {
        body: '{"id":"","slug":"receive","paramValues":{}}',
        key: null,
        headers: { ...(type === '' ? {} : { 'content-type': type }), 'x-acme-api-key': KEY, 'x-acme-env-slug': 'test' },
      });
      expect([type, answer.status]).toEqual([type, 200]);
    }
    const { runs } = await host.api.emulator.runs.list();
    expect(runs.map(({ environment }) => environment)).toEqual(['test', 'test', 'test']);
  });

  it('repeats a POST after a dropped connection with the same key runs nothing twice', async () => {
    const host = await testEmulator({ tasks });
    const request = { body: { slug: 'receive' }, headers: { 'idempotency-key': '6f1c' } };
    const [first, again] = [
      await host.send('/v0/tasks/execute', request),
      await host.send('/v0/tasks/execute', request),
    ];
    const later = await (await host.restart()).send('/v0/tasks/execute', request);
    expect([again.text, later.text, again.headers['idempotency-key']]).toEqual([first.text, first.text, '6f1c']);
    expect((await host.api.emulator.runs.list()).total).toBe(1);
  });
});

describe('decision idempotency: 1,000 concurrent executes', () => {
  it('with 100 distinct keys make exactly 100 runs, and every one of them gets the answer of its key', async () => {
    const host = await testEmulator({ tasks });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, i) => {
        const key = `key-${i % 100}`;
        const answer = await host.send('/v0/tasks/execute', {
          body: { slug: 'receive' },
          headers: { 'idempotency-key': key },
        });
        return { key, status: answer.status, runID: (answer.json as { runID: string }).runID };
      }),
    );
    const byKey = new Map(answers.map(({ key, runID }) => [key, runID]));
    expect(answers.filter(({ key, status, runID }) => status !== 200 || byKey.get(key) !== runID)).toEqual([]);
    expect([new Set(byKey.values()).size, (await host.api.emulator.runs.list()).total]).toEqual([100, 100]);
  });
});
