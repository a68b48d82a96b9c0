import { expectAccessible, expectAccessibleInBothThemes, expectNoOverflow } from '../../e2e/support/accessible.ts';
import { expect, test } from '../../e2e/support/hangar.ts';
import { openPalette } from '../../e2e/support/palette.ts';

const PAGES = ['/docs/', '/docs/behaviors.html#scripts', '/docs/command-line.html', '/docs/emulation.html#decisions'];

test('pages have one heading, one main, nothing that sticks out or is cut, and no violation in either theme', async ({
  page,
}) => {
  for (const path of PAGES)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('main')).toHaveCount(1);
      await expect(page).toHaveTitle(/ · Documentation · Hangar$/);
      await expectNoOverflow(page, [
        [1280, 800],
        [800, 600],
        [480, 800],
      ]);
      await expectAccessibleInBothThemes(page);
    });
  await test.step('a narrow window shows the text of a page below its navigation', async () => {
    await page.goto('/docs/faults.html');
    await expect(page.getByRole('heading', { level: 1, name: 'Faults' })).toBeInViewport();
  });
  await test.step('a small window cuts no name in the navigation', async () => {
    await page.setViewportSize({ width: 800, height: 600 });
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links.first()).toBeVisible();
    expect(await links.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
  });
});

test('examples have the address of this Hangar, and the texts the fonts of the window', async ({ page, hangar }) => {
  await page.goto('/docs/desktop.html');
  await expect(
    page.getByRole('navigation').getByRole('link', { name: 'Window and desktop application' }),
  ).toBeInViewport();
  await page.goto('/docs/faults.html');
  await expect(page.locator('pre').first()).toContainText(`curl -s ${hangar.ready.url}/_emulator/faults`);
  const loaded = () => page.evaluate(() => [...document.fonts].map(({ family, status }) => [family, status]));
  const fonts = ['Inter Variable', 'JetBrains Mono Variable'].map((family) => [family, 'loaded']);
  await expect.poll(loaded).toEqual(fonts);
});

test('the window and its palette lead to the documentation, which has the theme and leads back', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  const [docs] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('navigation').getByRole('link', { name: 'Documentation' }).click(),
  ]);
  await expect(docs).toHaveURL(/\/docs\/$/);
  await expect(docs.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect(docs.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await docs.getByRole('navigation').getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect(docs.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  await docs.getByRole('link', { name: '← Hangar' }).click();
  await expect(docs.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('troubleshooting');
  const [again] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await expect(again).toHaveURL(/\/docs\/$/);
});

test('the search finds sections as one types, the keyboard opens them, and what is not found is said', async ({
  page,
}) => {
  await page.goto('/docs/');
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search the documentation' });
  await expect(field).toBeFocused();
  await page.keyboard.type('/v0');
  await expect(field).toHaveValue('/v0');
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('exit codes');
  await expect(page.getByRole('status')).toHaveText(/^\d+ results?$/);
  const results = page.getByRole('search').getByRole('link');
  await expect(results.first()).toHaveText(/^Command line › Exit codes/);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/command-line\.html#exit-codes$/);
  await expect(page.getByRole('heading', { name: 'Exit codes' })).toBeInViewport();
  // Nothing found is said, and Escape ends the search.
  await field.fill('zeppelin');
  await expect(page.getByRole('status')).toHaveText('Nothing found');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('status')).toHaveText('');
});
