import { expect, type Page } from '@playwright/test';

/** Opens the command palette by its shortcut, and runs the first command that matches a text. */
export async function runCommand(page: Page, text: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Opens the command palette by its shortcut. */
export async function openPalette(page: Page): Promise<void> {
  // Before the window is drawn, nobody hears its shortcuts.
  await page.locator('h1').first().waitFor();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
}
