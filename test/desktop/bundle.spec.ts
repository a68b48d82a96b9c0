import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { skipWithout } from '../e2e/support/hangar.ts';
import { bundleFrom, bundleOf, runsOf } from './support/bundle.ts';
import { expect, test } from './support/desktop.ts';

test('a bundle is shown in memory, opened while Hangar runs and by a start', async ({ start, folder }) => {
  skipWithout('POSIX');
  const desktop = await start();
  const page = await desktop.page();
  const file = await bundleFrom(desktop, folder);
  const { url } = await desktop.server();

  await test.step('one that is text, is torn or was made by a newer Hangar is not opened, and the reason is said', async () => {
    const other = join(folder, 'other.hangar-bundle');
    for (const content of [
      Buffer.from('Dear diary'),
      gzipSync('{"file":"hangar-bundle","version":1}').subarray(0, 20),
      gzipSync('{"file":"hangar-bundle","version":99}'),
    ]) {
      await writeFile(other, content);
      await desktop.openFile(other);
      await desktop.answer('other.hangar-bundle is not a bundle that Hangar can open', 'OK', 0);
      expect(await bundleOf(desktop)).toBe('');
      expect(await readFile(other)).toEqual(content);
    }
  });

  await test.step('that of a second start is shown at the same address, and closing it brings back the workspace', async () => {
    const before = await readFile(join(folder, 'workspace.json'), 'utf8');
    expect(await desktop.startAgain([file])).toMatchObject({ code: 0 });
    await desktop.answer('Open the bundle failure.hangar-bundle?', 'Open', 0);
    await page.getByRole('link', { name: 'Bundle failure.hangar-bundle' }).click();
    expect(await bundleOf(desktop)).toBe(file);
    expect((await desktop.server()).url).toBe(url);
    expect(await runsOf(desktop)).toBe(1);
    await page.getByRole('button', { name: 'Close bundle' }).click();
    await expect(page.getByText(/^workspace\.json/)).toBeVisible();
    expect(await bundleOf(desktop)).toBe('');
    expect(await runsOf(desktop)).toBe(0);
    expect(await readFile(join(folder, 'workspace.json'), 'utf8')).toBe(before);
  });

  await desktop.decide({ keepServing: false });
  await desktop.quit();
  await test.step('Hangar starts with the bundle that it was opened by, and writes no state', async () => {
    const state = await readdir(join(folder, 'state'));
    const second = await start({ args: [file] });
    expect(await bundleOf(second)).toBe(file);
    expect(await runsOf(second)).toBe(1);
    expect(await readdir(join(folder, 'state'))).toEqual(state);

    await test.step('SIGTERM ends it as quitting does', async () => {
      expect(await second.endedBy(() => second.kill('SIGTERM'))).toEqual({ code: 0, signal: null });
    });
  });
});
