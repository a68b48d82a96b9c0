import { describe, expect, test } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import { endpointsOf } from '../../shared/http/endpoint.ts';
import { maskJson } from '../../shared/model/mask-json.ts';
import { createMasker } from '../../shared/model/masking.ts';
import { isSecretField, secretsOf } from '../../shared/model/secrets.ts';
import { RESOURCE_KINDS } from '../../shared/registry/resource-kinds.ts';
import { samplesOf } from '../hostile/samples.ts';
import { testEmulator } from '../support/emulator.ts';

const DATABASE = { host: 'h', port: '5432', database: 'orders', username: 'hangar', ssl: 'disable' };
const PASSWORD = 'hunter2-long';

describe('the secret fields of a resource', () => {
  test.each([
    ['its password and key, and no more', { ...DATABASE, password: 'p4ss', sshPrivateKey: 'k3y' }, ['p4ss', 'k3y']],
    [
      'headers that are credentials',
      {
        baseURL: 'https://a.example',
        headers: { Authorization: 'Bearer tok', 'X-Api-Key': 'key1', Accept: 'text/html' },
      },
      ['Bearer tok', 'key1'],
    ],
    ['the password in an address', { baseURL: 'https://me:p%40ss@a.example/x' }, ['p%40ss']],
    ['a password for mail', { hostname: 'h', port: '25', auth: { user: 'ada', pass: 'mail-pw' } }, ['mail-pw']],
    [
      'by its names for a kind that is not listed',
      { clientSecret: 'c', region: 'eu', nested: [{ token: 't' }] },
      ['c', 't'],
    ],
    ['all of a connection string', { connectionString: 'mongodb://u:pw@h/d' }, ['mongodb://u:pw@h/d']],
  ])('%s', (_, config, secrets) => {
    expect(secretsOf(config)).toEqual(secrets);
  });
});

describe('the secrets of a resource', () => {
  const resource = { ...DATABASE, password: PASSWORD };
  const body = { kind: 'postgres', name: 'DB', slug: 'db', resource };

  test('stay out of the output, the log and the parents of a run that fails with them', async () => {
    const hangar = await testEmulator({
      resources: [{ slug: 'db', kind: 'postgres', resource }],
      tasks: [
        {
          slug: 'bad',
          resources: { db: 'db' },
          behavior: { kind: 'steps', steps: [{ do: 'fail', message: 'no entry with {{ resources.db.password }}' }] },
        },
        { slug: 'parent', behavior: { kind: 'steps', steps: [{ do: 'execute', task: 'bad' }] } },
      ],
    });
    await hangar.api.v0.tasks.execute({ body: { slug: 'parent' } });
    await hangar.clock.advance(0);
    const { runs } = await hangar.api.v0.runs.list();
    const outputs = await Promise.all(runs.map(({ id }) => hangar.api.v0.runs.getOutputs({ query: { id } })));
    const logs = await Promise.all(
      runs.map(({ id: runID }) => hangar.api.v0.runs.getLogs({ query: { runID, level: 'debug' } })),
    );
    expect(JSON.stringify([outputs, logs])).not.toContain(PASSWORD);
    expect(outputs).toEqual(
      expect.arrayContaining([
        { output: { error: 'no entry with ****' } },
        { output: { error: expect.stringMatching(/^bad \(run\w+\) failed: no entry with \*\*\*\*$/) as string } },
      ]),
    );
  });

  test.each([
    ['/v0/resources/create', JSON.stringify(body)],
    ['/v0/resources/create', JSON.stringify(body, null, 2)],
    ['/v0/resources/create', JSON.stringify({ ...body, unknown: 1 })],
    ['/v0/resources/create', JSON.stringify(body).slice(0, -2)],
    ['/v0/resources/update', JSON.stringify({ id: 'res1', ...body })],
  ])('stay out of the traffic of %s: %s', async (path, text) => {
    const hangar = await testEmulator();
    await hangar.send(path, { body: text });
    const { entries } = await hangar.api.emulator.traffic.list();
    const entry = await hangar.api.emulator.traffic.get({ params: { id: entries[0]!.id } });
    expect(entry.request.body).toBe(text.replace(PASSWORD, '****'));
  });
});

test.each(Object.entries(RESOURCE_KINDS).filter(([, { fields }]) => fields.some(isSecretField)))(
  'whatever a resource of kind %s declares secret stays out of the traffic log and of failures',
  async (kind, { fields }) => {
    const secretOf = (name: string): string => `the-${name}-itself`;
    const resource = Object.fromEntries(
      fields.map((field) => [field.name, isSecretField(field) ? secretOf(field.name) : 'x']),
    );
    const steps = fields.map(({ name }) => ({ do: 'log' as const, text: `{{ resources.r.${name} }}` }));
    const hangar = await testEmulator({
      resources: [{ slug: 'r', kind, resource }],
      tasks: [{ slug: 't', resources: { r: 'r' }, behavior: { kind: 'steps', steps: [...steps, { do: 'fail' }] } }],
    });
    await hangar.send('/v0/resources/create', { body: { kind, name: 'R', resource } });
    const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 't' } });
    await hangar.clock.advance(0);
    const { entries } = await hangar.api.emulator.traffic.list();
    const traffic = await Promise.all(entries.map(({ id }) => hangar.api.emulator.traffic.get({ params: { id } })));
    const { logs } = await hangar.api.v0.runs.getLogs({ query: { runID, level: 'debug' } });
    const secrets = fields.filter(isSecretField).map(({ name }) => secretOf(name));
    expect(logs.length).toBeGreaterThanOrEqual(fields.length);
    expect(secrets.filter((secret) => JSON.stringify([traffic, logs]).includes(secret))).toEqual([]);
  },
);

test('every endpoint in the traffic log that takes the configuration of a resource says so', () => {
  const taking = [...endpointsOf(contract.v0)].filter(
    ({ endpoint: { body } }) => body !== undefined && samplesOf(body).some(({ path }) => path[0] === 'resource'),
  );
  expect(taking.length).toBeGreaterThan(1);
  expect(taking.filter(({ endpoint }) => endpoint.holdsSecrets !== true).map(({ name }) => name)).toEqual([]);
});

test('credentials in a query stay out of the traffic log, tokens of a page do not', async () => {
  const hangar = await testEmulator();
  await hangar.send('/v0/runs/getLogs?runID=run1&api_key=abc&access_token=def&prev_token=ghi');
  const { entries } = await hangar.api.emulator.traffic.list();
  expect(entries[0]?.query).toBe('?runID=run1&api_key=****&access_token=****&prev_token=ghi');
});

test('decision webhook-answer: credentials in the headers of a payload are masked, signatures are not', async () => {
  const { api, send } = await testEmulator({
    tasks: [{ id: 'tskHook', slug: 'h', webhooks: { hook: { secret: 's3cret' } } }],
  });
  const headers = {
    authorization: 'Bearer abc',
    cookie: 'session=1',
    'x-service-api-key': 'tkn_other',
    'x-gitlab-token': 'token of somebody',
    'x-hub-signature-256': 'sha256=abc',
    'idempotency-key': 'k1',
    'user-agent': 'sender/1',
  };
  const { json } = await send('/v0/webhooks/default/tskHook/s3cret', { body: {}, headers, key: null });
  const { runID } = json as { runID: string };
  const { paramValues } = await api.v0.runs.get({ query: { id: runID } });
  expect(paramValues).toMatchObject({
    webhook_payload: {
      headers: {
        Authorization: 'Bearer ****',
        Cookie: '****',
        'X-Service-Api-Key': 'tkn_****',
        'X-Gitlab-Token': '****',
        'X-Hub-Signature-256': 'sha256=abc',
        'Idempotency-Key': 'k1',
        'User-Agent': 'sender/1',
      },
    },
  });
});

test.each([
  ['{"password":"a","n":1}', '{"password":"****","n":1}'],
  [
    '{ "password" : 12 , "token": true, "x": [{"apiKey": "k"}] }',
    '{ "password" : "****" , "token": "****", "x": [{"apiKey": "****"}] }',
  ],
  [
    '{"rawCredentials":{"type":"a","list":["b",2]},"kind":"k"}',
    '{"rawCredentials":{"type":"****","list":["****","****"]},"kind":"k"}',
  ],
  ['{"pass\\u0077ord":"a\\"b"}', '{"pass\\u0077ord":"****"}'],
  ['{"headers":{"Authorization":"a","Accept":"b"}}', '{"headers":{"Authorization":"****","Accept":"b"}}'],
  ['{"password":"cut o', '{"password":"****"'],
  ['not JSON, "password"', 'not JSON, "password"'],
  ['{"password":null,"secret":""}', '{"password":null,"secret":""}'],
])('secrets in JSON are masked by their names, and nothing else changes: %s', (text, masked) => {
  expect(maskJson(text)).toBe(masked);
});

test('thousands of secrets are looked for in one pass', () => {
  const secrets = Array.from({ length: 5_000 }, (_, n) => `${'a'.repeat(200)}${n}b`);
  const text = 'a'.repeat(2_000_000);
  expect(createMasker(secrets)(text) === text).toBe(true);
});
