import { expect, test } from '../../e2e/support/hangar.ts';
import { rowsOf } from '../../e2e/support/list.ts';

// Playwright switches it off, and people have it.
const withCache = { ignoreDefaultArgs: ['--disable-back-forward-cache'] };

test.use({
  workspace: { tasks: [{ slug: 'one' }] },
  launchOptions: [async ({ launchOptions }, use) => use({ ...launchOptions, ...withCache }), { scope: 'worker' }],
});

const PLACES = ['/overview', '/runs', '/prompts', '/traffic'];

test('twenty pages that one tab loads, each kept for going back, show their content', async ({ page }) => {
  for (let load = 0; load < 20; load += 1) {
    await page.goto(PLACES[load % PLACES.length] ?? '/');
    await expect(page.getByRole('contentinfo')).toContainText('Serving');
  }
  await page.goBack();
  await expect(page.getByRole('contentinfo')).toContainText('Serving');
});

test('ten tabs show what happens, and go on when the first one is closed', async ({ page, context, api }) => {
  await page.goto('/runs');
  const tabs = [];
  for (let index = 1; index < 10; index += 1) tabs.push(await context.newPage());
  for (const tab of tabs) {
    await tab.goto('/runs');
    await expect(tab.getByRole('contentinfo')).toContainText('Serving');
  }
  await page.close();
  await api.v0.tasks.execute({ body: { slug: 'one' } });
  for (const tab of tabs) await expect(rowsOf(tab, 'Runs')).toHaveCount(1);
});
