import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/desktop.ts';

test('the window shows the GUI and carries its title', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Overview' })).toBeVisible();
  await expect(page).toHaveTitle(/^Overview.*Hangar$/);
  await expect.poll(desktop.title).toMatch(/^Overview.*Hangar$/);
});

test('the settings of a newer Hangar are left unchanged', async ({ start, folder }) => {
  const file = join(folder, 'desktop.json');
  const newer = JSON.stringify({ version: 2, window: 'elsewhere' });
  await writeFile(file, newer);
  const desktop = await start();
  await desktop.page();
  await desktop.decide({ keepServing: true });
  expect(await desktop.quit()).toEqual({ code: 0, signal: null });
  expect(await readFile(file, 'utf8')).toBe(newer);
});
