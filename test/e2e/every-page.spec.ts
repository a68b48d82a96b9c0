import { expectAccessible, expectNoOverflow } from './support/accessible.ts';
import { fact } from './support/facts.ts';
import { expect } from './support/hangar.ts';
import { crawl, divide, fill, pathOf, PLACES } from './support/pages.ts';

/** The smallest size, and the usual one. */
const SIZES = [
  [800, 600],
  [1280, 800],
] as const;

for (const places of divide(PLACES, 3)) {
  fact.describe(`the pages of ${places.join(', ')}`, () => {
    fact.describe.configure({ mode: 'default' });

    for (const place of places) {
      fact(
        `those of ${place} have one heading and a title, are accessible and not wider than the window`,
        async ({ page, api }) => {
          await fill(api);
          const check = async (path: string) => {
            await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
            await expect(page.getByRole('main')).toHaveCount(1);
            await expect(page).toHaveTitle(new RegExp(`^${place}.*\\(\\d\\).*Hangar`));
            await expectAccessible(page);
            await expectNoOverflow(page, SIZES);
          };
          const paths = await crawl(page, pathOf(place), { check });
          fact.info().annotations.push({ type: 'pages', description: paths.join(' ') });
        },
      );
    }
  });
}
