import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/desktop.ts';

test('the choices of the settings hold at the next start', async ({ start, folder }) => {
  const first = await start({ args: ['hangar://settings'] });
  const page = await first.page();
  const keepServing = page.getByLabel('Keep serving when the window is closed');
  await expect(keepServing).toBeVisible();
  await keepServing.check();
  await page.getByLabel('Announce new prompts').uncheck();
  await page.getByLabel('Port of the next start').fill('4321');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  const stored = async () =>
    JSON.parse(await readFile(join(folder, 'desktop.json'), 'utf8').catch(() => '{}')) as object;
  await expect.poll(stored).toMatchObject({ keepServing: true, notifications: false, port: 4321 });
  await first.closeWindow();
  await expect.poll(first.isWindowOpen).toBe(false);
  expect(await first.quit()).toEqual({ code: 0, signal: null });

  const second = await start({ args: ['hangar://settings'] });
  const again = await second.page();
  await expect(again.getByLabel('Keep serving when the window is closed')).toBeChecked();
  await expect(again.getByLabel('Announce new prompts')).not.toBeChecked();
  await expect(again.getByLabel('Port of the next start')).toHaveValue('4321');
});
