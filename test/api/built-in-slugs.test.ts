import { describe, expect, test } from 'vitest';
import { Task } from '../../shared/model/task.ts';
import type { AuthoredTask } from '../../shared/model/task.ts';
import { KEY, testEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const says = (slug: string, said: string, more: Partial<AuthoredTask> = {}): AuthoredTask => ({
  slug,
  behavior: steps({ do: 'output', value: { said } }),
  ...more,
});

const WORKSPACE = {
  tasks: [
    says('acme:mongodb_insertOne', 'exact'),
    says('*:mongodb_insertOne', 'any word', { webhooks: ['inserted'] }),
    { slug: 'calls', behavior: steps({ do: 'execute', task: 'other:mongodb_insertOne', as: 'made' }) },
  ],
};

describe('a task with the slug of a built-in task', () => {
  test.each([
    ['acme:sql_query', true],
    ['*:sql_query', true],
    ['a_1:Insert_2', true],
    ['plain-slug', true],
    ['Acme:sql_query', false],
    ['acme:', false],
    [':sql_query', false],
    ['acme:sql-query', false],
    ['**:sql_query', false],
    ['a*:sql_query', false],
    ['acme:one:two', false],
    ['acme:../x', false],
    [`acme:${'x'.repeat(95)}`, true],
    [`acme:${'x'.repeat(96)}`, false],
  ])('needs a valid slug: %s %s', (slug, isValid) => {
    expect(Task.safeParse({ slug }).success).toBe(isValid);
  });

  test('is executed by its slug, and by every vendor word without a task of its own', async () => {
    const { api, clock } = await testEmulator(WORKSPACE);
    for (const [slug, said] of [
      ['acme:mongodb_insertOne', 'exact'],
      ['other:mongodb_insertOne', 'any word'],
      ['*:mongodb_insertOne', 'any word'],
    ] as const) {
      const { runID } = await api.v0.tasks.execute({ body: { slug } });
      await clock.advance(1);
      expect(await api.v0.runs.getOutputs({ query: { id: runID } })).toEqual({ output: { said } });
    }
  });

  test('is executed by steps, listed, filtered, and found by its webhook', async () => {
    const { api, send, clock } = await testEmulator(WORKSPACE);
    await api.v0.tasks.execute({ body: { slug: 'calls' } });
    await clock.advance(1);
    const listed = await api.v0.runs.list({ query: { taskSlug: 'other:mongodb_insertOne' } });
    expect(listed.runs).toMatchObject([{ status: 'Succeeded' }]);
    const filtered = await api.emulator.runs.list({ query: { q: 'task:*:mongodb_insertOne' } });
    expect(filtered.runs).toMatchObject([{ taskSlug: '*:mongodb_insertOne' }]);
    const read = await send('/_emulator/tasks/*:mongodb_insertOne');
    expect(read.json).toMatchObject({ slug: '*:mongodb_insertOne' });
    const { webhooks } = await api.emulator.webhooks.list();
    const { status } = await send(new URL(webhooks[0]?.url ?? '').pathname, { body: {}, key: null });
    expect(status).toBe(200);
  });

  test('accepts a private resource from a run bound to it, and from no other caller without access', async () => {
    const execute = {
      do: 'execute' as const,
      task: 'acme:rest_request',
      resources: { rest: '{{ resources.shop.id }}' },
    };
    const { api, send, clock } = await testEmulator({
      users: [{ email: 'dev@example.com', role: 'developer' }],
      apiKeys: [{ name: 'dev', key: 'tkn_dev', user: 'dev@example.com' }],
      resources: [{ slug: 'shop', kind: 'rest', isPrivate: true, resource: { baseURL: 'http://127.0.0.1:1' } }],
      tasks: [{ slug: 'bound', resources: { shop: 'shop' }, behavior: steps(execute) }],
    });
    const direct = { slug: 'acme:rest_request', resources: { rest: 'shop' } };
    expect((await send('/v0/tasks/execute', { body: direct, key: 'tkn_dev' })).status).toBe(403);
    const { json } = await send('/v0/tasks/execute', { body: { slug: 'bound' }, key: 'tkn_dev' });
    await clock.advance(1);
    const { runID } = json as { runID: string };
    expect(await api.v0.runs.get({ query: { id: runID } })).toMatchObject({ status: 'Succeeded' });
  });

  test('takes every alias that the call names, and a fixed ID without a resource, as far as the caller may', async () => {
    const shows = { behavior: steps({ do: 'output', value: '{{ resources }}' }) };
    const { api, send, clock } = await testEmulator({
      users: [{ email: 'dev@example.com', role: 'developer' }],
      apiKeys: [{ name: 'dev', key: 'tkn_dev', user: 'dev@example.com' }],
      resources: [
        { slug: 'mail', kind: 'smtp', resource: { hostname: 'mail.example.com', port: '25' } },
        { slug: 'hidden', kind: 'smtp', isPrivate: true, resource: { hostname: 'secret.example.com', port: '25' } },
      ],
      tasks: [
        { slug: '*:email_message', resources: { own: 'hidden' }, ...shows },
        { slug: 'plain', ...shows },
      ],
    });
    const execute = (resources: object, slug = 'acme:email_message') =>
      send('/v0/tasks/execute', { body: { slug, resources }, key: 'tkn_dev' });
    const outputOf = async ({ json }: Awaited<ReturnType<typeof execute>>) => {
      await clock.advance(1);
      return (await api.v0.runs.getOutputs({ query: { id: (json as { runID: string }).runID } })).output;
    };
    const own = { own: { hostname: 'secret.example.com' } };
    expect(await outputOf(await execute({ email: 'mail' }))).toMatchObject({
      ...own,
      email: { slug: 'mail', port: '25' },
    });
    const fixed = await execute({ slack: 'res00000000zteamslack' });
    expect(await outputOf(fixed)).toMatchObject({ ...own, slack: { id: 'res00000000zteamslack', slug: '', kind: '' } });
    const { resources } = await api.v0.runs.get({ query: { id: (fixed.json as { runID: string }).runID } });
    expect(resources).toMatchObject({ slack: 'res00000000zteamslack' });

    expect((await execute({ email: 'hidden' })).status).toBe(403);
    for (const [asked, problem, slug] of [
      [{ email: 'nobody' }, 'resources.email: there is no resource "nobody"', undefined],
      [{ 'e mail': 'mail' }, 'resources.e mail: an alias has letters, digits and "_"', undefined],
      [{ email: 'mail' }, 'resources.email: the task "plain" declares no such alias', 'plain'],
      [{ db: 'res00000000zteamslack' }, 'there is no resource "res00000000zteamslack"', 'acme:sql_query'],
    ] as const)
      expect(await execute(asked, slug)).toMatchObject({
        status: 400,
        json: { error: expect.stringContaining(problem) },
      });
  });

  test('gives a run no resource that was defined after its ID was named, unless its creator may use it', async () => {
    const id = 'res00000000zlater00000';
    const { api, send, clock } = await testEmulator({
      users: [{ email: 'dev@example.com', role: 'developer' }],
      apiKeys: [{ name: 'dev', key: 'tkn_dev', user: 'dev@example.com' }],
      tasks: [
        {
          slug: '*:email_message',
          behavior: {
            kind: 'steps' as const,
            startDelaySeconds: 60,
            steps: [{ do: 'output' as const, value: '{{ resources }}' }],
          },
        },
      ],
    });
    const runs = [];
    for (const key of ['tkn_dev', KEY]) {
      const body = { slug: 'acme:email_message', resources: { email: id } };
      runs.push(((await send('/v0/tasks/execute', { body, key })).json as { runID: string }).runID);
    }
    const resource = { id, slug: 'later', kind: 'smtp', isPrivate: true, resource: { hostname: 'secret', port: '25' } };
    expect((await send('/_emulator/resources', { body: resource })).status).toBeLessThan(300);
    await clock.advance(61);
    const outputs = runs.map(async (runID) => (await api.v0.runs.getOutputs({ query: { id: runID } })).output);
    expect(await Promise.all(outputs)).toEqual([
      { email: { id, slug: '', kind: '' } },
      { email: { id, slug: 'later', kind: 'smtp', hostname: 'secret', port: '25' } },
    ]);
  });

  test('leaves a run that survives a restart, an export and an import', async () => {
    const resources = [{ slug: 'shop', kind: 'rest', resource: { baseURL: 'http://127.0.0.1:1' } }];
    const before = await testEmulator({ resources });
    const body = { slug: 'acme:rest_request', resources: { rest: 'shop' } };
    const { runID } = await before.api.v0.tasks.execute({ body });
    await before.clock.advance(1);
    const hangar = await before.restart();
    const read = (): Promise<unknown> => hangar.api.emulator.runs.get({ params: { id: runID } });
    expect(await read()).toMatchObject({ behavior: 'builtin', run: { status: 'Succeeded' } });
    const exported = await hangar.send('/_emulator/export');
    expect((await hangar.send('/_emulator/import', { body: exported.json as object })).status).toBe(200);
    expect(await read()).toMatchObject({ behavior: 'builtin', run: { status: 'Succeeded' } });
    const listed = await hangar.api.v0.runs.list({ query: { taskSlug: 'other:rest_request' } });
    expect(listed.runs).toMatchObject([{ id: runID }]);
  });

  test('is missing with a message that tells how to define one', async () => {
    const { send } = await testEmulator(WORKSPACE);
    const answer = await send('/v0/tasks/execute', { body: { slug: 'acme:email_message' }, key: KEY });
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({
      code: 'not_found',
      error:
        'Hangar has no built-in task "acme:email_message". Define a stand-in: a task in the workspace with the slug "acme:email_message", or "*:email_message" to serve every word, and any behavior.',
    });
  });
});
