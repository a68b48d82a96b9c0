import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchFolder, serve } from '../support/program.ts';
import { expectAccessible, expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, test } from './support/hangar.ts';
import { copied, rowsOf } from './support/list.ts';
import { open } from './support/pages.ts';

const HELLO = `slug: hello
name: Say hello
parameters: [{ slug: name, type: shorttext, default: world }]
restrictCallers: [view]
node: { entrypoint: hello.js }
`;

test('a task of a definition file shows its file, its line and what is not emulated, and is edited there', async ({
  page,
}) => {
  const folder = await scratchFolder();
  const tasks = join(folder.path, 'tasks');
  await mkdir(tasks);
  await writeFile(join(tasks, 'hello.task.yaml'), HELLO);
  await writeFile(join(tasks, 'hello.js'), 'module.exports = ({ name }) => ({ said: name });');
  const { ready, stop } = await serve(['--in-memory', '--definitions', folder.path]);
  await page.goto(`${ready.url}/`);
  await expect(page.getByText('hangar serve --definitions DIR')).toBeVisible();
  await page.goto(`${ready.url}/tasks`);
  await rowsOf(page, 'Tasks').first().click();
  const note = page.getByRole('region', { name: 'Definition file' });
  await expect(note).toContainText('tasks/hello.task.yaml:1');
  await expect(note).toContainText('restrictCallers');
  await note.getByRole('button', { name: 'Copy the path' }).click();
  await expect.poll(() => copied(page)).toBe(`${join(tasks, 'hello.task.yaml')}:1`);
  await expect(page.getByLabel('Name', { exact: true }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessibleInBothThemes(page);
  await writeFile(join(tasks, 'hello.task.yaml'), `${HELLO}nam: 1\n`);
  await expect(note).toContainText('nam is not a known field');
  await page.goto(`${ready.url}/`);
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('tasks/hello.task.yaml:6:1');
  await stop();
  await folder.remove();
});

test('a folder of definition files is imported after a preview, which says where code is missing', async ({
  page,
  api,
}) => {
  const folder = await scratchFolder();
  const tasks = join(folder.path, 'tasks');
  await mkdir(join(tasks, 'node_modules'), { recursive: true });
  await writeFile(join(tasks, 'hello.task.yaml'), HELLO);
  await writeFile(join(tasks, 'hello.js'), 'module.exports = ({ name }) => ({ said: name });');
  await writeFile(join(tasks, 'broken.task.yaml'), `${HELLO}nam: 1\n`);
  await writeFile(join(tasks, 'bytes.task.yaml'), Buffer.from([0xff, 0xfe, 0x00]));
  await writeFile(join(tasks, 'node_modules/other.task.yaml'), HELLO);
  await open(page, '/settings');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  await (await chooser).setFiles(tasks);
  const dialog = page.getByRole('dialog', { name: 'Import tasks?' });
  await expect(dialog).toContainText('1 task will be copied into the workspace.');
  await expect(dialog).toContainText('not valid UTF-8: tasks/bytes.task.yaml.');
  await expect(dialog.getByRole('row')).toHaveCount(3);
  await expect(dialog.getByRole('row', { name: /tasks\/broken/ })).toContainText('nam is not a known field');
  await expect(dialog.getByRole('row', { name: /tasks\/hello/ })).toContainText('restrictCallers');
  await expect(dialog).toContainText('tasks/hello.js');
  await dialog.getByLabel('Folder that the files lie in').fill(folder.path);
  await dialog.getByRole('button', { name: 'Look there' }).click();
  await expect(dialog).toContainText(`All code is found in ${folder.path}`);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy 1 task' }).click();
  await expect(dialog).toBeHidden();
  const { items } = await api.emulator.definitions.tasks.list();
  expect(items.map(({ slug }) => slug)).toContain('hello');
  await folder.remove();
});
