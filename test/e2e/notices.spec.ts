import { expect, type Locator, test } from './support/hangar.ts';
import { BUTTON } from './support/wording.ts';

test.use({ workspace: { tasks: [{ id: 'tsk1', slug: 'one', name: 'One' }] } });

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

for (const [width, height] of [
  [1280, 800],
  [800, 600],
] as const) {
  test(`a notice does not cover the bar of unsaved changes, at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/tasks/tsk1');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const bar = page.getByRole('status').filter({ hasText: 'Unsaved changes' });
    await name.fill('Two');
    await bar.getByRole('button', { name: BUTTON.discard }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Changes discarded' });
    await expect(notice).toBeVisible();
    await name.fill('Three');
    await expect
      .poll(async () => {
        const [above, below] = [await boxOf(notice), await boxOf(bar)];
        return above.height > 0 && below.height > 0 && above.y + above.height <= below.y;
      })
      .toBe(true);
  });
}
