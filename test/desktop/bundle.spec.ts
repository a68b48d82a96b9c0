import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './support/desktop.ts';
import type { TestDesktop } from './support/driver.ts';

/** Runs a task in the application, saves a bundle, and deletes the run. Returns the path of the bundle. */
async function bundleFrom(desktop: TestDesktop, folder: string): Promise<string> {
  const { api, url } = await desktop.server();
  await api.v0.tasks.execute({ body: { slug: 'ask' } });
  const file = join(folder, 'failure.hangar-bundle');
  await writeFile(file, Buffer.from(await (await fetch(`${url}/_emulator/bundle`)).arrayBuffer()));
  await api.emulator.reset({ body: {} });
  return file;
}

/** The number of runs that the window's server shows. */
async function runs(desktop: TestDesktop): Promise<number> {
  const { url } = await desktop.server();
  const { total } = (await (await fetch(`${url}/_emulator/runs`)).json()) as { total: number };
  return total;
}

/** The path of the bundle that is open; "" for none. */
async function bundle(desktop: TestDesktop): Promise<string> {
  const { api } = await desktop.server();
  return (await api.emulator.info({})).bundle?.file ?? '';
}

/** Drops a file of this machine onto the window. */
async function drop(page: Page, path: string): Promise<void> {
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'dropped' })),
  );
  await page.locator('#dropped').setInputFiles(path);
  const transfer = await page.evaluateHandle(() => {
    const input = document.querySelector<HTMLInputElement>('#dropped')!;
    const data = new DataTransfer();
    data.items.add(input.files![0]!);
    input.remove();
    return data;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

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
  expect(await bundle(desktop)).toBe(file);
  expect((await desktop.server()).url).toBe(url);
  expect(await runs(desktop)).toBe(1);
  await page.getByRole('button', { name: 'Close bundle' }).click();
  await expect(page.getByText(/^workspace\.json/)).toBeVisible();
  expect(await bundle(desktop)).toBe('');
  expect(await runs(desktop)).toBe(0);
  expect(await readFile(join(folder, 'workspace.json'), 'utf8')).toBe(before);
});

test('a bundle that is dropped onto the window is opened after a question', async ({ start, folder }) => {
  const desktop = await start();
  const page = await desktop.page();
  const file = await bundleFrom(desktop, folder);
  await drop(page, file);
  await desktop.answer('Open the bundle failure.hangar-bundle?', 'Cancel', 1);
  expect(await bundle(desktop)).toBe('');
  await drop(page, file);
  await desktop.answer('Open the bundle failure.hangar-bundle?', 'Open', 0);
  await expect(page.getByRole('link', { name: 'Bundle failure.hangar-bundle' })).toBeVisible();
  expect(await bundle(desktop)).toBe(file);
});

test('Hangar starts with the bundle that it was opened by, and writes no state', async ({ start, folder }) => {
  const first = await start();
  const file = await bundleFrom(first, folder);
  await first.decide({ keepServing: false });
  await first.quit();
  const state = await readdir(join(folder, 'state'));
  const desktop = await start({ args: [file] });
  expect(await bundle(desktop)).toBe(file);
  expect(await runs(desktop)).toBe(1);
  expect(await readdir(join(folder, 'state'))).toEqual(state);
});

for (const [kind, content] of [
  ['is text', Buffer.from('Dear diary')],
  ['is torn', gzipSync('{"file":"hangar-bundle","version":1}').subarray(0, 20)],
  ['was made by a newer Hangar', gzipSync('{"file":"hangar-bundle","version":99}')],
] as const) {
  test(`a bundle that ${kind} is not opened, and the reason is said`, async ({ start, folder }) => {
    const file = join(folder, 'other.hangar-bundle');
    await writeFile(file, content);
    const desktop = await start();
    await desktop.page();
    await desktop.startAgain([file]);
    await desktop.answer('other.hangar-bundle is not a bundle that Hangar can open', 'OK', 0);
    expect(await bundle(desktop)).toBe('');
    expect(await readFile(file)).toEqual(content);
  });
}

test('a start by a bundle that is none says so and ends', async ({ start }) => {
  const desktop = await start({ args: ['/not/there.hangar-bundle'] });
  const ended = await desktop.endedBy(() => desktop.answer('Hangar cannot start', 'Quit', 0));
  expect(ended).toEqual({ code: 2, signal: null });
});
