import { expect, test } from '../../e2e/support/hangar.ts';
import { rowsOf } from '../../e2e/support/list.ts';

/** More rows than a list shows. */
const NUMBER = 60;

test.use({ workspace: { tasks: [{ slug: 'one' }] } });

test('a page that is opened by its address shows the selected row in its list', async ({ page, api }) => {
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'one' } });
  for (let index = 0; index < NUMBER; index += 1) await api.v0.tasks.execute({ body: { slug: 'one' } });
  const requests = (await api.emulator.traffic.list()).entries;
  for (const [place, id] of [
    ['Runs', runID],
    ['Traffic', requests.at(-1)?.id ?? ''],
  ] as const) {
    await page.goto(`/${place.toLowerCase()}/${id}`);
    await expect(rowsOf(page, place).and(page.locator('[aria-selected=true]'))).toBeInViewport({ ratio: 1 });
  }
});
