import { expect, type Page, test } from '../../e2e/support/hangar.ts';
import { rowsOf } from '../../e2e/support/list.ts';

// Playwright switches it off, and people have it.
const withCache = { ignoreDefaultArgs: ['--disable-back-forward-cache'] };

test.use({
  workspace: { tasks: [{ slug: 'one' }] },
  launchOptions: [async ({ launchOptions }, use) => use({ ...launchOptions, ...withCache }), { scope: 'worker' }],
});

const PLACES = ['/overview', '/runs', '/prompts', '/traffic'];

test('ten tabs show what happens, one of them after twenty loads, and go on when the first one is closed', async ({
  page,
  context,
  api,
}) => {
  const serves = (tab: Page) => expect(tab.getByRole('contentinfo')).toContainText('Serving');
  await page.goto('/runs');
  const tabs: Page[] = [];
  for (let index = 1; index < 10; index += 1) tabs.push(await context.newPage());
  for (const tab of tabs) {
    await tab.goto('/runs');
    await serves(tab);
  }
  // Each page is kept for going back, and would hold a connection if it had a stream.
  const [loaded = page] = tabs;
  for (let load = 0; load < 20; load += 1) {
    await loaded.goto(PLACES[load % PLACES.length] ?? '/');
    await serves(loaded);
  }
  await loaded.goBack();
  await serves(loaded);
  await loaded.goto('/runs');
  await page.close();
  await api.v0.tasks.execute({ body: { slug: 'one' } });
  for (const tab of tabs) await expect(rowsOf(tab, 'Runs')).toHaveCount(1);
});
