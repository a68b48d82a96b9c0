import { bundleOf } from '../support/bundles.ts';
import { describe, expect, test } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import { endpointsOf } from '../../shared/http/endpoint.ts';
import { maskJson } from '../../shared/model/mask-json.ts';
import { createMasker } from '../../shared/model/masking.ts';
import { isSecretField, secretsOf } from '../../shared/model/secrets.ts';
import { RESOURCE_KINDS } from '../../shared/registry/resource-kinds.ts';
import { samplesOf } from '../hardening/hostile/samples.ts';
import { testEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

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
    [
      'headers that it declares secret, by any spelling, and not their names',
      {
        secretHeaders: ['x-shop', 'X-Absent'],
        headers: { 'X-Shop': 'sh0p', 'X-Team': 'red' },
        nested: { headers: { 'X-Shop': 'elsewhere' } },
      },
      ['sh0p'],
    ],
    ['values under a name for names', { secretHeaders: { 'X-Shop': 'sh0p' } }, ['sh0p']],
    [
      'the credentials of basic authentication as they are sent',
      { auth: { kind: 'basic', username: 'ädä', password: 'p4' } },
      [Buffer.from('ädä:p4').toString('base64'), 'p4'],
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
          behavior: steps({ do: 'fail', message: 'no entry with {{ resources.db.password }}' }),
        },
        { slug: 'parent', behavior: steps({ do: 'execute', task: 'bad' }) },
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
    const logs = fields.map(({ name }) => ({ do: 'log' as const, text: `{{ resources.r.${name} }}` }));
    const hangar = await testEmulator({
      resources: [{ slug: 'r', kind, resource }],
      tasks: [{ slug: 't', resources: { r: 'r' }, behavior: steps(...logs, { do: 'fail' }) }],
    });
    await hangar.send('/v0/resources/create', { body: { kind, name: 'R', resource } });
    const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 't' } });
    await hangar.clock.advance(0);
    const { entries } = await hangar.api.emulator.traffic.list();
    const traffic = await Promise.all(entries.map(({ id }) => hangar.api.emulator.traffic.get({ params: { id } })));
    const { logs: lines } = await hangar.api.v0.runs.getLogs({ query: { runID, level: 'debug' } });
    const secrets = fields.filter(isSecretField).map(({ name }) => secretOf(name));
    expect(lines.length).toBeGreaterThanOrEqual(fields.length);
    expect(secrets.filter((secret) => JSON.stringify([traffic, lines]).includes(secret))).toEqual([]);
  },
);

describe('the headers that a resource declares secret, and its basic authentication', () => {
  const resource = {
    headers: { 'X-Shop': 'sh0p-value', 'X-Team': 'red-team' },
    baseURL: 'http://127.0.0.1:1',
    auth: { kind: 'basic', username: 'ada', password: 'x1z' },
    secretHeaders: ['x-shop'],
  };
  const sent = Buffer.from('ada:x1z').toString('base64');
  const log = ['{{ resources.api.headers }}', '{{ resources.api.secretHeaders }}', `Basic ${sent}`];
  const workspace = {
    resources: [{ slug: 'api', kind: 'rest', resource }],
    tasks: [
      { slug: 't', resources: { api: 'api' }, behavior: steps(...log.map((text) => ({ do: 'log' as const, text }))) },
    ],
  };

  test('are masked in logs, traffic and bundles, and the names are shown', async () => {
    const hangar = await testEmulator(workspace);
    const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 't' } });
    await hangar.clock.advance(0);
    const { logs } = await hangar.api.v0.runs.getLogs({ query: { runID } });
    expect(logs.map(({ text }) => text)).toEqual(['{"X-Shop":"****","X-Team":"red-team"}', '["x-shop"]', 'Basic ****']);
    const bundle = JSON.stringify((await bundleOf(hangar)).bundle);
    expect(bundle).toContain('red-team');
    for (const secret of ['sh0p-value', sent, 'x1z"']) expect(bundle).not.toContain(secret);
  });

  test('are masked in a request that is refused', async () => {
    const hangar = await testEmulator({});
    const body = { kind: 'rest', resource };
    expect((await hangar.send('/v0/resources/create', { body })).status).toBe(400);
    const { entries } = await hangar.api.emulator.traffic.list();
    const entry = await hangar.api.emulator.traffic.get({ params: { id: entries[0]!.id } });
    expect(entry.request.body).toContain('"secretHeaders":["x-shop"]');
    expect(entry.request.body).toContain('"X-Shop":"****","X-Team":"red-team"');
    expect(entry.request.body).not.toContain('sh0p-value');
  });

  test.each([
    [{ secretHeaders: 'X-Shop' }, 'resource.secretHeaders: must be a list of names'],
    [{ secretHeaders: [1] }, 'resource.secretHeaders: must be a list of names'],
    [{ auth: 'ada:pw' }, 'resource.auth: must be {"kind": "basic", "username", "password"}'],
    [{ auth: { kind: 'basic', password: 'pw' } }, 'resource.auth: must be {"kind": "basic"'],
    [{ auth: { kind: 'bearer', token: 'tok' } }, 'resource.auth: must be {"kind": "basic"'],
  ])('are refused in another form: %j', async (more, problem) => {
    const hangar = await testEmulator({});
    const body = { kind: 'graphql', name: 'API', resource: { ...resource, ...more } };
    const answer = await hangar.send('/v0/resources/create', { body });
    expect(answer).toMatchObject({ status: 400, json: { error: expect.stringContaining(problem) as string } });
  });
});

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

describe('decision webhook-answer: the headers of a webhook', () => {
  /** Headers as sent, and their value where requests and runs are shown; those without one are shown as they are. */
  const HEADERS: readonly (readonly [name: string, value: string, shown?: string])[] = [
    ['Authorization', 'Bearer abcdefgh', 'Bearer ****'],
    ['Proxy-Authorization', 'Basic dXNlcjpwYXNz', 'Basic ****'],
    ['Cookie', 'session=planted1', '****'],
    ['X-Api-Key', 'planted-2', '****'],
    ['X-Gitlab-Token', 'token of somebody, 3', '****'],
    ['X-Hook-Secret', 'planted-4', '****'],
    ['X-Hub-Signature-256', 'sha256=abc'],
    ['Idempotency-Key', 'k1'],
    ['User-Agent', 'sender/1'],
  ];
  const GIVEN = HEADERS.map(([name, value]) => [name, value] as const);
  const SECRETS = HEADERS.flatMap(([, value, shown]) =>
    shown === undefined ? [] : [value.replace(/^\w+ (?!of)/, '')],
  );
  const PAYLOAD = '{{ params.webhook_payload }}';

  async function delivered(more: Record<string, string> = {}) {
    const hangar = await testEmulator({
      tasks: [
        {
          id: 'tskHook',
          slug: 'h',
          webhooks: { hook: { secret: 's3cret' } },
          behavior: steps(
            { do: 'output', value: PAYLOAD },
            { do: 'execute', task: 'child', paramValues: { payload: PAYLOAD } },
          ),
        },
        { slug: 'child', parameters: [{ slug: 'payload', type: 'json' }] },
      ],
    });
    const headers = { ...Object.fromEntries(GIVEN.map(([name, value]) => [name.toLowerCase(), value])), ...more };
    const { json } = await hangar.send('/v0/webhooks/default/tskHook/s3cret', { body: {}, headers, key: null });
    await hangar.clock.advance(0);
    return { ...hangar, runID: (json as { runID: string }).runID };
  }

  test('decision webhook-answer: reach the task as they came, and programs that ask for its run', async () => {
    const { api, runID } = await delivered();
    const headers = Object.fromEntries(GIVEN);
    const { paramValues, childRunIDs } = await api.v0.runs.get({ query: { id: runID } });
    expect(paramValues['webhook_payload']).toMatchObject({ headers });
    expect((await api.v0.runs.getOutputs({ query: { id: runID } })).output).toMatchObject({ headers });
    const child = await api.v0.runs.get({ query: { id: childRunIDs[0] ?? '' } });
    expect(child.paramValues['payload']).toMatchObject({ headers });
  });

  test("decision webhook-answer: hold no key of Hangar, whose rights are not the task's", async () => {
    const { api, runID } = await delivered({
      'x-service-api-key': 'tkn_local',
      authorization: 'Bearer tkn_other',
      'x-note': 'key=tkn_a,b;c and text',
    });
    const { paramValues } = await api.v0.runs.get({ query: { id: runID } });
    expect(paramValues['webhook_payload']).toMatchObject({
      headers: {
        'X-Service-Api-Key': 'tkn_****',
        Authorization: 'Bearer tkn_****',
        'X-Note': 'key=tkn_**** and text',
      },
    });
  });

  test('decision webhook-answer: are masked where runs and requests are shown and given on', async () => {
    const hangar = await delivered();
    const { api, runID } = hangar;
    await hangar.send(`/v0/runs/get?id=${runID}`);
    await hangar.send('/v0/runs/list');
    await hangar.send(`/v0/runs/getOutputs?id=${runID}`);
    const shown = Object.fromEntries(HEADERS.map(([name, value, masked = value]) => [name, masked]));
    const detail = await api.emulator.runs.get({ params: { id: runID } });
    expect(detail.run.paramValues['webhook_payload']).toMatchObject({ headers: shown });
    const { entries } = await api.emulator.traffic.list({ query: { limit: '1000' } });
    const traffic = await Promise.all(entries.map(({ id }) => api.emulator.traffic.get({ params: { id } })));
    expect(traffic.filter(({ answer }) => answer.body.includes('"X-Gitlab-Token":"****"')).length).toBe(3);
    const places = {
      detail: [detail.run, detail.row, detail.children],
      child: (await api.emulator.runs.get({ params: { id: detail.children[0]?.id ?? '' } })).run,
      wait: await api.emulator.wait({ body: { for: 'run', runID } }),
      traffic,
      archive: (await hangar.send('/_emulator/traffic.har')).json,
      bundle: (await bundleOf(hangar)).bundle,
      export: (await hangar.send('/_emulator/export?state=true')).json,
    };
    for (const [name, place] of Object.entries(places)) {
      const text = JSON.stringify(place);
      expect([name, SECRETS.filter((secret) => text.includes(secret))]).toEqual([name, []]);
    }
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
