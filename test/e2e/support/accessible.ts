import type { RunOptions } from 'axe-core';
import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OPTIONS: RunOptions = { runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] };

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

/** What axe finds on the page now. It is put into each document once: that costs more than to look with it. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, OPTIONS);
}

/** Shows that what is on the page now has no violation that axe finds, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that is still on its way has nothing to be judged by.
  await page.locator('h1').first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settled(page);
    expect(await violations(page), `axe, ${colorScheme}`).toEqual([]);
  }
}
