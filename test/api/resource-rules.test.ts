import { describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const KEYS: Pick<AuthoredWorkspace, 'users' | 'apiKeys'> = {
  users: [
    { email: 'ada@example.com', role: 'developer' },
    { email: 'bo@example.com', role: 'developer' },
  ],
  apiKeys: [
    { key: 'tkn_ada', user: 'ada@example.com' },
    { key: 'tkn_ada_two', user: 'ada@example.com' },
    { key: 'tkn_bo', user: 'bo@example.com' },
  ],
};
const MAIL = { kind: 'sendgrid', name: 'Mail', slug: 'mail', resource: { apiKey: 'k' } };
const USER: AuthoredWorkspace['tasks'] = [
  { slug: 'send', resources: { mail: 'mail' }, behavior: steps({ do: 'output', value: '{{ resources.mail.slug }}' }) },
];

async function post({ send }: TestEmulator, path: string, body: object, key?: string): Promise<[number, unknown]> {
  const { status, json } = await send(path, { body, ...(key === undefined ? {} : { key }) });
  return [status, json];
}

async function created(hangar: TestEmulator, body: object, key?: string): Promise<string> {
  const [, answer] = await post(hangar, '/v0/resources/create', body, key);
  return (answer as { id: string }).id;
}

describe('decision resource-rules: when a resource gets another slug', () => {
  const workspace: Omit<AuthoredWorkspace, 'version'> = {
    resources: [MAIL],
    tasks: [
      ...USER,
      {
        slug: 'parent',
        behavior: steps(
          { do: 'wait', seconds: 5 },
          { do: 'execute', task: 'send', resources: { mail: 'mail' }, as: 'sent' },
          { do: 'output', value: '{{ sent.output }}' },
        ),
      },
    ],
    runbooks: [
      {
        slug: 'book',
        name: 'Book',
        blocks: [
          { slug: 'ask', kind: 'prompt' },
          { slug: 'one', kind: 'task', task: 'send', resources: { mail: 'mail' } },
        ],
      },
    ],
  };

  async function renamed(hangar: TestEmulator): Promise<void> {
    const id = hangar.engine.definitions().resources.find('mail')?.id;
    expect(await post(hangar, '/v0/resources/update', { id, ...MAIL, slug: 'post' })).toEqual([200, { id }]);
  }

  test('tasks, steps and blocks that name it follow', async () => {
    const hangar = await testEmulator(workspace);
    await renamed(hangar);
    const { tasks, runbooks } = hangar.ports.workspace.current();
    expect(JSON.stringify([tasks, runbooks])).not.toContain('"mail":"mail"');
    const [status] = await post(hangar, '/v0/tasks/execute', { slug: 'send' });
    expect(status).toBe(200);
  });

  test('runs and sessions under way go on', async () => {
    const hangar = await testEmulator(workspace);
    const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 'parent' } });
    const { sessionID } = await hangar.api.v0.runbooks.execute({ body: { slug: 'book' } });
    await hangar.clock.advance(0);
    await renamed(hangar);
    const [prompt] = (await hangar.api.emulator.prompts.list()).prompts;
    await hangar.api.v0.prompts.submit({ body: { id: prompt?.prompt.id ?? '', values: {} } });
    await hangar.clock.advance(6);
    const { output } = await hangar.api.v0.runs.getOutputs({ query: { id: runID } });
    const { status } = await hangar.api.v0.sessions.get({ query: { id: sessionID } });
    expect([output, status]).toEqual([{ output: 'post' }, 'Succeeded']);
  });

  test('a slug that is left out stays', async () => {
    const hangar = await testEmulator({ resources: [MAIL], tasks: USER });
    const id = hangar.engine.definitions().resources.find('mail')?.id;
    const { kind, resource } = MAIL;
    const answer = await post(hangar, '/v0/resources/update', { id, kind, name: 'Another name', resource });
    const { slug, name } = hangar.ports.workspace.current().resources[0] ?? {};
    expect([answer, slug, name]).toEqual([[200, { id }], 'mail', 'Another name']);
  });
});

describe('decision resource-rules: the creator of a private resource', () => {
  const own = { ...MAIL, slug: 'own', isPrivate: true };

  test('may use and update it, with any key of the same owner, and nobody else may', async () => {
    const hangar = await testEmulator({ ...KEYS, resources: [MAIL], tasks: USER });
    const id = await created(hangar, own, 'tkn_ada');
    const use = (key: string) => post(hangar, '/v0/tasks/execute', { slug: 'send', resources: { mail: id } }, key);
    const update = (key: string) => post(hangar, '/v0/resources/update', { id, ...own, name: `By ${key}` }, key);
    const answers = [];
    for (const key of ['tkn_ada', 'tkn_ada_two', 'tkn_bo']) answers.push([(await use(key))[0], (await update(key))[0]]);
    expect(answers).toEqual([
      [200, 200],
      [200, 200],
      [403, 403],
    ]);
  });

  test('stays its creator after a restart, and after an edit in the window', async () => {
    const before = await testEmulator({ ...KEYS });
    const id = await created(before, own, 'tkn_ada');
    const hangar = await before.restart();
    const { name, kind, resource } = MAIL;
    await hangar.api.emulator.definitions.resources.replace({
      params: { id },
      body: { slug: 'own', name, kind, resource, isPrivate: true },
    });
    expect((await post(hangar, '/v0/resources/update', { id, ...own }, 'tkn_ada'))[0]).toBe(200);
  });
});

test('webhook slugs are unique within a task', async () => {
  const hangar = await testEmulator();
  const webhooks = ['hook', 'other', 'hook'];
  const error = 'webhooks[2]: "hook" is used twice; each webhook needs its own slug.';
  expect(await post(hangar, '/_emulator/tasks', { slug: 'new', webhooks })).toEqual([
    400,
    { error, code: 'invalid_request' },
  ]);
});
