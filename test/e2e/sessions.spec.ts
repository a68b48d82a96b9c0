import { expectAccessible } from './support/accessible.ts';
import { type Api, expect, type Page, test } from './support/hangar.ts';
import { fact } from './support/facts.ts';
import { open } from './support/pages.ts';
import { rowsOf } from './support/list.ts';

test.use({
  workspace: {
    tasks: [
      { slug: 'count', behavior: { kind: 'steps', steps: [{ do: 'output', value: { orders: 42 } }] } },
      { slug: 'slow', behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 3600 }] } },
      { slug: 'broken', behavior: { kind: 'steps', steps: [{ do: 'fail', message: 'the till is stuck' }] } },
    ],
    runbooks: [
      {
        slug: 'close_day',
        name: 'Close the day',
        parameters: [{ slug: 'day', name: 'Day' }],
        blocks: [
          { slug: 'count', name: 'Count the orders', kind: 'task', task: 'count' },
          { slug: 'never', kind: 'task', task: 'count', when: 'false' },
          {
            slug: 'confirm',
            kind: 'prompt',
            description: '{{ count.output.orders }} orders on {{ params.day }}. Close?',
            confirmText: 'Close it',
            cancelText: 'Leave it open',
            parameters: [{ slug: 'note', name: 'Note' }],
          },
          { slug: 'again', kind: 'task', task: 'count' },
        ],
      },
      { slug: 'long', name: 'A long one', blocks: [{ slug: 'wait', kind: 'task', task: 'slow' }] },
      {
        slug: 'bad',
        name: 'A failing one',
        blocks: [
          { slug: 'till', kind: 'task', task: 'broken' },
          { slug: 'after', kind: 'task', task: 'count' },
        ],
      },
    ],
  },
});

/** Executes a runbook; gives the session's ID. */
const execute = async (api: Api, slug: string, paramValues = {}) =>
  (await api.v0.runbooks.execute({ body: { slug, paramValues } })).sessionID;

const blocks = (page: Page) => page.getByRole('list', { name: 'Blocks' }).getByRole('listitem');

fact.describe('sessions are followed, answered, cancelled and run again', () => {
  fact.describe.configure({ mode: 'default' });

  fact('a session goes through its prompt in place, live, to the end', async ({ page, api }) => {
    await open(page, '/sessions');
    await expect(page.getByText('No sessions yet')).toBeVisible();
    await expectAccessible(page);
    const id = await execute(api, 'close_day', { day: 'Monday' });
    await expect(rowsOf(page, 'Sessions')).toContainText(
      '3 of 4, confirm: waits for an answer to “42 orders on Monday. Close?”',
    );
    await rowsOf(page, 'Sessions').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Close the day');
    await expect(blocks(page)).toContainText(['Count the ordersorders 42', 'neverskipped', 'confirm', 'again']);
    const lanes = page.getByRole('treegrid', { name: 'Lanes' }).getByRole('row');
    await expect(lanes.filter({ hasText: '3 confirm' }).getByRole('img', { name: /^waited/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Blocks' }).click();
    await expect(blocks(page)).toContainText([
      'Count the orders Succeeded',
      'never Skipped',
      'confirm Waiting',
      'again Pending',
    ]);
    await expectAccessible(page);
    const prompt = page.getByRole('region', { name: '42 orders on Monday. Close?' });
    await prompt.getByRole('textbox', { name: 'Note' }).fill('all fine');
    await prompt.getByRole('button', { name: 'Close it' }).click();
    await expect(blocks(page)).toContainText(['Succeeded', 'Skipped', 'Succeeded', 'Succeeded']);
    await expect(rowsOf(page, 'Sessions')).toContainText('day Monday');
    await page.getByRole('tab', { name: 'Summary' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Summary' })).toContainText('dayMonday');
    await expect(blocks(page).nth(2)).toContainText(/Close it, by .* · note all fine/);
    for (const name of ['Prompts 1', 'Requests 1']) {
      await page.getByRole('tab', { name }).click();
      await expectAccessible(page);
    }
    await page.getByRole('tab', { name: 'API answer' }).click();
    await expect(page.getByRole('tabpanel', { name: 'API answer' })).toContainText(`"id": "${id}"`);
    await lanes.filter({ hasText: '1 Count the orders' }).click();
    await page.getByRole('link', { name: 'Open 1 Count the orders' }).click();
    await expect(page).toHaveURL(/\/runs\/run/);
  });

  fact('a session is cancelled, with the run that it waits for', async ({ page, api }) => {
    const id = await execute(api, 'long');
    await open(page, `/sessions/${id}`);
    await page.getByRole('tab', { name: 'Blocks' }).click();
    await expect(blocks(page)).toContainText(['wait Active']);
    await page.getByRole('button', { name: 'Cancel session' }).click();
    await expect(blocks(page)).toContainText(['wait Cancelled']);
    await expect(page.getByRole('button', { name: 'Cancel session' })).toBeHidden();
    await expect(page.getByRole('main')).toContainText('Cancelled');
    expect((await api.v0.sessions.get({ query: { id } })).status).toBe('Cancelled');
    expect((await api.v0.runs.list({ query: {} })).runs.map(({ status }) => status)).toEqual(['Cancelled']);
  });

  fact('a failed session says why and where; the list is of one runbook when asked', async ({ page, api }) => {
    await execute(api, 'close_day', { day: 'Monday' });
    const id = await execute(api, 'bad');
    await open(page, '/sessions');
    await expect(rowsOf(page, 'Sessions')).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Filter sessions' }).fill('runbook:bad');
    await expect(rowsOf(page, 'Sessions')).toHaveCount(1);
    await rowsOf(page, 'Sessions').first().click();
    await expect(page).toHaveURL(new RegExp(`/sessions/${id}\\?q=runbook%3Abad$`));
    await expect(page.getByRole('group', { name: 'Failure' })).toContainText('Block 1, till failed: the till is stuck');
    // The reason stands there once.
    await expect(rowsOf(page, 'Sessions')).toHaveText(/1 of 2, till: the till is stuck(?!.*stuck)/);
    await expect(blocks(page)).toContainText(['tillthe till is stuck', 'afternot reached']);
    await page.getByRole('button', { name: 'Run again…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page).not.toHaveURL(new RegExp(id));
    await expect(page.getByRole('group', { name: 'Failure' })).toContainText('the till is stuck');
  });
});
