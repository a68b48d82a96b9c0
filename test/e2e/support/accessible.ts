import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { expect, type Page } from '@playwright/test';

/** Source of axe without comments: a page reads it in two thirds of the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OPTIONS: RunOptions = { runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] };

/**
 * Waits until no colour changes any more and whatever opened is opaque: during a change of theme colours are those of neither, and a
 * menu that fades in has little contrast, also in the moment before its transition begins. For two seconds at most, since an
 * animation of what is not drawn never ends.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isRunning = () =>
      document.getAnimations().some((animation) => {
        // The line of now in a timeline moves all the time, and changes no colour.
        if (animation instanceof CSSTransition && animation.transitionProperty === 'left') return false;
        return animation.playState === 'running' && animation.effect?.getTiming().iterations !== Infinity;
      });
    const isFading = () =>
      [...document.querySelectorAll('[style*="transition-property"]')].some(
        (moving) => moving.checkVisibility() && getComputedStyle(moving).opacity !== '1',
      );
    for (let n = 0; n < 40 && (isRunning() || isFading()); n++) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/** The violations that axe finds on the page. axe is put into each document once: that takes longer than a run of it. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (options) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, options);
}

/** Expects no violation on the page; `rules` turns rules of axe off. The contrast of the tokens in both themes is tested in test/renderer/theme-contrast.test.ts. */
export async function expectAccessible(page: Page, rules: RunOptions['rules'] = {}): Promise<void> {
  // A page that is still loading has nothing to be judged by.
  await page.locator('h1').first().waitFor();
  await settled(page);
  expect(await violations(page, { ...OPTIONS, rules }), 'axe').toEqual([]);
}

/** Expects no violation on the page, and in the dark theme, where only colours differ, none of contrast. */
export async function expectAccessibleInBothThemes(page: Page, rules: RunOptions['rules'] = {}): Promise<void> {
  await expectAccessible(page, rules);
  // The first lane looks at one theme (build/test.ts).
  if (process.env['HANGAR_TEST_LANE'] === 'users') return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await settled(page);
  expect(await violations(page, { ...OPTIONS, runOnly: ['color-contrast'] }), 'axe, dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The usual size and the smallest one, which has the most to scroll and the least space between targets. */
const SIZES: readonly (readonly [width: number, height: number])[] = [
  [1280, 800],
  [800, 600],
];

/** Expects that the page is not wider than the window at any of these sizes, and leaves it at the last one. */
export async function expectNoOverflow(page: Page, sizes = SIZES): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // A panel is moved a moment after the size changed.
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `the page is not wider than ${width} × ${height}`).toBeLessThanOrEqual(0);
  }
}
