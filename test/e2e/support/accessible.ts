import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits until colours stand still: in the middle of a change of theme they are those of neither. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isChanging = () =>
      document
        .getAnimations()
        .some(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
    for (let n = 0; n < 40 && isChanging(); n++) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/** Shows that what is on the page now has no violation that axe finds, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that is still on its way has nothing to be judged by.
  await page.locator('h1').first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settled(page);
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
}
