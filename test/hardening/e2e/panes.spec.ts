import { expectAccessible, expectNoOverflow } from '../../e2e/support/accessible.ts';
import { expect, type Page, test } from '../../e2e/support/hangar.ts';

const divider = (page: Page) => page.getByRole('separator', { name: 'Width of the list' });
const list = (page: Page) => page.getByRole('region', { name: 'List of environments' });

async function widthOf(page: Page): Promise<number> {
  return Math.round((await list(page).boundingBox())?.width ?? 0);
}

test('the divider of a list moves by keyboard, which is kept, and goes back by Enter', async ({ page }) => {
  await page.goto('/environments');
  const own = await widthOf(page);
  await divider(page).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => widthOf(page)).toBe(own + 48);
  await expect(divider(page)).toHaveAttribute('aria-valuenow', String(own + 48));
  await page.keyboard.press('ArrowLeft');
  await page.reload();
  await expect.poll(() => widthOf(page)).toBe(own + 32);
  await expectAccessible(page);
  await divider(page).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => widthOf(page)).toBe(260);
  await page.keyboard.press('End');
  await expect.poll(() => widthOf(page)).toBeGreaterThan(own);
  await page.keyboard.press('Enter');
  await expect.poll(() => widthOf(page)).toBe(own);
});

test('the divider of a list is dragged, leaves room for the detail, and goes back by a double click', async ({
  page,
}) => {
  await page.goto('/environments');
  const own = await widthOf(page);
  const box = await divider(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, 300];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 100, y, { steps: 4 });
  await expect.poll(async () => Math.abs((await widthOf(page)) - own - 100)).toBeLessThan(6);
  await page.mouse.move(5000, y, { steps: 4 });
  await page.mouse.up();
  const { width } = page.viewportSize() ?? { width: 0 };
  await expect.poll(() => widthOf(page)).toBeLessThan(width - 400);
  await divider(page).dblclick();
  await expect.poll(() => widthOf(page)).toBe(own);
});

test('a wide list leaves room in a small window, and a narrow one has no divider', async ({ page }) => {
  await page.goto('/environments');
  await divider(page).focus();
  await page.keyboard.press('End');
  await page.setViewportSize({ width: 800, height: 600 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 640, height: 600 });
  await expect(divider(page)).toBeHidden();
  await expectNoOverflow(page);
});

test('the form beside an editor is made wider by keyboard, which is kept', async ({ page }) => {
  await page.goto('/tasks/new');
  const form = page.getByRole('region', { name: 'Try it' });
  const width = async () => Math.round((await form.boundingBox())?.width ?? 0);
  const edge = page.getByRole('separator', { name: 'Width of the form' });
  const own = await width();
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(own + 16);
  await expectAccessible(page);
  await page.reload();
  await expect.poll(width).toBe(own + 16);
  await edge.focus();
  await page.keyboard.press('Enter');
  await expect.poll(width).toBe(own);
  const box = await edge.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, 300);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) - 96, 300, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await width()) - own - 100)).toBeLessThan(6);
  await page.setViewportSize({ width: 640, height: 400 });
  await expect(edge).toBeHidden();
  await expectNoOverflow(page);
});
