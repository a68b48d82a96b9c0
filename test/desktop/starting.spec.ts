import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/desktop.ts';

test('a link into the window opens its place, at the first start and at a second one, which brings a closed window back', async ({
  start,
}) => {
  const desktop = await start({ args: ['hangar://runs/run1'] });
  const page = await desktop.page();
  await expect(page).toHaveURL(/\/runs\/run1$/);
  expect(await desktop.startAgain(['hangar://tasks'])).toMatchObject({ code: 0 });
  await expect(page).toHaveURL(/\/tasks$/);
  // An operation of the server is no place.
  expect(await desktop.startAgain(['hangar://_emulator/export'])).toMatchObject({ code: 0 });
  await expect(page).toHaveURL(/\/tasks$/);
  await desktop.decide({ keepServing: true });
  await desktop.closeWindow();
  await expect.poll(desktop.isWindowOpen).toBe(false);
  const second = await desktop.startAgain([]);
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining('already running') });
  await expect.poll(desktop.isWindowOpen).toBe(true);
});

test('a workspace file that is no JSON keeps it from starting, and says why', async ({ start, folder }) => {
  await writeFile(join(folder, 'workspace.json'), 'not JSON');
  const desktop = await start();
  const ended = await desktop.endedBy(() => desktop.answer('Hangar cannot start', 'Quit', 0));
  expect(ended).toEqual({ code: 2, signal: null });
});

test('a wrong flag ends it with 2 and one line', async ({ run }) => {
  const { code, output } = await run(['--prot', '1']);
  expect({ code, output }).toEqual({
    code: 2,
    output: expect.stringContaining('unknown flag --prot; did you mean --port?'),
  });
});

test('the port of the next start may be chosen in the window', async ({ start, folder }) => {
  const desktop = await start();
  const page = await desktop.page();
  const settings = await page.evaluate(() => window.hangar?.changeSettings({ port: 4321, keepServing: true }));
  expect(settings).toEqual({ keepServing: true, notifications: true, port: 4321 });
  await desktop.quit();
  const { version, port } = JSON.parse(await readFile(join(folder, 'desktop.json'), 'utf8')) as Record<string, unknown>;
  expect({ version, port }).toEqual({ version: 1, port: 4321 });
});
