import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { execute, expect, test } from './support/hangar.ts';
import { runCommand } from './support/palette.ts';

test.use({
  workspace: {
    tasks: [
      {
        slug: 'price',
        name: 'Price an order',
        parameters: [
          { slug: 'order', name: 'Order' },
          { slug: 'amount', name: 'Amount', type: 'integer' },
        ],
        behavior: {
          kind: 'steps',
          steps: [
            { do: 'log', text: 'looking up {{ params.order }}' },
            ...Array.from({ length: 12 }, (_, n) => ({ do: 'log' as const, text: `check ${n}` })),
            { do: 'output', value: { order: '{{ params.order }}', price: '{{ params.amount * 2 }}', currency: 'EUR' } },
          ],
        },
      },
    ],
  },
});

const price = (url: string, order: string, amount: number) => execute(url, 'price', { order, amount });

test('two runs of a task are compared side by side, with what differs marked', async ({ page, hangar }) => {
  const { url } = hangar.ready;
  const [first, second, third] = [await price(url, 'AB1', 20), await price(url, 'AB2', 20), await price(url, 'AB3', 7)];
  await page.goto(`/runs/${second}`);
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare runs of Price an order' })).toBeVisible();
  // The previous run of the task is chosen.
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toHaveValue(first);
  const region = page.getByRole('region', { name: 'Comparison' });
  for (const part of ['Timings', 'Input', 'Output', 'Log'])
    await expect(region.getByRole('heading', { level: 2, name: part })).toBeVisible();
  // In the input, the output and the log; the timings of a busy machine may differ too.
  await expect(region.locator('del', { hasText: /^1$/ })).toHaveCount(3);
  await expect(region.locator('ins', { hasText: /^2$/ })).toHaveCount(3);
  await expect(page.getByRole('status').filter({ hasText: /^[3-7] differences/ })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);

  await page
    .getByRole('button', { name: /equal lines/ })
    .last()
    .click();
  await expect(region.getByText('check 11').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption(third);
  await expect(page).toHaveURL(new RegExp(`/runs/${second}/compare\\?with=${third}$`));
  await expect(region.getByText('"amount": 7')).toBeVisible();
  await page.getByRole('link', { name: 'Swap' }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${third}/compare\\?with=${second}$`));
  await page.getByRole('link', { name: 'Back to the run' }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${third}$`));
});

test('a run is compared with the one that it repeats, by keyboard', { tag: '@variant' }, async ({ page, hangar }) => {
  const { url } = hangar.ready;
  const [repeated] = [await price(url, 'AB1', 20), await price(url, 'AB2', 21)];
  const { row } = (await (await fetch(`${url}/_emulator/runs/${repeated}`)).json()) as { row: { taskID: string } };
  const body = JSON.stringify({ paramValues: { order: 'AB1', amount: 22 }, repeats: repeated });
  const answer = await fetch(`${url}/_emulator/tasks/${row.taskID}/execute`, { method: 'POST', body });
  const { runID } = (await answer.json()) as { runID: string };
  await page.goto(`/runs/${runID}`);
  await expect(page.getByRole('link', { name: 'Compare' })).toBeVisible();
  await runCommand(page, 'Compare with another run');
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toHaveValue(repeated);
  await expect(page.getByText('"amount": 22')).toBeVisible();
  const current = page.locator('[data-current=true]');
  // The timings of a busy machine may differ too.
  await expect(async () => {
    await page.keyboard.press('n');
    await expect(current).toContainText('"amount": 20', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('n');
  await expect(current).toContainText('"price"');
  await page.keyboard.press('p');
  await expect(current).toContainText('"amount": 20');
});

test.describe('without a run to compare with', { tag: '@variant' }, () => {
  test.use({ allowedInConsole: [/404/] });

  test('the only run of a task, and a run that does not exist, are said to be so', async ({ page, hangar }) => {
    const id = await price(hangar.ready.url, 'AB1', 20);
    await page.goto(`/runs/${id}/compare`);
    await expect(page.getByText('No other run of this task')).toBeVisible();
    await page.goto(`/runs/${id}/compare?with=run20260101znothing`);
    await expect(page.getByText('The other run does not exist')).toBeVisible();
  });
});
