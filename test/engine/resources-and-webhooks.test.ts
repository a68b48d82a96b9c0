import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { startEngine, taskOf, type TestEngine } from '../support/engine.ts';
import { resourceProblems } from '../../shared/model/resource-config.ts';
import { RESOURCE_KINDS } from '../../shared/registry/resource-kinds.ts';

const asked = {
  kind: 'sendgrid',
  name: 'Mail',
  slug: '',
  isPrivate: false,
  permissions: [],
  resource: { apiKey: 'k' },
};

const create = (host: TestEngine, part: Partial<typeof asked> = {}) =>
  host.engine.resources.create({ ...asked, ...part }, host.call());
const update = (host: TestEngine, id: string, part: Partial<typeof asked> = {}) =>
  host.engine.resources.update({ ...asked, id, ...part }, host.call());
const stored = (host: TestEngine) => host.engine.definitions().resources.all;

describe('decision resource-rules:', () => {
  it('a created resource is stored in the workspace, with its slug derived from its name or the reverse', async () => {
    const host = await startEngine({});
    const { id } = await create(host, { name: 'Demo DB (EU)' });
    await create(host, { name: '', slug: 'mail_2' });
    const createdBy = host.engine.access.localUser().userID;
    expect(stored(host)).toEqual([
      { id, ...asked, name: 'Demo DB (EU)', slug: 'demo_db_eu', createdBy },
      { id: expect.stringMatching(/^res/), ...asked, name: 'mail_2', slug: 'mail_2', createdBy },
    ]);
  });

  it.each([
    {
      name: 'neither name nor slug',
      part: { name: '' },
      message: 'name, slug: at least one of them is required.',
      code: 'invalid_request',
    },
    {
      name: 'a missing field',
      part: { resource: {} },
      message: 'resource.apiKey: is required for kind "sendgrid".',
      code: 'invalid_request',
    },
    {
      name: 'permissions without privacy',
      part: { permissions: [{ action: '', roleID: '', subGroupID: '', subUserID: 'u' }] },
      message: /permissions: can be set only on a private resource/,
      code: 'invalid_request',
    },
    {
      name: 'a taken slug',
      part: { slug: 'mail' },
      message: 'A resource with the slug "mail" already exists.',
      code: 'conflict',
    },
  ])('refuses $name', async ({ part, message, code }) => {
    const host = await startEngine({});
    await create(host, { slug: 'mail' });
    await expect(create(host, part as Partial<typeof asked>)).rejects.toMatchObject({
      code,
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
    });
    expect(stored(host)).toHaveLength(1);
  });

  it('an update replaces everything except ID and kind, including absent fields', async () => {
    const host = await startEngine({});
    const { id } = await create(host, { kind: 'mailgun', resource: { apiKey: 'k', domain: 'd', extra: 'e' } as never });
    await update(host, id, {
      kind: 'mailgun',
      name: 'Post',
      slug: 'post',
      resource: { apiKey: 'k2', domain: 'd' } as never,
    });
    expect(stored(host)).toEqual([
      {
        id,
        ...asked,
        kind: 'mailgun',
        name: 'Post',
        slug: 'post',
        resource: { apiKey: 'k2', domain: 'd' },
        createdBy: host.engine.access.localUser().userID,
      },
    ]);
    await expect(update(host, id)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('"mailgun"'),
    });
    await expect(update(host, 'res0')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a new resource never takes the ID of one that was renamed', async () => {
    const host = await startEngine({});
    const first = await create(host, { slug: 'mail' });
    await update(host, first.id, { slug: 'post' });
    const second = await create(host, { slug: 'mail' });
    expect(second.id).not.toBe(first.id);
    expect(stored(host).map(({ slug }) => slug)).toEqual(['post', 'mail']);
  });
});

describe('decision resource-kinds:', () => {
  const required = (kind: string) => Object.keys(resourceProblems(kind, {}));

  it('reports every missing required field, and accepts any object for an unlisted kind', () => {
    expect(
      Object.fromEntries([...Object.keys(RESOURCE_KINDS), 'homemade'].map((kind) => [kind, required(kind)])),
    ).toEqual({
      service_postgres: [],
      postgres: ['host', 'port', 'database', 'username'],
      redshift: ['host', 'port', 'database', 'username'],
      mysql: ['host', 'port', 'database', 'username'],
      sqlserver: ['host', 'port', 'database', 'username'],
      rest: ['baseURL'],
      graphql: ['baseURL'],
      mailgun: ['apiKey', 'domain'],
      sendgrid: ['apiKey'],
      mongodb: ['connectionString'],
      bigquery: ['rawCredentials', 'projectId', 'location', 'dataSet'],
      snowflake: ['account', 'warehouse', 'database', 'username', 'password'],
      smtp: ['hostname', 'port'],
      slack: ['accessToken'],
      homemade: [],
    });
  });

  it.each([
    { kind: 'service_postgres', config: { sshHost: 'h' }, problems: ['sshPort', 'sshUsername', 'sshPrivateKey'] },
    { kind: 'postgres', config: { host: 'h', port: 5432, database: 'd', username: 'u' }, problems: ['port'] },
    { kind: 'rest', config: { baseURL: 'ftp://x' }, problems: ['baseURL'] },
    { kind: 'rest', config: { baseURL: 'https://x', headers: { a: 1 } }, problems: ['headers'] },
    { kind: 'rest', config: { baseURL: 'https://x', headers: { a: 'b' } }, problems: [] },
  ])('$kind with $config has problems in $problems', ({ kind, config, problems }) => {
    expect(Object.keys(resourceProblems(kind, config as never))).toEqual(problems);
  });
});

describe('decision resource-reference:', () => {
  const resources = [
    { slug: 'one', kind: 'slack', resource: { accessToken: 'a' } },
    { slug: 'two', kind: 'slack', resource: { accessToken: 'b' } },
  ];
  const start = () => startEngine({ resources, ...taskOf({ resources: { chat: 'one', other: 'one' } }) });

  it('accepts IDs and slugs, stores IDs, and uses the task’s binding of an absent alias', async () => {
    const host = await start();
    const [one, two] = stored(host).map(({ id }) => id);
    expect(host.run(host.execute('t', {}, { resources: { chat: 'two' } })).resources).toEqual({
      chat: two,
      other: one,
    });
    expect(host.run(host.execute('t', {}, { resources: { chat: two ?? '', other: 'one' } })).resources).toEqual({
      chat: two,
      other: one,
    });
  });

  it('refuses undeclared aliases and unknown resources, and names each', async () => {
    const host = await start();
    expect(() => host.execute('t', {}, { resources: { nope: 'one', chat: 'three' } })).toThrow(
      'resources.nope: the task "t" declares no such alias; resources.chat: there is no resource "three".',
    );
  });
});

it('decision webhook-param: a webhook passes its payload even when the task does not declare it', async () => {
  const payload = { slug: 'plain', headers: {}, body: { a: 1 }, rawBody: 'e30=' };
  for (const parameters of [[], [{ slug: 'webhook_payload', type: 'json' as const }]]) {
    const host = await startEngine(
      taskOf({ parameters, steps: [{ do: 'output', value: '{{ params.webhook_payload.body }}' }] }),
    );
    const id = host.execute('t', {}, { caller: host.engine.access.webhookUser(), webhookPayload: payload });
    await settled();
    expect([host.run(id).paramValues, host.engine.runs.detail(id).output, host.warnings]).toEqual([
      { webhook_payload: payload },
      { a: 1 },
      [],
    ]);
  }
});
