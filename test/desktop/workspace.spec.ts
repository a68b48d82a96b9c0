import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from './support/desktop.ts';
import type { TestDesktop } from './support/driver.ts';

const SHOP = { version: 1, tasks: [{ slug: 'sell', name: 'Sell', behavior: { kind: 'steps', steps: [] } }] };

async function shopIn(folder: string): Promise<string> {
  await mkdir(join(folder, 'shop'));
  const file = join(folder, 'shop', 'shop.hangar');
  await writeFile(file, JSON.stringify(SHOP));
  return file;
}

async function tasks(desktop: TestDesktop): Promise<string[]> {
  const { api } = await desktop.server();
  const { items } = await api.emulator.definitions.tasks.list({});
  return items.map(({ slug }) => slug);
}

test('Hangar starts with the workspace file that it was opened by', async ({ start, folder }) => {
  const file = await shopIn(folder);
  const desktop = await start({ args: [pathToFileURL(file).href] });
  expect(await tasks(desktop)).toEqual(['sell']);
});

test('a workspace file opened while Hangar runs is served at the same address once the person agrees', async ({
  start,
  folder,
}) => {
  const file = await shopIn(folder);
  const desktop = await start();
  const page = await desktop.page();
  const { url, api } = await desktop.server();
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'ask' } });
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('option', { name: /Ask somebody/ })).toBeVisible();
  expect(await desktop.startAgain([file])).toMatchObject({ code: 0 });
  await desktop.answer('Open the workspace shop.hangar?', 'Open', 0);
  await expect(page.getByText(/^shop\.hangar/)).toBeVisible();
  expect(await tasks(desktop)).toEqual(['sell']);
  expect((await desktop.server()).url).toBe(url);
  // The former workspace's runs still exist.
  expect(await api.v0.runs.get({ query: { id: runID } })).toMatchObject({ status: 'Active' });
  await api.v0.runs.cancel({ body: { runID } });
  expect(JSON.parse(await readFile(join(folder, 'workspace.json'), 'utf8'))).toMatchObject({
    tasks: [{ slug: 'ask' }, { slug: 'wait' }],
  });
});

test('unsaved input returns with its workspace', async ({ start, folder }) => {
  const file = await shopIn(folder);
  const desktop = await start();
  const page = await desktop.page();
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('option', { name: /Wait/ }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Wait for the postman');
  await desktop.startAgain([file]);
  await desktop.answer(/Open the workspace/, 'Open', 0);
  await expect.poll(() => tasks(desktop).catch(() => [])).toEqual(['sell']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such task');
  await desktop.startAgain([join(folder, 'workspace.json')]);
  await desktop.answer('Open the workspace workspace.json?', 'Open', 0);
  await expect(name).toHaveValue('Wait for the postman');
});

test('declining keeps the workspace in use, and so does a file that is none, of which the reason is said', async ({
  start,
  folder,
}) => {
  const file = await shopIn(folder);
  const desktop = await start();
  await desktop.page();
  await desktop.startAgain([file]);
  await desktop.answer(/Open the workspace/, 'Cancel', 1);
  expect(await tasks(desktop)).toEqual(['ask', 'wait']);

  const other = join(folder, 'other.hangar');
  for (const content of ['Dear diary', '{"name":"left-pad"}']) {
    await writeFile(other, content);
    await desktop.startAgain([other]);
    await desktop.answer('other.hangar is not a workspace that Hangar can open', 'OK', 0);
    expect(await tasks(desktop)).toEqual(['ask', 'wait']);
    expect(await readFile(other, 'utf8')).toBe(content);
  }
});

test('a start by a file that is none says so and ends', async ({ start }) => {
  const desktop = await start({ args: ['/not/there.hangar'] });
  const ended = await desktop.endedBy(() => desktop.answer('Hangar cannot start', 'Quit', 0));
  expect(ended).toEqual({ code: 2, signal: null });
});
