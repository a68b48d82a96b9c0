import type { Locator, Page } from '@playwright/test';

/** The rows of the list of a place. */
export function rowsOf(page: Page, place: string): Locator {
  return page.getByRole('listbox', { name: place, exact: true }).getByRole('option');
}

/** What was copied last. */
export function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}
