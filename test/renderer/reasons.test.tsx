import { type Authored, openWindow, type TestWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

// Everything that waits, fails or is off says why, where one sees it.

const steps = (...list: readonly object[]) => ({ kind: 'steps' as const, steps: list as never });

const workspace: Authored = {
  tasks: [
    {
      id: 'ask',
      slug: 'ask',
      name: 'Ask',
      concurrency: 1,
      timeout: 90,
      parameters: [{ slug: 'note', constraints: { optional: true } }],
      behavior: steps({ do: 'prompt', description: 'Go?' }),
    },
    { id: 'nap', slug: 'nap', name: 'Nap', behavior: steps({ do: 'wait', seconds: 1800 }) },
    { id: 'parent', slug: 'parent', name: 'Parent', behavior: steps({ do: 'execute', task: 'child' }) },
    { id: 'child', slug: 'child', name: 'Child', behavior: steps({ do: 'fail', message: 'The period is closed' }) },
  ],
  runbooks: [{ id: 'book', slug: 'book', name: 'Book', blocks: [{ slug: 'first', kind: 'task', task: 'ask' }] }],
};

interface Case {
  /** Makes the run; resolves to its ID. */
  readonly make: (window: TestWindow) => Promise<string>;
  /** Text of the row. */
  readonly row: RegExp;
  /** Text of the region Why. */
  readonly why: RegExp;
  /** Names of links in it. */
  readonly links: readonly (string | RegExp)[];
}

const CASES: Readonly<Record<string, Case>> = {
  'is queued': {
    make: async ({ execute }) => {
      await execute('ask');
      return execute('ask');
    },
    row: /^Queued.*1 of 1 slots of Ask are taken/,
    why: /Why it is queued.*1 of 1 slots of Ask are taken.*It starts when one of them ends/,
    links: ['Raise the limit…', /^run…/],
  },
  'waits for a prompt': {
    make: ({ execute }) => execute('ask'),
    row: /^Waiting for a prompt.*waiting.*Waits for an answer to “Go\?”, times out in (?:\d+ s|\d min)/,
    why: /Why it waits.*Waits for an answer to “Go\?”/,
    links: [],
  },
  'waits on the clock': {
    make: ({ execute }) => execute('nap'),
    row: /waiting.*Waits until \d\d:\d\d:\d\d, in (?:29|30) min/,
    why: /Why it waits.*Waits until \d\d:\d\d:\d\d, in/,
    links: [],
  },
  'has timed out': {
    make: async ({ execute, hangar: { api } }) => {
      const id = await execute('ask');
      await api.wait({ body: { for: 'settled', timeoutSeconds: 10 } });
      await api.clock.advance({ body: { seconds: 91, waitSeconds: 5 } });
      return id;
    },
    row: /^Timed out.*timed out.*Timed out after \S/,
    why: /Why it timed out.*Timed out after \S/,
    links: ['Raise the limit…'],
  },
  'was cancelled': {
    make: async ({ execute, hangar: { api } }) => {
      const id = await execute('ask');
      await api.runs.cancel({ params: { id } });
      return id;
    },
    row: /^Cancelled.*cancelled.*Cancelled by \S/,
    why: /Why it was cancelled.*Cancelled by \S/,
    links: [],
  },
  'failed in a run below it': {
    make: async ({ execute, hangar: { api } }) => {
      const id = await execute('parent');
      await api.wait({ body: { for: 'settled', timeoutSeconds: 10 } });
      return id;
    },
    row: /^Failed.*Child failed: The period is closed/,
    why: /Child failed: The period is closed/i,
    links: ['Child'],
  },
};

test.each(Object.entries(CASES))(
  'a run that %s says why in its row and on its page',
  async (_, { make, row, why, links }) => {
    const opened = await openWindow({ workspace, path: '/runs' });
    const { page, user, hangar } = opened;
    await page.findByText('No runs yet');
    const id = await make(opened);
    await page.findByRole('option', { name: row });
    const link = page.getAllByRole('option').find((each) => each.getAttribute('href')?.endsWith(id));
    if (link !== undefined) await user.click(link);
    const region = await page.findByRole('region', { name: 'Why' });
    expect(region.textContent).toMatch(why);
    for (const name of links) expect(await within(region).findByRole('link', { name })).toBeTruthy();
    expect((await hangar.api.runs.get({ params: { id } })).row.reason).not.toBeNull();
  },
);

test('a look at a queued run says why, who has the slots and how to free one, with its values and its time', async () => {
  const opened = await openWindow({ workspace, path: '/runs' });
  const { page, user, execute, hangar } = opened;
  await page.findByText('No runs yet');
  const first = await execute('ask');
  await execute('ask', { note: 'needle-4711' });
  await page.findByRole('option', { name: /^Queued/ });
  await user.keyboard(' ');
  const peek = within(await page.findByRole('region', { name: 'Peek' }));
  const why = within(await peek.findByRole('region', { name: 'Why' }));
  why.getByText('1 of 1 slots of Ask are taken');
  await why.findByRole('heading', { name: 'Who has the slots' });
  await why.findByRole('link', { name: `run…${first.slice(-4)}` });
  const answer = await why.findByRole('link', { name: 'Answer the prompt' });
  expect(answer.getAttribute('href')).toBe('/prompts?q=task:ask');
  peek.getByText('needle-4711');
  within(peek.getByRole('region', { name: 'So far' })).getByText(/^queued since \d\d:\d\d:\d\d$/);
  expect(peek.queryByRole('tab')).toBeNull();
  await hangar.api.runs.cancel({ params: { id: first } });
  const next = await peek.findByRole('link', { name: 'Answer prompt' });
  expect(next.getAttribute('href')).toMatch(/#prompt$/);
});

test('a session says on its page why it waits, and why it was cancelled', async () => {
  const { page, hangar } = await openWindow({ workspace, path: '/overview' });
  const { sessions } = hangar.api;
  const { sessionID } = await sessions.execute({ params: { id: 'book' }, body: {} });
  history.pushState(null, '', `/sessions/${sessionID}`);
  dispatchEvent(new PopStateEvent('popstate'));
  const why = async () => (await page.findByRole('region', { name: 'Why' })).textContent;
  await waitFor(async () => expect(await why()).toMatch(/Why it waits.*waits for an answer to “Go\?”/));
  await sessions.cancel({ params: { id: sessionID } });
  await waitFor(async () => expect(await why()).toMatch(/Why it was cancelled.*cancelled by \S/i));
});

test('a run that was cancelled is not advised to set an output', async () => {
  const { page, execute, hangar } = await openWindow({ workspace, path: '/overview' });
  const id = await execute('ask');
  await hangar.api.runs.cancel({ params: { id } });
  history.pushState(null, '', `/runs/${id}`);
  dispatchEvent(new PopStateEvent('popstate'));
  await page.findByText('None. The run was cancelled before it set one.');
  expect(page.queryByText(/Set the output/)).toBeNull();
});
