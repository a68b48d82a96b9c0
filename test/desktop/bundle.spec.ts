import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleFrom, bundleOf, runsOf } from './support/bundle.ts';
import { expect, test } from './support/desktop.ts';

test('a bundle opened while Hangar runs is shown in memory, and closing it brings back the workspace', async ({
  start,
  folder,
}) => {
  const desktop = await start();
  const page = await desktop.page();
  const file = await bundleFrom(desktop, folder);
  const { url } = await desktop.server();
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

test('Hangar starts with the bundle that it was opened by, and writes no state', async ({ start, folder }) => {
  const first = await start();
  const file = await bundleFrom(first, folder);
  await first.decide({ keepServing: false });
  await first.quit();
  const state = await readdir(join(folder, 'state'));
  const desktop = await start({ args: [file] });
  expect(await bundleOf(desktop)).toBe(file);
  expect(await runsOf(desktop)).toBe(1);
  expect(await readdir(join(folder, 'state'))).toEqual(state);
});

test('a bundle that is text, is torn or was made by a newer Hangar is not opened, and the reason is said', async ({
  start,
  folder,
}) => {
  const desktop = await start();
  await desktop.page();
  const file = join(folder, 'other.hangar-bundle');
  for (const content of [
    Buffer.from('Dear diary'),
    gzipSync('{"file":"hangar-bundle","version":1}').subarray(0, 20),
    gzipSync('{"file":"hangar-bundle","version":99}'),
  ]) {
    await writeFile(file, content);
    await desktop.startAgain([file]);
    await desktop.answer('other.hangar-bundle is not a bundle that Hangar can open', 'OK', 0);
    expect(await bundleOf(desktop)).toBe('');
    expect(await readFile(file)).toEqual(content);
  }
});

test('a start by a bundle that is none says so and ends', async ({ start }) => {
  const desktop = await start({ args: ['/not/there.hangar-bundle'] });
  const ended = await desktop.endedBy(() => desktop.answer('Hangar cannot start', 'Quit', 0));
  expect(ended).toEqual({ code: 2, signal: null });
});
