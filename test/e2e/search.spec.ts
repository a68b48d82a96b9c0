import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { execute, expect, test } from './support/hangar.ts';
import { rowsOf } from './support/list.ts';

test.use({
  workspace: {
    environments: [{ slug: 'prod', name: 'Production', default: true }],
    tasks: [
      {
        slug: 'refund',
        name: 'Refund an order',
        parameters: [{ slug: 'order_id' }, { slug: 'note', constraints: { optional: true } }],
        concurrency: 100,
        webhooks: { paid: {} },
        behavior: {
          kind: 'steps',
          steps: [
            { do: 'log', text: 'Asking the bank about {{ params.order_id }}' },
            { do: 'output', value: { receipt: 'R-{{ params.order_id }}' } },
          ],
        },
      },
      { slug: 'sign', name: 'Sign', behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'Go on?' }] } },
    ],
    runbooks: [
      {
        slug: 'close',
        name: 'Close the day',
        parameters: [{ slug: 'day' }],
        blocks: [{ slug: 'money', kind: 'task', task: 'refund', paramValues: { order_id: '{{ params.day }}' } }],
      },
    ],
  },
});

const filterOf = (page: Page, name: string) => page.getByRole('combobox', { name });

test('a filter is completed, saved and chosen again by keyboard', async ({ page, hangar }) => {
  await execute(hangar.ready.url, 'refund', { order_id: 'AB1' });
  await execute(hangar.ready.url, 'sign');
  await page.goto('/runs');
  await expect(rowsOf(page, 'Runs')).toHaveCount(2);
  const field = filterOf(page, 'Filter runs');
  await field.click();
  await page.keyboard.type('ta');
  const completions = page.getByRole('listbox', { name: 'Completions' });
  await expect(completions.getByRole('option')).toHaveText([/^task:/]);
  await page.keyboard.press('Tab');
  await expect(completions.getByRole('option')).toHaveText([/^refund/, /^sign/]);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('task:sign ');
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save filter' }).press('Enter');
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Signatures');
  await page.keyboard.press('Enter');
  await field.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 runs', { exact: true })).toBeVisible();
  await page.reload();
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await expect(completions.getByRole('option').first()).toHaveText(/^Signatures/);
  await page.keyboard.press('Enter');
  await expect(rowsOf(page, 'Runs')).toHaveCount(1);
  await page.getByRole('button', { name: 'Your filters' }).click();
  await page.getByRole('button', { name: 'Remove Signatures' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Save filter' })).toBeVisible();
  await field.fill('method:get');
  await expect(page.getByRole('alert')).toContainText('"method:" is not a term of runs');
  await expectAccessible(page);
});

test(
  'sessions, prompts, requests and deliveries are filtered by what is in them',
  { tag: '@variant' },
  async ({ page, hangar, api }) => {
    const close = (day: string) => api.v0.runbooks.execute({ body: { slug: 'close', paramValues: { day } } });
    await close('monday');
    await close('tuesday');
    await execute(hangar.ready.url, 'sign');
    const { webhooks } = await api.emulator.webhooks.list();
    for (const order of ['AB1', 'AB2'])
      await fetch(webhooks[0]?.url ?? '', { method: 'POST', body: JSON.stringify({ order_id: order }) });

    await page.goto('/sessions?q=R-tuesday');
    await expect(rowsOf(page, 'Sessions')).toHaveCount(1);
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
    await expectAccessible(page);

    await page.goto('/prompts');
    await filterOf(page, 'Filter prompts').fill('task:refund');
    await expect(page.getByText('No matching prompts')).toBeVisible();
    await filterOf(page, 'Filter prompts').fill('task:sign');
    await expect(rowsOf(page, 'Prompts')).toHaveCount(1);
    await rowsOf(page, 'Prompts').first().click();
    await expect(page).toHaveURL(/\/prompts\/pmt\w+\?q=task/);
    await expectAccessible(page);

    await page.goto('/traffic');
    await filterOf(page, 'Filter requests').fill('body:tuesday');
    await expect(rowsOf(page, 'Traffic')).toHaveCount(1);
    await close('tuesday');
    await expect(rowsOf(page, 'Traffic')).toHaveCount(2);

    await page.goto('/webhooks/refund/paid/deliveries?q=AB2');
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
    await filterOf(page, 'Filter deliveries').fill('status:5xx');
    await expect(page.getByText('No matching deliveries')).toBeVisible();
    await expectAccessible(page);
  },
);
