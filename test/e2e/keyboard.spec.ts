import { expect, type Locator, type Page, test } from './support/hangar.ts';
import { expectFocusInCard, expectSaved } from './support/editor.ts';

test.use({ workspace: { tasks: [{ slug: 'receive', name: 'Receive' }] } });

/** Goes on by Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let pressed = 0; !(await isThere()); pressed++) {
    expect(pressed, 'Tab gets there').toBeLessThan(120);
    await page.keyboard.press('Tab');
  }
}

/** Goes to a place by its two keys. */
async function goTo(page: Page, key: string, name: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a task with a prompt is written, run and answered by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await goTo(page, 't', 'Tasks');
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Sign a letter');
  await tabTo(page, page.getByRole('tabpanel').getByRole('link', { name: 'Behavior' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Add step' }));
  await page.keyboard.press('Enter');
  const prompt = page.getByRole('menuitem', { name: /^Prompt/ });
  await expect(prompt).toBeVisible();
  for (let row = 0; row < 6 && !(await prompt.evaluate((item) => item === document.activeElement)); row++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectFocusInCard(page);
  await page.keyboard.type('Sign it?');
  await page.keyboard.press('ControlOrMeta+S');
  await expectSaved(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }));
  await page.keyboard.press('Enter');
  const pending = page.getByRole('region', { name: 'Pending prompts' });
  await expect(pending.getByRole('button', { name: 'Submit' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('a');
  await expect(page.getByRole('main').getByText('Succeeded').first()).toBeVisible();
});
