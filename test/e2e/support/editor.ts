import { expect, type Page } from '@playwright/test';

/** Waits for the notice that a definition is saved. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

/** Presses an action in the menu of an editor's header, such as Delete. */
export async function pressInMenu(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('dialog', { name: 'More actions' }).getByRole('button', { name, exact: true }).click();
}

/** Adds a step or block by the menu of its button, and waits until its first field has the focus. */
export async function addCard(page: Page, button: 'Add step' | 'Add block', kind: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
  await expectFocusInCard(page);
}

/** Waits until a field of an open card has the focus. */
export async function expectFocusInCard(page: Page): Promise<void> {
  await expect(page.locator('[data-fields] :focus')).toBeAttached();
}

/** Opens the first card of a list of steps, blocks or parameters, if there is one. */
export async function openFirstCard(page: Page): Promise<void> {
  const cards = page.getByRole('main').getByRole('listitem').getByRole('button', { expanded: false });
  if ((await cards.count()) > 0) await cards.first().click();
}
