import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, KEY, test } from './support/hangar.ts';
import { BUTTON, PAGE } from './support/wording.ts';

/** Every place, as the navigation names it. Source: the table of the GUI's places. */
const PLACES = [
  ...['Overview', 'Traffic', 'Runs', 'Sessions', 'Prompts', 'Tasks', 'Runbooks', 'Resources', 'Webhooks'],
  ...['Environments', 'Team', 'API keys', 'Settings'],
];

for (const place of PLACES) {
  test(`${place} has one heading, one main, its name in the title, and no violation in either theme`, async ({
    page,
    hangar,
  }) => {
    // A run that waits and one that has ended, so that no place is empty that the sample can fill.
    for (const slug of ['refund_order', 'greet']) {
      const headers = { 'X-Service-API-Key': KEY };
      await fetch(`${hangar.ready.url}/v0/tasks/execute`, { method: 'POST', headers, body: JSON.stringify({ slug }) });
    }
    await page.goto('/');
    const link = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${place}\\b`) });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page).toHaveTitle(new RegExp(`^${place}.*\\(1\\).*Hangar`));
    await expectAccessibleInBothThemes(page);
    await expectNoOverflow(page);
  });
}

test('a link that looks like a button is not coloured like a link', async ({ page }) => {
  await page.goto('/webhooks');
  const link = page.getByRole('link', { name: BUTTON.newWebhook });
  const colorOf = (element: Element) => getComputedStyle(element).color;
  expect(await link.evaluate(colorOf)).toBe(await page.getByRole('heading', { level: 1 }).evaluate(colorOf));
});

test('a page that loads has one heading, and repeats no movement where reduced motion is wanted', async ({ page }) => {
  const repeated = () =>
    page.evaluate(() => document.getAnimations().filter((it) => it.effect?.getTiming().iterations === Infinity).length);
  // Never answered: the page keeps loading.
  await page.route('**/_emulator/coverage', () => undefined);
  await page.goto('/traffic/coverage');
  await expect(page.getByText('Loading the coverage…')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect.poll(repeated).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(repeated).toBe(0);
});

test('an address that leads nowhere says so, and leads back', async ({ page }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: PAGE.overview }).click();
  await page.goBack();
  await expect(page).toHaveURL(/\/nowhere$/);
});
