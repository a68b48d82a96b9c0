import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { skipWithout } from '../e2e/support/hangar.ts';
import { expect, test } from './support/desktop.ts';

test('a link into the window opens its place; a second start leads to the first; SIGINT ends it', async ({ start }) => {
  skipWithout('POSIX');
  const desktop = await start({ args: ['hangar://runs/run1'] });
  const page = await desktop.page();
  await expect(page).toHaveURL(/\/runs\/run1$/);

  await test.step('the link of a second start is opened, unless it leads to an operation of the server', async () => {
    expect(await desktop.startAgain(['hangar://tasks'])).toMatchObject({ code: 0 });
    await expect(page).toHaveURL(/\/tasks$/);
    expect(await desktop.startAgain(['hangar://_emulator/export'])).toMatchObject({ code: 0 });
    await expect(page).toHaveURL(/\/tasks$/);
  });

  await test.step('a second start brings a closed window back', async () => {
    await desktop.decide({ keepServing: true });
    await desktop.closeWindow();
    await expect.poll(desktop.isWindowOpen).toBe(false);
    const second = await desktop.startAgain([]);
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('already running') });
    await expect.poll(desktop.isWindowOpen).toBe(true);
  });

  await test.step('SIGINT ends it as quitting does', async () => {
    expect(await desktop.endedBy(() => desktop.kill('SIGINT'))).toEqual({ code: 0, signal: null });
  });
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
