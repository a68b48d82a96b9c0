import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/desktop.ts';

test('the desktop settings are kept at the next start', async ({ start, folder }) => {
  const first = await start({ args: ['hangar://settings'] });
  const page = await first.page();
  const keepServing = page.getByLabel('Keep serving when the window is closed');
  await expect(keepServing).toBeVisible();
  await keepServing.check();
  await page.getByLabel('Notify me of new prompts').uncheck();
  await page.getByLabel('Port', { exact: true }).fill('4321');
  await page.getByRole('button', { name: 'Save port' }).click();
  const stored = async () =>
    JSON.parse(await readFile(join(folder, 'desktop.json'), 'utf8').catch(() => '{}')) as object;
  await expect.poll(stored).toMatchObject({ version: 1, keepServing: true, notifications: false, port: 4321 });
  await first.closeWindow();
  await expect.poll(first.isWindowOpen).toBe(false);
  expect(await first.quit()).toEqual({ code: 0, signal: null });

  const second = await start({ args: ['hangar://settings'] });
  const again = await second.page();
  await expect(again.getByLabel('Keep serving when the window is closed')).toBeChecked();
  await expect(again.getByLabel('Notify me of new prompts')).not.toBeChecked();
  await expect(again.getByLabel('Port', { exact: true })).toHaveValue('4321');
});
