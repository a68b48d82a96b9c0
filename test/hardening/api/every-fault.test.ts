import { describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { steps } from '../../support/steps.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
  users: [{ email: 'ada@example.com', role: 'developer' }],
  apiKeys: [
    { key: 'tkn_ada', user: 'ada@example.com' },
    { key: 'tkn_prod', environments: ['prod'] },
  ],
  resources: [
    { id: 'resMail', slug: 'mail', name: 'Mail', kind: 'sendgrid', resource: { apiKey: 'k' } },
    { slug: 'vault', name: 'Vault', kind: 'custom', isPrivate: true, resource: {} },
  ],
  tasks: [
    {
      id: 'tskSend',
      slug: 'send',
      parameters: [
        { slug: 'to', constraints: { options: ['a', { label: 'Bee', value: 'b' }] } },
        { slug: 'count', type: 'integer' },
      ],
      resources: { mail: 'mail', log: 'nowhere' },
    },
    { id: 'tskHidden', slug: 'hidden', isPrivate: true, parameters: [{ slug: 'secret_parameter' }] },
    {
      slug: 'asks',
      behavior: steps({ do: 'prompt', parameters: [{ slug: 'amount', type: 'integer' }] }),
    },
  ],
  runbooks: [{ id: 'rbkBook', slug: 'book', parameters: [{ slug: 'day', type: 'date' }] }],
};

const VALUES = ['to: must be one of: a, b', 'count: must be a whole number'];
const UNDECLARED = 'resources.nope: the task "send" declares no such alias';
const UNKNOWN = 'resources.mail: there is no resource "lost"';
const UNBOUND = 'resources.log: there is no resource "nowhere"';
const ALL = [...VALUES, UNDECLARED, UNKNOWN, UNBOUND];
const AGE = 'allowCachedMaxAge: must be a number';
const WRONG = { paramValues: { to: 'Bee', count: 'many' }, resources: { nope: 'mail', mail: 'lost' } };
const SLUG = 'slug: must be a slug: letters, digits, "_" and "-", at most 100, not starting with "_" or "-"';
const NO_KEY = 'resource.apiKey: is required for kind "mailgun"';
const KIND_STAYS = 'kind: must stay "sendgrid"; the kind of a resource cannot be changed';
const NOT_PRIVATE = 'permissions: can be set only on a private resource; set isPrivate too';

/** The error of a request that is refused, each of its clauses. */
async function clausesOf(
  hangar: TestEmulator,
  path: string,
  request: { body: object; key?: string; headers?: Record<string, string> },
): Promise<readonly [number, ...string[]]> {
  const { status, json } = await hangar.send(path, request);
  const { error } = json as { error: string };
  return [status, ...error.replace(/\.$/, '').split('; ')];
}

describe('decision errors: one 400 names every wrong field of the whole request', () => {
  /** Values and resources of the task, all wrong, with other fields beside them or in their place. */
  const executions: [what: string, changed: object, clauses: string[]][] = [
    ['values and resources', {}, ALL],
    ['a wrong type beside them', { allowCachedMaxAge: '5 minutes' }, [AGE, ...ALL]],
    ['two names, one wrong', { id: 5 }, ['id: must be a string', ...ALL]],
    [
      'an alias of the wrong type among others',
      { resources: { mail: 5, nope: 'mail' } },
      ['resources.mail: must be a string', ...VALUES, UNDECLARED, UNBOUND],
    ],
    [
      'values that are no object',
      { paramValues: [] },
      ['paramValues: must be an object', UNDECLARED, UNKNOWN, UNBOUND],
    ],
    [
      'nothing that names a task',
      { slug: undefined, allowCachedMaxAge: -1 },
      ['allowCachedMaxAge: must be at least 0', 'id, slug: either the ID or the slug of a task must be provided'],
    ],
    [
      'names of different tasks',
      { slug: undefined, id: 'tskSend', taskID: 'tskHidden', inputsZoneID: 5 },
      ['inputsZoneID: must be a string', 'id: differs from taskID; send only one of them'],
    ],
    ['a name that cannot be read', { slug: 5 }, ['slug: must be a string']],
  ];
  const others: [what: string, path: string, body: object, clauses: string[]][] = [
    [
      'a runbook',
      'runbooks/execute',
      { slug: 'book', runbookID: {}, paramValues: { day: 'soon' } },
      ['runbookID: must be a string', 'day: must be a date, YYYY-MM-DD'],
    ],
    [
      'a new resource',
      'resources/create',
      { kind: 'mailgun', slug: 'A B', name: 5, isPrivate: false, permissions: [{ subUserID: 'x' }], resource: {} },
      [SLUG, 'name: must be a string', NO_KEY, 'resource.domain: is required for kind "mailgun"', NOT_PRIVATE],
    ],
    [
      'a new resource without a kind or a name',
      'resources/create',
      { permissions: [{}], resource: {} },
      ['kind: is required', 'name, slug: at least one of them is required', NOT_PRIVATE],
    ],
    [
      'an update',
      'resources/update',
      { id: 'resMail', kind: 'mailgun', name: [], resource: { domain: 5 } },
      ['name: must be a string', KIND_STAYS, NO_KEY, 'resource.domain: must be a string'],
    ],
    [
      'an update whose types are right',
      'resources/update',
      { id: 'resMail', kind: 'mailgun', resource: { domain: 'd' } },
      [KIND_STAYS, NO_KEY],
    ],
    [
      'an update of nothing',
      'resources/update',
      { kind: 'mailgun', resource: { domain: 'd' } },
      ['id: is required', NO_KEY],
    ],
  ];
  test.each([
    ...executions.map(
      ([what, changed, clauses]) => [what, 'tasks/execute', { slug: 'send', ...WRONG, ...changed }, clauses] as const,
    ),
    ...others,
  ])('decision errors: %s, at %s', async (_, path, body, clauses) => {
    const hangar = await testEmulator(WORKSPACE);
    const [status, ...found] = await clausesOf(hangar, `/v0/${path}`, { body });
    const expected = clauses.flatMap((clause) => clause.split('; '));
    expect([status, ...found.toSorted()]).toEqual([400, ...expected.toSorted()]);
    expect((await hangar.api.v0.runs.list({ query: {} })).runs).toEqual([]);
    expect(hangar.ports.workspace.current().resources).toHaveLength(2);
  });

  test('decision errors: with strict settings, unknown names together with broken rules', async () => {
    const hangar = await testEmulator({ ...WORKSPACE, settings: { strict: true } });
    expect(
      await clausesOf(hangar, '/v0/tasks/execute?trace=on&envSlug=dev&envSlug=dev', {
        body: { slug: 'send', odd: 1, ...WRONG },
      }),
    ).toEqual([
      400,
      'envSlug: is given more than once',
      'trace: is not a known query parameter',
      'odd: is not a known field',
      ...ALL,
    ]);
    const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 'asks' } });
    await hangar.clock.advance(0);
    const [prompt] = (await hangar.api.v0.prompts.list({ query: { runID } })).prompts;
    const submit = { id: prompt?.id, odd: 1, values: { amount: 'much' } };
    expect(await clausesOf(hangar, '/v0/prompts/submit', { body: submit })).toEqual([
      400,
      'odd: is not a known field',
      'amount: must be a whole number',
    ]);
    await hangar.api.v0.prompts.cancel({ body: { id: prompt?.id ?? '' } });
    expect(await clausesOf(hangar, '/v0/prompts/submit', { body: submit })).toEqual([
      400,
      'odd: is not a known field',
      'prompt has already completed',
    ]);
  });

  test('decision errors: a limited number is named, and the others are counted', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const resources = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`alias_${n}`, 'mail']));
    const [status, ...clauses] = await clausesOf(hangar, '/v0/tasks/execute', {
      body: { slug: 'send', allowCachedMaxAge: null, inputsZoneID: 1, ...WRONG, resources },
    });
    expect([status, clauses[0], clauses[1], clauses.length <= 51]).toEqual([
      400,
      'inputsZoneID: must be a string',
      'to: must be one of: a, b',
      true,
    ]);
    expect(clauses.at(-1)).toMatch(/^and at least \d+ more$/);
  });
});

describe('decision errors: an invalid body reveals nothing that the caller may not see', () => {
  const rows: [what: string, request: { body: object; key?: string; headers?: Record<string, string> }][] = [
    ['a private task', { body: { slug: 'hidden' }, key: 'tkn_ada' }],
    ['a private resource', { body: { slug: 'send', ...WRONG, resources: { mail: 'vault' } }, key: 'tkn_ada' }],
    ['a task that does not exist', { body: { slug: 'nobody', ...WRONG } }],
    ['an environment of others', { body: { slug: 'send', ...WRONG }, key: 'tkn_prod' }],
    ['an unknown environment', { body: { slug: 'send', ...WRONG }, headers: { 'X-Service-Env-Slug': 'mars' } }],
  ];
  test.each(rows)('decision errors: %s', async (_, { body, ...request }) => {
    const hangar = await testEmulator(WORKSPACE);
    const wrong = { ...body, allowCachedMaxAge: 'x' };
    expect(await clausesOf(hangar, '/v0/tasks/execute', { ...request, body: wrong })).toEqual([400, AGE]);
    // With a body that is right, 403 and 404 stand before the rules.
    expect((await clausesOf(hangar, '/v0/tasks/execute', { ...request, body }))[0]).toSatisfy(
      (status: number) => status === 403 || status === 404,
    );
  });

  test('decision errors: a private resource to update, and somebody else’s prompt', async () => {
    const hangar = await testEmulator({ ...WORKSPACE, settings: { strict: true } });
    const id = hangar.engine.definitions().resources.find('vault')?.id;
    const update = { id, kind: 'other', name: 5, resource: {} };
    expect(await clausesOf(hangar, '/v0/resources/update', { body: update, key: 'tkn_ada' })).toEqual([
      400,
      'name: must be a string',
    ]);
    expect(await clausesOf(hangar, '/v0/prompts/submit', { body: { id: 'pmtNone', odd: 1 } })).toEqual([
      400,
      'odd: is not a known field',
    ]);
  });
});
