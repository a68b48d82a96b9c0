import { type Authored, openWindow } from './support/window.tsx';
import { waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

const ask: NonNullable<Authored['tasks']>[number] = {
  slug: 'ask',
  name: 'Ask somebody',
  behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'May I?', confirmText: 'Yes', cancelText: 'No' }] },
};
const quick = { slug: 'quick', name: 'Quick one' };

describe('the shell', () => {
  test('says that memory is scarce while it is, with a link to the figures', async () => {
    const text = { slug: 'text' };
    const waits = {
      slug: 'waits',
      parameters: [text],
      behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 900 }] },
    };
    const { page, execute, user } = await openWindow({
      workspace: { tasks: [waits as never], settings: { maxStateBytes: 1_048_576 } },
    });
    await page.findByText('No prompts');
    expect(page.queryByText('Memory nearly full')).toBeNull();
    await execute('waits', { text: 'x'.repeat(950_000) });
    await user.click(await page.findByRole('link', { name: 'Memory nearly full' }));
    await page.findByText(/^0\.9\d MB of 1 MB for runs, sessions and prompts$/);
  });

  test('opens anything from the palette: users, keys, webhooks, prompts, runs by name, and items by ID', async () => {
    const { page, user, execute } = await openWindow({
      workspace: {
        tasks: [ask, { ...quick, webhooks: ['paid'] }],
        users: [{ name: 'Ada', email: 'ada@example.com' }],
        groups: [{ slug: 'ops', name: 'Operators' }],
        apiKeys: [{ name: 'for the shop', key: 'tkn_shop' }],
      },
    });
    await page.findByRole('heading', { level: 1, name: 'Overview' });
    const id = await execute('ask');
    const find = async (text: string) => {
      await user.keyboard('{Control>}k{/Control}');
      await user.type(await page.findByRole('combobox', { name: 'Search commands' }), text);
    };
    const expected = [
      ['ada@example', /Open user Ada/, /^\/team\/users\/usr/],
      ['operators', /Open group Operators/, /^\/team\/groups\/grp/],
      ['the shop', /Open API key for the shop/, /^\/api-keys\//],
      ['paid', /Open webhook paid/, /^\/webhooks\/quick\/paid$/],
      ['may i', /Open prompt May I\?/, /^\/prompts\/pmt/],
      [
        'open run ask',
        new RegExp(`Open run Ask somebody · Waiting for a prompt · [0-9:]{8} · ${id.slice(-6)}$`),
        new RegExp(`^/runs/${id}$`),
      ],
      ['trf3261186cz99', /Open request trf3261186cz99/, /^\/traffic\/trf3261186cz99$/],
      ['trfc261186cz99', /Open request trfc261186cz99/, /^\/traffic\/trfc261186cz99$/],
    ] as const;
    for (const [text, option, path] of expected) {
      await find(text);
      await user.click(await page.findByRole('option', { name: option }));
      await waitFor(() => expect(location.pathname).toMatch(path));
    }
  });

  test('opens pages by two keys and the shortcuts by ?, unless single keys are off', async () => {
    const { page, user } = await openWindow({ workspace: {} });
    await page.findByRole('heading', { level: 1, name: 'Overview' });
    await user.keyboard('gr');
    await waitFor(() => expect(location.pathname).toBe('/runs'));
    await user.keyboard('?');
    await user.click(await page.findByRole('switch', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    await user.keyboard('go?');
    expect([location.pathname, page.queryByRole('dialog')]).toEqual(['/runs', null]);
  });

  test('asks for a required admin token, rejects a wrong one, and continues with the right one', async () => {
    const { page, user } = await openWindow({
      workspace: { tasks: [quick] },
      path: '/runs',
      adminToken: 'open sesame',
    });
    await page.findByRole('dialog', { name: 'Admin token' });
    // Elements behind a dialog are found by text only.
    await page.findByText('Admin token required');
    await page.findByText('Locked.');
    expect(page.queryByText(/does not answer/)).toBeNull();
    await user.type(page.getByLabelText('Token'), 'sesame{Enter}');
    await page.findByText('This is not the admin token.');
    await user.clear(page.getByLabelText('Token'));
    await user.type(page.getByLabelText('Token'), 'open sesame{Enter}');
    await page.findByText('No runs yet');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    page.getByText('Serving');
    expect(page.queryByText('Locked.')).toBeNull();
  });

  test('restores a page’s filters, and clears them by its link', async () => {
    const { page, user } = await openWindow({ workspace: { tasks: [quick] }, path: '/runs?status=Failed' });
    const link = (name: string) => page.findByRole('link', { name });
    const here = () => location.pathname + location.search;
    await page.findByText('No matching runs');
    await user.click(await link('Traffic'));
    await waitFor(() => expect(here()).toBe('/traffic'));
    await user.click(await link('Runs'));
    await waitFor(() => expect(here()).toBe('/runs?status=Failed'));
    await user.keyboard('gt');
    await waitFor(() => expect(here()).toBe('/tasks'));
    await user.type(await page.findByRole('searchbox', { name: 'Search tasks' }), 'qui');
    await waitFor(() => expect(here()).toBe('/tasks?q=qui'));
    await user.click(await page.findByRole('option', { name: /Quick/i }));
    await user.click(await page.findByRole('link', { name: 'All tasks' }));
    await waitFor(() => expect(here()).toBe('/tasks?q=qui'));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('gr');
    await waitFor(() => expect(here()).toBe('/runs?status=Failed'));
    await user.click(await link('Runs'));
    await waitFor(() => expect(here()).toBe('/runs'));
    await user.click(await link('Traffic'));
    await user.click(await link('Runs'));
    await waitFor(() => expect(here()).toBe('/runs'));
  });
});
