import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expectAccessible } from '../../e2e/support/accessible.ts';
import { execute, expect, test } from '../../e2e/support/hangar.ts';
import { rowsOf } from '../../e2e/support/list.ts';
import { steps } from '../../support/steps.ts';

const SOURCE = `export default ({ log }) => {
  log.info('opening the period');
  post();
};

function post() {
  throw new Error('the period is closed');
}
`;

test.use({
  workspace: {
    tasks: [
      { slug: 'ledger', name: 'Post to ledger', behavior: { kind: 'script', source: SOURCE } },
      { slug: 'close', name: 'Close the month', behavior: { kind: 'script', file: 'scripts/close.ts' } },
      {
        slug: 'parent',
        name: 'Refund',
        behavior: steps({ do: 'output', value: { run: '{{ run.id }}' } }, { do: 'execute', task: 'ledger' }),
      },
    ],
    runbooks: [{ slug: 'month', name: 'Month', blocks: [{ slug: 'post', kind: 'task', task: 'ledger' }] }],
  },
});

test('a place in a failure opens the source at its line', async ({ page, hangar }) => {
  const id = await execute(hangar.ready.url, 'ledger');
  await page.goto(`/runs/${id}/logs`);
  // The failure above the tabs has the same link.
  const log = page.getByRole('tabpanel', { name: /^Logs/ });
  await log.getByRole('link', { name: 'ledger.ts:7:9' }).click();
  await expect(page).toHaveURL(/\/tasks\/tsk\w+\/behavior\?line=ledger\.ts%3A7%3A9$/);
  const editor = page.getByRole('textbox', { name: 'Script' });
  await expect(editor).toBeFocused();
  await expect(page.locator('.cm-activeLine')).toHaveText("  throw new Error('the period is closed');");
  await expectAccessible(page);
  await page.goBack();
  await log.getByRole('link', { name: 'ledger.ts:3:3' }).click();
  await expect(page.locator('.cm-activeLine')).toHaveText('  post();');
  // The line is no filter of the list of tasks.
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Tasks/ })).toHaveAttribute('href', '/tasks');
});

test('a place in a file of a script opens the file to be read, at its line', async ({ page, hangar, api }) => {
  const folder = join(dirname((await api.emulator.info()).workspace), 'scripts');
  await mkdir(folder);
  await writeFile(join(folder, 'close.ts'), `import { close } from './period.ts';\nexport default () => close();\n`);
  const lines = ['export function close(): void {', `  throw new Error('it is closed');`, '}', ''];
  await writeFile(join(folder, 'period.ts'), lines.join('\n'));
  const id = await execute(hangar.ready.url, 'close');
  await page.goto(`/runs/${id}/logs`);
  const log = page.getByRole('tabpanel', { name: /^Logs/ });
  await log.getByRole('link', { name: 'scripts/period.ts:2:9' }).click();
  const source = page.getByRole('region', { name: 'Source file' });
  const code = source.getByRole('textbox', { name: 'scripts/period.ts' });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('aria-readonly', 'true');
  await expect(source.locator('.cm-activeLine')).toHaveText(lines[1] ?? '');
  await expectAccessible(page);
});

test('a session says why it failed, with the place in the source', async ({ page, api }) => {
  await api.v0.runbooks.execute({ body: { slug: 'month' } });
  await page.goto('/sessions');
  await rowsOf(page, 'Sessions').click();
  const why = page.getByRole('region', { name: 'Why' });
  await expect(why).toHaveText(/Block 1, post failed: the period is closed, at ledger\.ts:7:9/);
  await why.getByRole('link', { name: 'ledger.ts:7:9' }).click();
  await expect(page.locator('.cm-activeLine')).toHaveText("  throw new Error('the period is closed');");
});

test('the ID of a run in an output is a link to it', async ({ page, hangar }) => {
  const id = await execute(hangar.ready.url, 'parent');
  await page.goto(`/runs/${id}`);
  const output = page.getByRole('region', { name: 'Output' });
  await expect(output.getByRole('link', { name: id })).toHaveAttribute('href', `/runs/${id}`);
});
