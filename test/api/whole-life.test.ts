import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/values/json.ts';
import { testEmulator, type TestEmulator, type TestRequest } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

/** A polling program, which uses HTTP requests only. */
const tasks = [
  {
    slug: 'refund',
    parameters: [{ slug: 'amount', type: 'float' as const }],
    resources: { db: 'demo_db' },
    behavior: steps(
      { do: 'log', text: 'Refunding {{ params.amount }}' },
      {
        do: 'prompt',
        description: 'Refund {{ params.amount }}?',
        parameters: [{ slug: 'reason' }],
        as: 'approval',
      },
      { do: 'log', text: 'Because {{ approval.values.reason }}' },
      { do: 'output', value: { refunded: '{{ params.amount }}', host: '{{ resources.db.host }}' } },
    ),
  },
  { slug: 'receive', behavior: steps({ do: 'output', value: '{{ params.webhook_payload }}' }) },
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
});

it('a client that polls sees each status in order, and a final one that stays', async () => {
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
