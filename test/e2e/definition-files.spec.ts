import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchFolder, serve } from '../support/program.ts';
import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, test } from './support/hangar.ts';
import { rowsOf } from './support/list.ts';

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
  await expect(page.getByLabel('Name', { exact: true }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessibleInBothThemes(page);
  await writeFile(join(tasks, 'hello.task.yaml'), `${HELLO}nam: 1\n`);
  await expect(note).toContainText('nam is not a known field');
  await page.goto(`${ready.url}/`);
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('tasks/hello.task.yaml:6:1');
  await stop();
  await folder.remove();
});
