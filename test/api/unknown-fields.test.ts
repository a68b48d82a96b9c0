import { describe, expect, test } from 'vitest';
import { readDocument } from '../../electron/emulator/store/workspace/workspace-text.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  tasks: [{ slug: 'echo', parameters: [{ slug: 'config', type: 'json' }] }],
  runbooks: [{ slug: 'book' }],
};

const RESOURCE = { kind: 'odd', name: 'Odd', isPrivate: true, resource: { free: { form: 1 } } };

/** Requests with names that are not known, and those names as an answer says them. */
const REQUESTS: readonly {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  readonly unknown: readonly string[];
}[] = [
  {
    name: 'a field of a task to execute',
    path: '/v0/tasks/execute',
    body: { slug: 'echo', paramValues: { config: { any: { thing: 1 } } }, sdkVersion: '1.2', __proto: 1 },
    unknown: ['sdkVersion', '__proto'],
  },
  {
    name: 'a field of a runbook to execute',
    path: '/v0/runbooks/execute',
    body: { slug: 'book', resources: {} },
    unknown: ['resources'],
  },
  {
    name: 'a field within a list',
    path: '/v0/resources/create',
    body: { ...RESOURCE, permissions: [{ subUserID: 'usrNobody', action: 'use', since: 'today' }], team: 't' },
    unknown: ['team', 'permissions[0].since'],
  },
  {
    name: 'a query parameter beside a field',
    path: '/v0/tasks/execute?trace=on',
    body: { slug: 'echo', paramValues: { config: 1 }, extra: 1 },
    unknown: ['trace', 'extra'],
  },
];

const send = (hangar: TestEmulator, { path, body }: { path: string; body: object }) => hangar.send(path, { body });

describe('decision unknown-fields', () => {
  test.each(REQUESTS)('decision unknown-fields: $name is ignored and named in warning and traffic', async (request) => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await send(hangar, request);
    expect(answer.status, answer.text).toBe(200);
    const { entries } = await hangar.api.emulator.traffic.list({ query: {} });
    const warnings = entries[0]?.warnings ?? [];
    const ignored = warnings.flatMap((warning) => /"(.*)" is not known and was ignored$/.exec(warning)?.[1] ?? []);
    expect(ignored.toSorted()).toEqual([...request.unknown].toSorted());
    expect(answer.headers['x-hangar-warning']).toBe(warnings.join('; '));
  });

  test.each(
    REQUESTS.flatMap((request) => [
      { ...request, by: 'strict', settings: { strict: true } },
      { ...request, by: 'its choice', settings: { decisions: { 'unknown-fields': 'refuse' as const } } },
    ]),
  )('decision unknown-fields: $name is refused with $by', async ({ settings, ...request }) => {
    const hangar = await testEmulator({ ...WORKSPACE, settings });
    const answer = await send(hangar, request);
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    for (const name of request.unknown)
      expect(answer.text).toMatch(
        new RegExp(`${name.replace(/[[\]]/g, '\\$&')}: is not a known (?:field|query parameter)`),
      );
    expect((await hangar.api.v0.runs.list({ query: {} })).runs).toEqual([]);
  });

  test('decision unknown-fields: beside an unknown field every wrong one is named, and the unknown one warned of', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await hangar.send('/v0/resources/create', { body: { kind: 1, permissions: [{ odd: 1 }] } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('kind: must be a string; resource: is required');
    expect(answer.text).not.toContain('odd');
    expect(answer.headers['x-hangar-warning']).toContain('"permissions[0].odd"');
  });

  test('decision unknown-fields: of very many names some are named and the others counted', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`field${n}`, n]));
    const answer = await hangar.send('/v0/tasks/execute', {
      body: { slug: 'echo', paramValues: { config: 1 }, ...many },
    });
    expect(answer.status, answer.text).toBe(200);
    const { entries } = await hangar.api.emulator.traffic.list({ query: {} });
    expect(entries[0]?.warnings).toHaveLength(21);
    expect(entries[0]?.warnings.at(-1)).toBe('49980 more of them were ignored');
  });

  test('decision unknown-fields: what is free JSON may hold anything, and an answer is repeated although a field was ignored', async () => {
    const hangar = await testEmulator({ ...WORKSPACE, settings: { strict: true } });
    const made = await hangar.send('/v0/resources/create', { body: RESOURCE });
    expect(made.status, made.text).toBe(200);
    await hangar.api.emulator.settings.replace({ body: {} });
    const request = {
      body: { slug: 'echo', paramValues: { config: {} }, more: 1 },
      headers: { 'Idempotency-Key': 'once' },
    };
    const first = await hangar.send('/v0/tasks/execute', request);
    expect((await hangar.send('/v0/tasks/execute', request)).text).toBe(first.text);
  });
});

describe('decision unknown-fields: names that do no harm', () => {
  const HOOK = '/v0/webhooks/default/tskHook/s3cret';
  const started = () =>
    testEmulator({
      ...WORKSPACE,
      tasks: [{ slug: 'echo' }, { id: 'tskHook', slug: 'hook', webhooks: { hook: { secret: 's3cret' } } }],
    });

  test.each([
    ['/v0/runs/list?trace=1&trace=2', ['trace']],
    ['/v0/runs/list?trace=1&limit=5&trace=2&%74race=3', ['trace']],
    ['/v0/tasks/execute?utm=a&utm=b&utm=c&x', ['utm', 'x']],
  ])('decision unknown-fields: %s is answered, with one warning for each name', async (path, names) => {
    const hangar = await started();
    const { status, headers } = await hangar.send(path, path.includes('execute') ? { body: { slug: 'echo' } } : {});
    const warning = names.map((name) => `The query parameter "${name}" is not known and was ignored`).join('; ');
    expect([status, headers['x-hangar-warning']]).toEqual([200, warning]);
  });

  test.each(['/v0/runs/list?limit=1&limit=1', '/v0/tasks/execute?envSlug=default&envSlug=default'])(
    'decision unknown-fields: %s names one that is known twice, and is refused',
    async (path) => {
      const hangar = await started();
      const { status, text } = await hangar.send(path, path.includes('execute') ? { body: { slug: 'echo' } } : {});
      expect([status, text]).toEqual([400, expect.stringMatching(/(?:limit|envSlug): is given more than once/)]);
    },
  );

  test.each(['?utm=a', '?utm=a&utm=b', '?envSlug=x&envSlug=y', '?%75tm=a&utm=b'])(
    'decision webhook-answer: no parameter %s of the URL of a webhook loses its event',
    async (search) => {
      const hangar = await testEmulator({
        tasks: [{ id: 'tskHook', slug: 'hook', webhooks: { hook: { secret: 's3cret' } } }],
        settings: { strict: true },
      });
      const answer = await hangar.send(`${HOOK}${search}`, { body: {}, key: null });
      expect(answer).toMatchObject({ status: 200, json: { runID: expect.stringMatching(/^run/) as string } });
      expect(answer.headers['x-hangar-warning']).toBeUndefined();
    },
  );

  const big = `"more":"${'x'.repeat(200_000)}"`;
  test.each([
    ['a field', '/v0/tasks/execute', '{"slug":"none","slug":"echo"}', 'slug'],
    ['a field in two spellings', '/v0/tasks/execute', '{"slug":"none","s\\u006cug":"echo"}', 'slug'],
    [
      'a field within',
      '/v0/tasks/execute',
      '{"slug":"echo","paramValues":{"a":[{"b":1,"b":2}]}}',
      'paramValues.a[0].b',
    ],
    ['a field of a long body', '/v0/tasks/execute', `{"slug":"none",${big},"slug":"echo"}`, 'slug'],
    ['a field of an event', HOOK, '{"a":1,"a":2}', 'a'],
  ])(
    'decision unknown-fields: %s that is given twice is warned of, and the last one counts',
    async (_, path, body, name) => {
      const hangar = await started();
      const { status, headers } = await hangar.send(path, { body });
      expect(status).toBe(200);
      expect(headers['x-hangar-warning']).toContain(
        `Of the field "${name}", which is given twice, the last value counts`,
      );
      const { entries } = await hangar.api.emulator.traffic.list({ query: {} });
      expect(entries[0]?.warnings).toContain(`Of the field "${name}", which is given twice, the last value counts`);
    },
  );

  const POSTGRES = { host: 'h', port: '5432', database: 'd', username: 'u' };
  const rows: [what: string, body: object, warnings: string[]][] = [
    [
      'a field that its kind does not have',
      { kind: 'postgres', resource: { ...POSTGRES, usrname: 'x', pool: { max: 1 } } },
      [
        'resource.usrname: resources of kind "postgres" have no such field',
        'resource.pool: resources of kind "postgres" have no such field',
      ],
    ],
    [
      'a kind that is not listed',
      { kind: 'postgrs', resource: { any: 1 } },
      ['kind: "postgrs" is no kind that Hangar knows, so its fields are not checked'],
    ],
    [
      'permissions that name nobody',
      {
        kind: 'slack',
        resource: { accessToken: 'x' },
        isPrivate: true,
        permissions: [
          { subUserID: 'ada@example.com' },
          { subGroupID: 'ops' },
          { subUserID: 'usrNobody' },
          { subUserID: 'bo@example.com', subGroupID: 'opps' },
          { action: 'use' },
        ],
      },
      [
        'permissions[2].subUserID: there is no user "usrNobody"',
        'permissions[3].subUserID: there is no user "bo@example.com"',
        'permissions[3].subGroupID: there is no group "opps"',
        'permissions[4]: names neither a user nor a group',
      ],
    ],
    ['nothing', { kind: 'postgres', resource: { ...POSTGRES, ssl: 'disable', sshHost: '' } }, []],
  ];
  test.each(rows)('decision unknown-fields: %s of a resource is taken with a warning', async (_, asked, warnings) => {
    const hangar = await testEmulator({
      users: [{ email: 'ada@example.com' }],
      groups: [{ slug: 'ops', members: [] }],
    });
    const body = { name: 'R', ...asked };
    const made = await hangar.send('/v0/resources/create', { body });
    const { id } = made.json as { id: string };
    const changed = await hangar.send('/v0/resources/update', { body: { ...body, id } });
    const wanted = warnings.length === 0 ? undefined : warnings.join('; ');
    expect([made, changed].map(({ status, headers }) => [status, headers['x-hangar-warning']])).toEqual([
      [200, wanted],
      [200, wanted],
    ]);
    expect(hangar.ports.workspace.current().resources).toMatchObject([asked]);
  });

  test('a permission that names nobody causes a warning in the workspace file, which stays valid', () => {
    const item = { slug: 'a', isPrivate: true, permissions: [{ subUserID: 'ada@example.com' }, {}] };
    const resources = [{ ...item, kind: 'slack', resource: { accessToken: 'x' } }];
    const text = JSON.stringify({
      ...{ version: 1, users: [{ email: 'ada@example.com' }] },
      ...{ resources, tasks: [item], runbooks: [item] },
    });
    expect(readDocument(text, 'hangar.json').warnings).toEqual([
      'resources[0].permissions[1]: names neither a user nor a group.',
      'tasks[0].permissions[1]: names neither a user nor a group.',
      'runbooks[0].permissions[1]: names neither a user nor a group.',
    ]);
  });
});
