import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { KEY, testEmulator, type TestEmulator, type TestRequest } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
  apiKeys: [{ key: 'tkn_dev_only', environments: ['dev'] }],
  tasks: [
    {
      id: 'tskHook',
      slug: 'hook',
      webhooks: { plain: { secret: 'plain-secret' }, locked: { requireServiceToken: true, secret: 'locked-secret' } },
      behavior: steps({ do: 'output', value: { env: '{{ env.slug }}' } }),
    },
    {
      id: 'tskNeeds',
      slug: 'needs',
      parameters: [{ slug: 'amount', type: 'integer' }],
      webhooks: { plain: { secret: 'needs-secret' } },
    },
  ],
};

interface Payload {
  readonly slug: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  readonly rawBody: string;
}

const PLAIN = '/v0/webhooks/dev/tskHook/plain-secret';
const LOCKED = '/v0/webhooks/dev/tskHook/locked-secret';

/** Calls a webhook, and gives the payload that its task got. */
async function deliver(hangar: TestEmulator, request: TestRequest, path = PLAIN): Promise<Payload> {
  const answer = await hangar.send(path, { method: 'POST', key: null, ...request });
  expect(answer).toMatchObject({ status: 200, json: { runID: expect.stringMatching(/^run/) } });
  const { runID } = answer.json as { runID: string };
  const { paramValues } = await hangar.api.v0.runs.get({ query: { id: runID } });
  return paramValues['webhook_payload'] as unknown as Payload;
}

describe('decision webhook-answer', () => {
  test('decision webhook-answer: the payload has the slug, headers in canonical case, the body, and its exact bytes', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const body = '{"a": [1, "é"],\n "a": 2}';
    const payload = await deliver(hangar, {
      body,
      headers: { 'x-hub-signature-256': 'sha256=abc', 'content-TYPE': 'text/x' },
    });
    expect(payload).toEqual({
      slug: 'plain',
      headers: { 'X-Hub-Signature-256': 'sha256=abc', 'Content-Type': 'text/x' },
      body: { a: 2 },
      rawBody: Buffer.from(body).toString('base64'),
    });
  });

  test('decision webhook-answer: an HMAC over the decoded rawBody is the one over the bytes sent', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const bytes = Buffer.from('{"order":  "Ä1",\t"n":1.0}');
    const sign = (data: Buffer) => createHmac('sha256', 'shared').update(data).digest('hex');
    const plain = await deliver(hangar, { body: bytes, headers: { 'X-Signature': sign(bytes) } });
    expect(sign(Buffer.from(plain.rawBody, 'base64'))).toBe(plain.headers['X-Signature']);
    const zipped = await deliver(hangar, { body: gzipSync(bytes), headers: { 'Content-Encoding': 'gzip' } });
    expect(sign(Buffer.from(zipped.rawBody, 'base64'))).toBe(sign(bytes));
  });

  const bodies: [body: string, parsed: unknown][] = [
    ['', {}],
    ['null', null],
    ['5', 5],
    ['"text"', 'text'],
    ['[1, {"a": null}]', [1, { a: null }]],
    ['false', false],
    ['  {}  ', {}],
  ];
  test.each(bodies)('decision webhook-answer: the body %j arrives as %j', async (body, parsed) => {
    const hangar = await testEmulator(WORKSPACE);
    expect(await deliver(hangar, { body })).toMatchObject({
      body: parsed,
      rawBody: Buffer.from(body).toString('base64'),
    });
  });

  test('decision webhook-answer: a body that is not JSON runs nothing', async () => {
    const hangar = await testEmulator(WORKSPACE);
    expect(await hangar.send(PLAIN, { body: 'a=1&b=2', key: null })).toMatchObject({ status: 400 });
    expect((await hangar.api.emulator.runs.list()).total).toBe(0);
  });

  test('decision webhook-answer: pages of foreign origins are refused, unless --cors-origin names theirs', async () => {
    const named = 'https://app.example';
    const hangar = await testEmulator(WORKSPACE, { corsOrigins: [named] });
    const statusFor = async (headers: Record<string, string>, method = 'POST') =>
      (await hangar.send(PLAIN, { method, key: null, headers })).status;
    expect([
      await statusFor({ Origin: 'http://evil.example', 'Content-Type': 'text/plain' }),
      await statusFor({ Origin: 'http://127.0.0.1:5173', 'Sec-Fetch-Site': 'same-site' }),
      await statusFor({ Origin: 'https://127.0.0.1:4100' }),
      await statusFor({ Origin: 'null' }),
      await statusFor({ 'Sec-Fetch-Site': 'cross-site' }),
      await statusFor({ Origin: 'http://evil.example' }, 'OPTIONS'),
    ]).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await hangar.api.emulator.runs.list()).total).toBe(0);
    expect((await hangar.api.emulator.traffic.list()).entries).toEqual([]);
    expect([
      await statusFor({}),
      await statusFor({ Origin: 'http://127.0.0.1:4100', 'Sec-Fetch-Site': 'same-origin' }),
      await statusFor({ Origin: named, 'Sec-Fetch-Site': 'cross-site' }),
      await statusFor({ Origin: named, 'Access-Control-Request-Method': 'POST' }, 'OPTIONS'),
    ]).toEqual([200, 200, 200, 204]);
  });

  test('decision webhook-answer: unknown environment, task and secret are one and the same 404', async () => {
    const hangar = await testEmulator({
      ...WORKSPACE,
      tasks: [...WORKSPACE.tasks!, { slug: 'own', webhooks: ['made'] }],
    });
    const [made] = (await hangar.api.emulator.webhooks.list()).webhooks.filter(({ webhook }) => webhook === 'made');
    const ofDev = new URL(made!.url).pathname;
    const paths = [
      // A secret that Hangar made is that of one environment.
      ofDev.replace('/dev/', '/prod/'),
      `${ofDev}x`,
      ofDev.slice(0, -1),
      '/v0/webhooks/nowhere/tskHook/plain-secret',
      '/v0/webhooks/dev/tskNone/plain-secret',
      '/v0/webhooks/dev/tskHook/wrong',
      '/v0/webhooks/dev/tskHook/%20',
      '/v0/webhooks/__proto__/constructor/toString',
    ];
    const answers = await Promise.all(paths.map((path) => hangar.send(path, { body: '{broken', key: null })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['404 {"error":"There is no such webhook.","code":"not_found"}']),
    );
  });

  test('decision webhook-answer: requireServiceToken asks for a valid key that may use the environment', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const status = async (key: string | null, path = LOCKED) => (await hangar.send(path, { body: {}, key })).status;
    expect([
      await status(null),
      await status('tkn_wrong'),
      await status(KEY),
      await status('tkn_dev_only'),
      await status('tkn_dev_only', LOCKED.replace('/dev/', '/prod/')),
      await status('tkn_wrong', PLAIN),
    ]).toEqual([401, 401, 200, 200, 403, 200]);
  });

  test('decision webhook-answer: the refusal of a key of other environments names what works, and it does', async () => {
    const hangar = await testEmulator({
      ...WORKSPACE,
      environments: [...(WORKSPACE.environments ?? []), { slug: 'test' }],
      apiKeys: [
        { key: 'tkn_dev_only', environments: ['dev'] },
        { key: 'tkn_two', environments: ['dev', 'test'] },
      ],
    });
    const answer = (key: string, environment: string) =>
      hangar.send(LOCKED.replace('/dev/', `/${environment}/`), { body: {}, key });
    const [one, two] = [await answer('tkn_dev_only', 'prod'), await answer('tkn_two', 'prod')];
    const why = 'This API key may not use the environment "prod", which the URL of this webhook is for.';
    expect([one.json, two.json]).toEqual([
      { error: `${why} Use the URL of the webhook for dev, or send a key that may.`, code: 'forbidden' },
      { error: `${why} Use the URL of the webhook for dev or test, or send a key that may.`, code: 'forbidden' },
    ]);
    expect([(await answer('tkn_dev_only', 'dev')).status, (await answer('tkn_two', 'test')).status]).toEqual([
      200, 200,
    ]);
  });

  test('decision webhook-answer: the environment is that of the URL, whatever the headers say', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await hangar.send(PLAIN.replace('/dev/', '/prod/'), {
      body: {},
      key: null,
      headers: { 'X-Service-Env-Slug': 'dev' },
    });
    const { runID } = answer.json as { runID: string };
    expect(await hangar.api.v0.runs.getOutputs({ query: { id: runID } })).toEqual({ output: { env: 'prod' } });
  });
});

describe('decision webhook-param', () => {
  test('decision webhook-param: the webhook user is the creator, and what it came through is known', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await hangar.send(PLAIN, { body: {}, key: null });
    const { runID } = answer.json as { runID: string };
    const { run, row } = await hangar.api.emulator.runs.get({ params: { id: runID } });
    const { entries } = await hangar.api.emulator.traffic.list({ query: { webhook: 'tskHook/plain' } });
    const { actors } = await hangar.api.emulator.info();
    expect(actors.find(({ id }) => id === run.createdBy)?.kind).toBe('webhook');
    expect(row.origin).toEqual({ kind: 'webhook', trafficID: entries[0]!.id, webhook: 'plain' });
    expect(entries).toMatchObject([{ runID, webhook: 'plain', status: 200 }]);
  });

  test('decision webhook-param: a required parameter without a default answers 400 naming it, and what to do', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await hangar.send('/v0/webhooks/dev/tskNeeds/needs-secret', { body: { amount: 5 }, key: null });
    expect(answer).toMatchObject({
      status: 400,
      json: {
        error: 'amount: is required, and a webhook cannot fill it (make it optional or give it a default).',
        code: 'invalid_request',
      },
    });
  });
});

test('the listed webhook URLs work as they are', async () => {
  const hangar = await testEmulator(WORKSPACE);
  const { webhooks } = await hangar.api.emulator.webhooks.list();
  expect(webhooks.map(({ taskSlug, webhook, environment }) => `${taskSlug}/${webhook}/${environment}`)).toEqual([
    'hook/plain/dev',
    'hook/plain/prod',
    'hook/locked/dev',
    'hook/locked/prod',
    'needs/plain/dev',
    'needs/plain/prod',
  ]);
  const { origin, pathname } = new URL(webhooks[1]!.url);
  expect(origin).toBe('http://127.0.0.1:4100');
  expect(await hangar.send(pathname, { body: {}, key: null })).toMatchObject({ status: 200 });
});
