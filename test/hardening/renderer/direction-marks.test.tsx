import { waitFor } from '@testing-library/dom';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Authored, openWindow } from '../../renderer/support/window.tsx';

/** A text with every character that changes the direction of the text around it, each before a letter. */
const TEXT = Array.from(
  '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  (character) => `${character}A`,
).join('');
/** The same without them. */
const LETTERS = 'A'.repeat(12);

const named = { name: TEXT, desc: TEXT, description: TEXT };
const parameters = [
  { slug: 'order', ...named },
  { slug: 'kind', ...named, constraints: { options: [{ label: TEXT, value: TEXT }] }, default: TEXT },
].map(({ description, ...parameter }) => parameter);

const task = (slug: string, steps: readonly object[], more: object = {}) =>
  ({
    ...{ slug, name: TEXT, description: TEXT, parameters, behavior: { kind: 'steps', steps } },
    ...more,
  }) as never;

const workspace: Authored = {
  environments: [{ slug: 'dev', name: TEXT, default: true, config: { REGION: TEXT } }],
  users: [{ email: 'ada@example.com', name: TEXT, role: 'admin' }],
  groups: [{ slug: 'ops', name: TEXT, members: ['ada@example.com'] }],
  apiKeys: [{ name: TEXT, key: 'tkn_of_a_program_0123456789abcdef', user: 'ada@example.com' }],
  resources: [{ slug: 'db', name: TEXT, kind: 'custom', resource: { note: TEXT } }],
  tasks: [
    task(
      'child',
      [
        { do: 'log', text: TEXT },
        { do: 'output', value: { [TEXT]: TEXT, rows: [{ [TEXT]: TEXT }] } },
      ],
      {
        resources: { db: 'db' },
        runtime: TEXT,
        constraints: { labels: [{ key: TEXT, value: TEXT }] },
        webhooks: ['paid'],
      },
    ),
    task('parent', [
      { do: 'execute', task: 'child', paramValues: { order: TEXT }, as: 'done' },
      { do: 'fail', message: `no ${TEXT}` },
    ]),
    task('asks', [{ do: 'prompt', description: TEXT, confirmText: TEXT, cancelText: TEXT, parameters }]),
    task('approved', [], { requireRequests: true }),
    task('scripted', [], {
      behavior: { kind: 'script', source: `export default () => { throw new Error(${JSON.stringify(TEXT)}) }` },
    }),
  ],
  runbooks: [
    {
      slug: 'close',
      name: TEXT,
      description: TEXT,
      parameters,
      blocks: [
        { slug: 'pay', name: TEXT, kind: 'task', task: 'parent', paramValues: { order: TEXT } },
        { slug: 'confirm', name: TEXT, kind: 'prompt', description: TEXT },
      ],
    } as never,
  ],
};

/** The texts in the document that keep such a character. Fields and editors are left out: they show what one types. */
function turning(): string[] {
  const found: string[] = [];
  const check = (where: string, text: string | null) => {
    if (/\p{Bidi_Control}/u.test(text ?? '')) found.push(`${where}: ${text}`);
  };
  check('title of the document', document.title);
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (element.closest('textarea, .cm-editor, style, script') !== null) continue;
    const where = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
    check(where, element.getAttribute('title'));
    check(where, element.getAttribute('placeholder'));
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) check(where, child.textContent);
  }
  return [...new Set(found)];
}

test('no text of a user or a client can turn the text around it, on any page', async () => {
  const { page, user, hangar, execute, emulator } = await openWindow({ workspace, path: '/overview' });
  const { api } = hangar;
  const send = (what: string, slug: string, paramValues: object) =>
    fetch(`${emulator().url}/v0/${what}/execute`, {
      method: 'POST',
      headers: { 'X-Service-API-Key': 'tkn_of_a_program_0123456789abcdef' },
      body: JSON.stringify({ slug, paramValues }),
    });
  const values = { order: TEXT, kind: TEXT };
  const [first, second] = [await execute('parent', values), await execute('parent', values)];
  const [asking, scripted] = [await execute('asks', values), await execute('scripted', values)];
  await send('tasks', TEXT, {});
  await send('runbooks', 'close', values);
  await api.answers.create({
    body: { slug: 'later', match: { task: 'nothing' }, when: `"${TEXT}"`, submit: { order: TEXT } },
  });
  await waitFor(async () => {
    expect((await api.runs.get({ params: { id: second } })).row.endedAt).not.toBeNull();
    expect((await api.prompts.list({ query: {} })).prompts).toHaveLength(1);
  });
  const [prompt] = (await api.prompts.list({ query: {} })).prompts;
  const [session] = (await api.sessions.list({ query: {} })).sessions;
  const [request] = (await api.traffic.list({ query: { q: 'is:error' } })).entries;
  const found: Record<string, string[]> = {};
  const look = async (place: string) => {
    await pause();
    await waitFor(() => {
      const text = document.body.textContent;
      expect(text, place).toContain(LETTERS);
      expect(text, place).not.toMatch(/Loading/);
    });
    const texts = turning();
    if (texts.length > 0) found[place] = texts;
  };
  const { definitions } = api;
  const idOf = async (list: () => Promise<{ readonly items: readonly { readonly id: string }[] }>) =>
    (await list()).items[0]?.id ?? '';
  const taskIDs = new Map((await definitions.tasks.list()).items.map(({ slug, id }) => [slug, id]));
  const pageOf = (slug: string) => `/tasks/${taskIDs.get(slug)}`;
  const paths = [
    '/overview',
    ...['', '/logs', '/requests', '/api'].map((tab) => `/runs/${second}${tab}`),
    ...[asking, scripted, `${second}/compare?with=${first}`].map((run) => `/runs/${run}`),
    ...['', '/parameters', '/api'].map((tab) => `/sessions/${session?.session.id ?? ''}${tab}`),
    `/prompts/${prompt?.prompt.id ?? ''}`,
    '/prompts/rules',
    ...['', '/parameters', '/resources', '/access'].map((tab) => `${pageOf('child')}${tab}`),
    ...[pageOf('parent'), `${pageOf('parent')}/behavior`, `${pageOf('asks')}/behavior`, '/tasks'],
    ...['/runs', '/sessions', '/prompts', '/traffic', '/team/roles'],
    ...['', '/blocks'].map((tab) => `/runbooks/close${tab}`),
    `/environments/${await idOf(definitions.environments.list)}`,
    `/resources/${await idOf(definitions.resources.list)}`,
    `/team/users/${await idOf(definitions.users.list)}`,
    `/team/groups/${await idOf(definitions.groups.list)}`,
    `/api-keys/${await idOf(definitions.apiKeys.list)}`,
    '/webhooks/child/paid',
    ...['', '/answer', '/raw'].map((tab) => `/traffic/${request?.id ?? ''}${tab}`),
    pageOf('approved'),
  ];
  for (const path of paths) {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    await look(path);
  }
  await user.keyboard('{Control>}k{/Control}');
  await look('the command palette');
  await user.keyboard('{Escape}');
  await user.click(page.getByRole('button', { name: 'More actions' }));
  await user.click(await page.findByRole('button', { name: 'Delete', hidden: true }));
  await page.findByText(/^Deleted task /);
  await look('the notice of a deletion');
  expect(found).toEqual({});
});
