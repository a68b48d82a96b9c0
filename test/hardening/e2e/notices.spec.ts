import { expect, type Locator, type Page, test } from '../../e2e/support/hangar.ts';
import { expectSaved, pressInMenu } from '../../e2e/support/editor.ts';
import { rowsOf } from '../../e2e/support/list.ts';

test.use({ workspace: { tasks: [{ id: 'tsk1', slug: 'one', name: 'One' }] } });

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

for (const [width, height] of [
  [1280, 800],
  [800, 600],
] as const) {
  test(`a notice does not cover the bar of unsaved changes, at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/settings');
    const field = page.getByLabel('Requests to keep');
    const bar = page.getByRole('status').filter({ hasText: 'Unsaved changes' });
    await field.fill('2000');
    await bar.getByRole('button', { name: 'Discard' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Changes discarded' });
    await expect(notice).toBeVisible();
    await field.fill('3000');
    await expect
      .poll(async () => {
        const [above, below] = [await boxOf(notice), await boxOf(bar)];
        return above.height > 0 && below.height > 0 && above.y + above.height <= below.y;
      })
      .toBe(true);
  });
}

test('the bar of unsaved changes covers nothing of the settings', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await page.goto('/settings');
  await page.getByLabel('Requests to keep').fill('2000');
  const bar = page.getByRole('status').filter({ hasText: 'Unsaved changes' });
  await expect(bar).toBeVisible();
  const settings = await boxOf(page.getByRole('region', { name: 'All settings' }));
  expect((await boxOf(bar)).y).toBeGreaterThanOrEqual(settings.y + settings.height);
});

const notices = (page: Page) => page.getByRole('alert');
const goTo = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click();

test('a notice goes with its page, the offer to undo with its place', async ({ page }) => {
  await page.goto('/tasks/tsk1');
  await page.getByRole('textbox', { name: 'Slug', exact: true }).fill('');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(notices(page).filter({ hasText: 'Not saved yet' })).toBeVisible();
  await goTo(page, 'Tasks');
  await expect(notices(page)).toHaveCount(0);
  await rowsOf(page, 'Tasks').first().click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await pressInMenu(page, 'Duplicate');
  const offer = notices(page).filter({ hasText: 'Duplicated as' });
  await expect(offer).toBeVisible();
  await goTo(page, 'Tasks');
  await expect(rowsOf(page, 'Tasks')).toHaveCount(2);
  await expect(offer).toBeVisible();
  await goTo(page, 'Runs');
  await expect(notices(page)).toHaveCount(0);
});

test('a press gives one notice at most, and none of what is in sight', async ({ page }) => {
  await page.goto('/tasks/tsk1');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Two');
  await page.getByRole('button', { name: 'Save and run' }).click();
  await expect(page.getByRole('region', { name: /^Try it/ }).getByText('Succeeded')).toBeVisible();
  await expectSaved(page);
  await expect(notices(page)).toHaveCount(0);
  await name.fill('Three');
  await pressInMenu(page, 'Duplicate');
  await expect(notices(page).filter({ hasText: 'Duplicated as' })).toBeVisible();
  await expect(notices(page)).toHaveCount(1);
});
