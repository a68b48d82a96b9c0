import type { Page } from '@playwright/test';
import { bundleFrom, bundleOf } from './support/bundle.ts';
import { expect, test } from './support/desktop.ts';

/** Drops a file of this machine onto the window. */
async function drop(page: Page, path: string): Promise<void> {
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'dropped' })),
  );
  await page.locator('#dropped').setInputFiles(path);
  const transfer = await page.evaluateHandle(() => {
    const input = document.querySelector<HTMLInputElement>('#dropped')!;
    const data = new DataTransfer();
    data.items.add(input.files![0]!);
    input.remove();
    return data;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('a bundle that is dropped onto the window is opened after a question', async ({ start, folder }) => {
  const desktop = await start();
  const page = await desktop.page();
  const file = await bundleFrom(desktop, folder);
  await drop(page, file);
  await desktop.answer('Open the bundle failure.hangar-bundle?', 'Cancel', 1);
  expect(await bundleOf(desktop)).toBe('');
  await drop(page, file);
  await desktop.answer('Open the bundle failure.hangar-bundle?', 'Open', 0);
  await expect(page.getByRole('link', { name: 'Bundle failure.hangar-bundle' })).toBeVisible();
  expect(await bundleOf(desktop)).toBe(file);
});
