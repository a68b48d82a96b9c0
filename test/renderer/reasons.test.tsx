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
    { id: 'top', slug: 'top', name: 'Top', behavior: steps({ do: 'execute', task: 'parent' }) },
    {
      id: 'throws',
      slug: 'throws',
      name: 'Throws',
      behavior: steps({ do: 'log', level: 'error', text: 'at pay (pay.ts:3:17)' }, { do: 'fail', message: 'No card' }),
    },
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
    row: /^Queued.*The only slot of Ask is taken/,
    why: /Why it is queued.*The only slot of Ask is taken.*It starts when one is free/,
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
  'failed two runs below it': {
    make: async ({ execute, hangar: { api } }) => {
      const id = await execute('top');
      await api.wait({ body: { for: 'settled', timeoutSeconds: 10 } });
      return id;
    },
    row: /^Failed.*Top.*Child failed: The period is closed/,
    why: /Parent failed: Child failed: The period is closed/,
    links: ['Parent', 'Child'],
  },
  'failed by a fault': {
    make: async ({ execute, hangar: { api } }) => {
      const match = { operation: 'tasks/execute', task: 'nap' } as const;
      await api.faults.create({ body: { slug: 'down', match, kind: 'run', message: 'No network' } as never });
      const id = await execute('nap');
      await api.wait({ body: { for: 'run', runID: id, timeoutSeconds: 10 } });
      return id;
    },
    row: /^Failed.*Failed by the fault “down”: No network/,
    why: /Failed by the fault “down”: No network/,
    links: [],
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

test('the row of a run that waits begins with the question, and says who is asked', async () => {
  const ask = { do: 'prompt', description: 'Go?', reviewers: { users: ['ada@example.com'] } };
  const { page, execute } = await openWindow({
    workspace: { users: [{ email: 'ada@example.com' }], tasks: [{ id: 'ask', slug: 'ask', behavior: steps(ask) }] },
    path: '/runs',
  });
  await page.findByText('No runs yet');
  await execute('ask');
  const row = await page.findByRole('option', { name: /Waits for an answer of ada@example.com to “Go\?”/ });
  expect(row.textContent).toMatch(/“Go\?” asks ada@example.com, times out/);
});

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
  why.getByText('The only slot of Ask is taken; first in the queue');
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

test('a look at a failed run names the place in the source', async () => {
  const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
  await page.findByText('No runs yet');
  await execute('throws');
  await page.findByRole('option', { name: /^Failed/ });
  await user.keyboard(' ');
  const peek = within(await page.findByRole('region', { name: 'Peek' }));
  const why = within(await peek.findByRole('region', { name: 'Why' }));
  await waitFor(() => expect(why.getByRole('group', { name: 'Failure' }).textContent).toBe('No card, at pay.ts:3:17'));
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

test('a run that was cancelled or timed out is not advised to set an output', async () => {
  const { page, execute, hangar } = await openWindow({ workspace, path: '/overview' });
  const open = (id: string) => {
    history.pushState(null, '', `/runs/${id}`);
    dispatchEvent(new PopStateEvent('popstate'));
  };
  const [late, cancelled] = [await execute('ask'), await execute('nap')];
  await hangar.api.runs.cancel({ params: { id: cancelled } });
  open(cancelled);
  await page.findByText('None. The run ended before it set one.');
  await hangar.api.clock.advance({ body: { seconds: 91, waitSeconds: 5 } });
  open(late);
  await page.findByRole('heading', { name: 'Why it timed out' });
  await page.findByText('None. The run ended before it set one.');
  expect(page.queryByText(/Set the output/)).toBeNull();
});
