import { type Authored, openWindow } from './support/window.tsx';
import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';

const workspace: Authored = {
  tasks: [
    { slug: 'plain', name: 'Plain' },
    {
      slug: 'used',
      name: 'Used',
      webhooks: ['paid'],
      behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'Go on?' }] },
    },
    { slug: 'user', name: 'User', behavior: { kind: 'steps', steps: [{ do: 'execute', task: 'used' }] } },
  ],
};

test('deleting a task leads nowhere when one has gone to another page meanwhile', async () => {
  const { page, user, hangar } = await openWindow({ workspace, path: '/tasks' });
  await user.click(await page.findByRole('option', { name: /Plain/ }));
  await user.click(await page.findByRole('button', { name: 'More actions' }));
  await user.click(await page.findByRole('button', { name: 'Delete', hidden: true }));
  history.pushState(null, '', '/settings');
  await waitFor(async () => expect((await hangar.api.definitions.tasks.list()).items).toHaveLength(2));
  await page.findByRole('button', { name: 'Restore the examples' });
  expect(location.pathname).toBe('/settings');
});

test('a task is not deleted while what depends on it is unknown, which is said', async () => {
  const { page, user, hangar, fail } = await openWindow({ workspace, path: '/tasks' });
  await user.click(await page.findByRole('option', { name: /Plain/ }));
  fail(/\/runs/);
  await user.click(await page.findByRole('button', { name: 'More actions' }));
  await user.click(await page.findByRole('button', { name: 'Delete', hidden: true }));
  expect((await page.findByText('The action failed')).parentElement?.textContent).toContain('Out of order');
  expect((await hangar.api.definitions.tasks.list()).items).toHaveLength(3);
});

test('deleting a task says afterwards which webhooks, unfinished runs and callers are without it', async () => {
  const { page, user, execute, hangar } = await openWindow({ workspace, path: '/tasks' });
  await execute('used');
  await user.click(await page.findByRole('option', { name: /Used/ }));
  await user.click(await page.findByRole('button', { name: 'More actions' }));
  await user.click(await page.findByRole('button', { name: 'Delete', hidden: true }));
  const notice = await page.findByText(/^Deleted task used/);
  expect(notice.textContent).toMatch(/webhook paid stop.*1 unfinished run.*“User”/s);
  expect(page.queryByRole('dialog')).toBeNull();
  expect((await hangar.api.definitions.tasks.list()).items).toHaveLength(2);
});

const team: Authored = {
  environments: [
    { id: 'main', slug: 'main', name: 'Main', default: true },
    { id: 'other', slug: 'other', name: 'Other' },
  ],
  users: [{ id: 'ada', email: 'ada@example.com', name: 'Ada', role: 'admin' }],
  groups: [{ id: 'ops', slug: 'ops', name: 'Ops', members: ['ada@example.com'] }],
  apiKeys: [{ id: 'ci', name: 'ci', key: 'tkn_ci', user: 'ada@example.com', environments: ['main'] }],
  resources: [{ id: 'db', slug: 'db', name: 'Store', kind: 'rest', resource: { baseURL: 'http://127.0.0.1:9' } }],
  tasks: [
    {
      id: 'ask',
      slug: 'ask',
      name: 'Ask',
      webhooks: ['paid'],
      isPrivate: true,
      permissions: [{ subGroupID: 'ops' }],
      resources: { store: 'db' },
      behavior: {
        kind: 'steps',
        steps: [{ do: 'prompt', description: 'Go on?', reviewers: { groups: ['ops'], users: ['ada@example.com'] } }],
      },
    },
  ],
  runbooks: [{ id: 'book', slug: 'book', name: 'Book', blocks: [{ slug: 'ask', kind: 'task', task: 'ask' }] }],
};

test.each([
  ['/runbooks/book', 'Book', /1 unfinished session continues without it/],
  ['/resources/db', 'Store', /“Ask” needs it to execute.*1 unfinished run continues without it/s],
  [
    '/environments/main',
    'Main',
    /webhook paid in this environment stops.*1 unfinished run continues without its config.*“ci”.*“Other” becomes the default/s,
  ],
  [
    '/team/users/ada',
    'Ada',
    /“ci” will be rejected.*“Ops”.*prompts of “Ask” with them as a reviewer.*“Go on\?” waits/s,
  ],
  ['/team/groups/ops', 'Ops', /permissions of “Ask”.*prompts of “Ask” with it as a reviewer.*“Go on\?” waits/s],
])('deleting %s says what it affects, and is undone where it was shown', async (path, title, says) => {
  const { page, user, send } = await openWindow({ workspace: team, path });
  await send('/v0/runbooks/execute', { slug: 'book' });
  await page.findByRole('link', { name: /^Prompts 1$|^Prompts1$/ });
  await user.click(await page.findByRole('button', { name: 'More actions' }));
  await user.click(await page.findByRole('button', { name: 'Delete', hidden: true }));
  expect((await page.findByText(/^Deleted /)).textContent).toMatch(says);
  await user.click(page.getByRole('button', { name: 'Undo' }));
  await page.findByRole('heading', { level: 1, name: title });
});

test.each(['/environments/other', '/api-keys/ci'])('deleting %s has no other effects to name', async (path) => {
  const { page, user } = await openWindow({ workspace: { ...team, tasks: [], runbooks: [] }, path });
  await user.click(await page.findByRole('button', { name: 'More actions' }));
  await user.click(await page.findByRole('button', { name: /^Delete$|^Revoke$/, hidden: true }));
  await page.findByText(/^Deleted (?:environment other|API key ci)$/);
});
