import { expect, test } from './support/hangar.ts';
import { copied } from './support/list.ts';
import { open } from './support/pages.ts';

test('base URL and key are copied as they are', async ({ page, hangar }) => {
  await page.goto('/');
  await page
    .getByRole('button', { name: /Copy.*(base URL)/i })
    .first()
    .click();
  await expect.poll(() => copied(page)).toBe(hangar.ready.url);
});

test('the sample is run from here, and the prompt that it asks is answered', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Run… Refund an order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByRole('main').getByText('Succeeded').first()).toBeVisible();
});

test('once something has run, the snippets are behind a button; they do not move under the pointer', async ({
  page,
  api,
}) => {
  await page.goto('/overview');
  const snippet = page.getByRole('region', { name: 'curl snippet' });
  await snippet.hover();
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'greet', paramValues: { name: 'Ada' } } });
  await expect(page.getByRole('main').locator(`a[href="/runs/${runID}"]`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Now lose its answer' })).toBeVisible();
  await expect(snippet).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(snippet).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('main').locator(`a[href="/runs/${runID}"]`)).toBeVisible();
  await expect(snippet).toHaveCount(0);
  await page.getByRole('button', { name: 'Show snippets' }).press('Enter');
  await expect(snippet).toContainText('tasks/execute');
});

test('nothing moves when a snippet is copied', { tag: '@variant' }, async ({ page }) => {
  await open(page, '/overview');
  const snippet = page.getByRole('region', { name: 'curl snippet' });
  await expect(snippet).toContainText('tasks/execute');
  await page.evaluate(() => document.fonts.ready);
  const before = await snippet.boundingBox();
  await page.getByRole('button', { name: /^Copy the .*snippet$/ }).click();
  await expect(page.getByRole('button', { name: /snippet: copied$/ })).toHaveText('Copied');
  expect(await snippet.boundingBox()).toEqual(before);
});
