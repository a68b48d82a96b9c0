import { PLACES } from '../../e2e/support/pages.ts';
import { expect, test } from '../../e2e/support/hangar.ts';

test('the navigation has a link of each place, which leads there', async ({ page }) => {
  await page.goto('/');
  const navigation = page.getByRole('navigation');
  const links = navigation.getByRole('link');
  const names = () => links.evaluateAll((all: HTMLElement[]) => all.map(({ title }) => title));
  await expect.poll(names).toEqual([...PLACES, 'Documentation']);
  for (const place of PLACES) {
    const link = navigation.getByRole('link', { name: new RegExp(`^${place}\\b`) });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    // The top bar names the place; its heading is for screen readers.
    await expect(page.getByRole('banner').getByText(place, { exact: true })).toBeVisible();
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.width).toBeLessThanOrEqual(1);
    await expect(page).toHaveTitle(new RegExp(`^${place}.*Hangar`));
  }
});

test('a link that looks like a button is not coloured like a link', async ({ page }) => {
  await page.goto('/webhooks');
  const link = page.getByRole('link', { name: 'New webhook' });
  const colorOf = (element: Element) => getComputedStyle(element).color;
  expect(await link.evaluate(colorOf)).toBe(await page.getByRole('heading', { level: 1 }).evaluate(colorOf));
});

test('a page that loads has one heading, and moves nothing where reduced motion is wanted', async ({ page }) => {
  const repeated = () =>
    page.evaluate(() => document.getAnimations().filter((it) => it.effect?.getTiming().iterations === Infinity).length);
  /** Number of transitions that a change of colour starts. */
  const transitions = (color: string) =>
    page.evaluate((changed) => {
      document.body.style.color = changed;
      return document.getAnimations().filter((it) => it instanceof CSSTransition).length;
    }, color);
  // Never answered: the page keeps loading.
  await page.route('**/_emulator/coverage', () => undefined);
  await page.goto('/traffic/coverage');
  await expect(page.getByText('Loading the coverage…')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect.poll(repeated).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(repeated).toBe(0);
  expect(await transitions('red')).toBe(0);
});

test('an address that leads nowhere says so, and leads back', async ({ page }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await page.goBack();
  await expect(page).toHaveURL(/\/nowhere$/);
});
