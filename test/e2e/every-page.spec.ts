import type { clientOf } from '../support/program.ts';
import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, type Page, test } from './support/hangar.ts';
import { oldestPrompt } from './support/prompts.ts';
import { delayResponses, MAX_SHIFT, observeShifts, shiftOf } from './support/shifts.ts';
import { PLACES } from './support/wording.ts';

/** The usual size, the smallest one, and the usual one at 200 % zoom. */
const [USUAL, SMALL, ZOOMED] = [
  [1280, 800],
  [800, 600],
  [640, 400],
] as const;

/** Makes something of each kind that the sample has not: a run that waits, one that has ended, a session, a key. */
async function fill(api: ReturnType<typeof clientOf>): Promise<void> {
  for (const slug of ['greet', 'refund_order']) await api.v0.tasks.execute({ body: { slug } });
  await api.v0.tasks.execute({ body: { slug: 'greet', paramValues: { nmae: 'Ada' } } });
  await api.v0.runbooks.execute({ body: { slug: 'close_day' } });
  await api.emulator.answers.create({ body: { slug: 'later', match: { task: 'nothing' } } });
  await api.emulator.checkpoints.save({ body: { name: 'before' } });
  await oldestPrompt(api);
}

/** Paths below this one that the page leads to; of a list, the first row's. */
function linksOf(page: Page, below: string): Promise<string[]> {
  return page.getByRole('main').evaluate((main, path) => {
    const row = '[role="option"]';
    const links = [...main.querySelectorAll<HTMLAnchorElement>(`a[href]:not(${row})`)];
    const rows = [...main.querySelectorAll('[role="listbox"]')].map((list) => list.querySelector(`a${row}`));
    const paths = [...links, ...rows].flatMap((link) =>
      link instanceof HTMLAnchorElement && link.origin === location.origin ? [link.pathname] : [],
    );
    return paths.filter((other) => other.startsWith(`${path}/`));
  }, below);
}

/** A path without the IDs in it: pages of the same kind have the same. */
const kindOf = (path: string) => path.replaceAll(/\/[a-z]*\d[^/]*/g, '/…');

/** Loads a page, and expects that nothing in it moves while it arrives. */
async function expectStill(
  page: Page,
  path: string,
  { size: [width, height], isQuiet }: { readonly size: typeof USUAL | typeof SMALL; readonly isQuiet: () => boolean },
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(path);
  await expect.poll(isQuiet, `all of ${path} has arrived`).toBe(true);
  expect(await shiftOf(page), `layout shift of ${path} at ${width} × ${height}`).toBeLessThan(MAX_SHIFT);
}

for (const place of PLACES) {
  test(`no page of ${place} moves while it arrives; each is accessible in both themes, small and zoomed too`, async ({
    page,
    api,
  }) => {
    test.setTimeout(240_000);
    await fill(api);
    await page.addInitScript(observeShifts);
    const isQuiet = await delayResponses(page);
    const first = `/${place.toLowerCase().replace(' ', '-')}`;
    await expectStill(page, first, { size: SMALL, isQuiet });
    const paths = [first];
    for (const path of paths) {
      await expectStill(page, path, { size: USUAL, isQuiet });
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      await expect(page.getByRole('main')).toHaveCount(1);
      await expect(page).toHaveTitle(new RegExp(`^${place}.*\\(\\d\\).*Hangar`));
      await expectAccessibleInBothThemes(page);
      const known = new Set(paths.map(kindOf));
      for (const link of await linksOf(page, first)) {
        if (!known.has(kindOf(link))) paths.push(link);
        known.add(kindOf(link));
      }
      await expectNoOverflow(page, [SMALL, ZOOMED]);
    }
    test.info().annotations.push({ type: 'pages', description: paths.map(kindOf).join(' ') });
  });
}
