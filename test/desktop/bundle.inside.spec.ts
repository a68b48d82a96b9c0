import { expect, test } from './support/desktop.ts';

test('File, Open bundle lets the user choose a file and says why it is not opened', async ({ startInside }) => {
  const desktop = await startInside();
  await desktop.page();
  const menus = () =>
    desktop.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []);
  await expect.poll(menus).toContain('File');
  expect((await menus()).slice(0, 3)).toEqual(['Hangar', 'File', 'Edit']);
  await desktop.app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: ['/chosen/file.hangar-bundle'] });
  });
  await desktop.choose('open-bundle');
  await desktop.answer('file.hangar-bundle is not a bundle that Hangar can open', 'OK', 0);
});
