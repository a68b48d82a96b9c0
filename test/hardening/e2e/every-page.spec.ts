import { expectAccessibleInBothThemes, expectNoOverflow } from '../../e2e/support/accessible.ts';
import { expect, type Page, test } from '../../e2e/support/hangar.ts';
import { crawl, fill, pathOf, PLACES } from '../../e2e/support/pages.ts';
import { delayResponses, expectNothingMoved, observeShifts } from '../../e2e/support/shifts.ts';

/** The usual size, the smallest one, and the usual one at 200 % zoom. */
const [USUAL, SMALL, ZOOMED] = [
  [1280, 800],
  [800, 600],
  [640, 400],
] as const;

/** Loads a page, and expects that nothing in it moves while it arrives. */
async function expectStill(
  page: Page,
  path: string,
  { size: [width, height], isQuiet }: { readonly size: typeof USUAL | typeof SMALL; readonly isQuiet: () => boolean },
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(path);
  await expect.poll(isQuiet, { message: `all of ${path} has arrived` }).toBe(true);
  await expectNothingMoved(page, `${path} at ${width} × ${height}`);
}

for (const place of PLACES) {
  test(`no page of ${place} moves while it arrives; each is accessible in both themes, small and zoomed too`, async ({
    page,
    api,
  }) => {
    await fill(api);
    await page.addInitScript(observeShifts);
    const isQuiet = await delayResponses(page);
    const first = pathOf(place);
    await expectStill(page, first, { size: SMALL, isQuiet });
    const paths = await crawl(page, first, {
      load: (path) => expectStill(page, path, { size: USUAL, isQuiet }),
      check: async (path) => {
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
        await expect(page.getByRole('main')).toHaveCount(1);
        await expect(page).toHaveTitle(new RegExp(`^${place}.*\\(\\d\\).*Hangar`));
        await expectAccessibleInBothThemes(page);
        await expectNoOverflow(page, [SMALL, ZOOMED]);
      },
    });
    test.info().annotations.push({ type: 'pages', description: paths.join(' ') });
  });
}
