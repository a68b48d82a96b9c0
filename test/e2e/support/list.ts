import { expect, type Locator, type Page } from '@playwright/test';

/** The rows of the list of a place. */
export function rowsOf(page: Page, place: string): Locator {
  return page.getByRole('listbox', { name: place, exact: true }).getByRole('option');
}

/** The notice that the server is away. */
export function disconnected(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: 'Disconnected' });
}

/** The last copied text. */
export function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Picks up, by keyboard, what has the focus in a list that can be put in order; waits until the list says so and heeds keys. */
export async function pickUp(page: Page, says: string): Promise<void> {
  await page.keyboard.press('Space');
  await expect(page.getByText(says)).toBeAttached();
  // It listens for keys after a turn of the event loop, by a timer that was set before this one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}
