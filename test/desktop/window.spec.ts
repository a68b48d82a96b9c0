import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/desktop.ts';

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
