import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/desktop.ts';

test('the export is saved where the person says, and the window stays where it is', async ({ startInside, folder }) => {
  const desktop = await startInside({ args: ['hangar://settings'] });
  const page = await desktop.page();
  const file = join(folder, 'chosen.json');
  // The person's answer to the system's dialog, which the main process is asked for here.
  const proposed = desktop.app.evaluate(
    ({ session }, path) =>
      new Promise<string>((resolve) => {
        session.fromPartition('persist:hangar').once('will-download', (_event, item) => {
          const { defaultPath = '' } = item.getSaveDialogOptions();
          item.setSavePath(path);
          item.once('done', (_done, state) => resolve(`${state} ${defaultPath.split('/').at(-1)}`));
        });
      }),
    file,
  );
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  expect(await proposed).toBe('completed hangar-export.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ workspace: { tasks: [{ slug: 'ask' }, {}] } });
  await expect(page).toHaveURL(/\/settings$/);
  expect(await desktop.opened()).toEqual([]);
});
