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

// One application for all: the steps follow one another.
test('Hangar serves the workspace file that it was opened by, and another once the person agrees', async ({
  start,
  folder,
}) => {
  const shop = await shopIn(folder);
  const workspace = join(folder, 'workspace.json');
  const desktop = await start({ args: [pathToFileURL(shop).href] });
  const page = await desktop.page();
  const { url, api } = await desktop.server();

  await test.step('it starts with the file', async () => {
    expect(await tasks(desktop)).toEqual(['sell']);
  });

  await test.step('declining keeps the workspace in use', async () => {
    await desktop.openFile(workspace);
    await desktop.answer('Open the workspace workspace.json?', 'Cancel', 1);
    expect(await tasks(desktop)).toEqual(['sell']);
  });

  await test.step('so does a file that is none, of which the reason is said', async () => {
    const other = join(folder, 'other.hangar');
    for (const content of ['Dear diary', '{"name":"left-pad"}']) {
      await writeFile(other, content);
      await desktop.openFile(other);
      await desktop.answer('other.hangar is not a workspace that Hangar can open', 'OK', 0);
      expect(await tasks(desktop)).toEqual(['sell']);
      expect(await readFile(other, 'utf8')).toBe(content);
    }
  });

  const name = page.getByRole('textbox', { name: 'Name' });
  await test.step('agreeing serves the file of a second start at the same address', async () => {
    expect(await desktop.startAgain([workspace])).toMatchObject({ code: 0 });
    await desktop.answer('Open the workspace workspace.json?', 'Open', 0);
    await expect(page.getByText(/^workspace\.json/)).toBeVisible();
    expect(await tasks(desktop)).toEqual(['ask', 'wait']);
    expect((await desktop.server()).url).toBe(url);
  });

  await test.step('runs of the former workspace still exist', async () => {
    const { runID } = await api.v0.tasks.execute({ body: { slug: 'ask' } });
    await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('option', { name: /Wait/ }).click();
    await name.fill('Wait for the postman');
    await desktop.openFile(shop);
    await desktop.answer('Open the workspace shop.hangar?', 'Open', 0);
    await expect(page.getByText(/^shop\.hangar/)).toBeVisible();
    await expect.poll(() => tasks(desktop).catch(() => [])).toEqual(['sell']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such task');
    expect(await api.v0.runs.get({ query: { id: runID } })).toMatchObject({ status: 'Active' });
    await api.v0.runs.cancel({ body: { runID } });
    expect(JSON.parse(await readFile(workspace, 'utf8'))).toMatchObject({ tasks: [{ slug: 'ask' }, { slug: 'wait' }] });
  });

  await test.step('unsaved input returns with its workspace', async () => {
    await desktop.openFile(workspace);
    await desktop.answer('Open the workspace workspace.json?', 'Open', 0);
    await expect(name).toHaveValue('Wait for the postman');
  });
});
