import { type Authored, openWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

const workspace: Authored = {
  tasks: [
    { id: 'refund', slug: 'refund', name: 'Refund', parameters: [{ slug: 'note', constraints: { optional: true } }] },
    { id: 'ship', slug: 'ship', name: 'Ship' },
  ],
};

/** The entries of the palette. */
const entries = (page: Awaited<ReturnType<typeof openWindow>>['page']) =>
  within(page.getByRole('listbox', { name: 'Commands' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('Enter in the palette before its commands are loaded waits for them', async () => {
  const { page, user } = await openWindow({ workspace, path: '/overview' });
  await page.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await page.findByRole('combobox', { name: 'Search commands' });
  await user.keyboard('Hold the next Ship{Enter}');
  await page.findByText(/^The next one is held/);
});

test('any text finds the runs that have it', async () => {
  const { page, user, execute } = await openWindow({ workspace, path: '/overview' });
  await execute('refund', { note: 'needle-4711' });
  await execute('refund', { note: 'hay' });
  await user.keyboard('{Control>}k{/Control}');
  await page.findByRole('combobox', { name: 'Search commands' });
  await user.keyboard('needle-4711{Enter}');
  expect((await page.findByRole('option')).textContent).toContain('needle-4711');
});

test('what the open page offers comes first, with its keys', async () => {
  const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
  await execute('refund');
  await user.click(await page.findByRole('option'));
  await page.findByRole('heading', { level: 1, name: 'Refund' });
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(entries(page)[0]).toMatch(/Run again….*E$/));
});

test('a checkpoint is restored, and the last clearing undone', async () => {
  const { page, user, execute, hangar } = await openWindow({ workspace, path: '/traffic' });
  await hangar.api.checkpoints.save({ body: { name: 'base' } });
  await execute('refund');
  await hangar.api.traffic.clear();
  await page.findByRole('button', { name: 'Undo: Cleared traffic' });
  await user.keyboard('{Control>}k{/Control}');
  await page.findByRole('combobox', { name: 'Search commands' });
  await user.keyboard('Undo: Cleared{Enter}');
  await page.findByRole('option', { name: /refund/i });
  await user.keyboard('{Control>}k{/Control}');
  await page.findByRole('combobox', { name: 'Search commands' });
  await user.keyboard('Restore checkpoint base{Enter}');
  await waitFor(async () => expect((await hangar.api.runs.list({ query: {} })).total).toBe(0));
});

test('a list has the focus when its page opens; Space looks at a row, Enter in the filter opens the first one found', async () => {
  const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
  await page.findByText('No runs yet');
  for (const note of ['one', 'two']) await execute('refund', { note });
  const list = await page.findByRole('listbox', { name: 'Runs' });
  await waitFor(() => expect(document.activeElement).toBe(list));
  await user.keyboard(' ');
  const peek = await page.findByRole('region', { name: 'Peek' });
  await within(peek).findByText('two');
  await user.keyboard('j');
  await within(peek).findByText('one');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(page.queryByRole('region', { name: 'Peek' })).toBeNull());
  await user.keyboard('/two{Enter}');
  await page.findByRole('heading', { level: 1, name: 'Refund' });
  expect(location.search).toBe('?q=two');
});
