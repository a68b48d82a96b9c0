import { expect, test } from '../../e2e/support/hangar.ts';
import { rowsOf } from '../../e2e/support/list.ts';
import { open } from '../../e2e/support/pages.ts';

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

test('a list shows the selected row when the page of another is opened beside it', async ({ page, api }) => {
  const ids: string[] = [];
  for (let index = 0; index < NUMBER; index += 1)
    ids.push((await api.v0.tasks.execute({ body: { slug: 'one' } })).runID);
  const selected = rowsOf(page, 'Runs').and(page.locator('[aria-selected=true]'));
  await page.goto(`/runs/${ids.at(-1)}`);
  await expect(selected).toBeInViewport({ ratio: 1 });
  await open(page, `/runs/${ids[0]}`);
  await expect(selected).toHaveAttribute('href', `/runs/${ids[0]}`);
  await expect(selected).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await expect(selected).toHaveAttribute('href', `/runs/${ids.at(-1)}`);
  await expect(selected).toBeInViewport({ ratio: 1 });
});
