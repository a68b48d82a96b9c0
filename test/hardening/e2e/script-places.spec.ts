import { expectAccessible } from '../../e2e/support/accessible.ts';
import { expect, KEY, test } from '../../e2e/support/hangar.ts';

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
      {
        slug: 'parent',
        name: 'Refund',
        behavior: {
          kind: 'steps',
          steps: [
            { do: 'output', value: { run: '{{ run.id }}' } },
            { do: 'execute', task: 'ledger' },
          ],
        },
      },
    ],
  },
});

async function execute(url: string, slug: string): Promise<string> {
  const headers = { 'X-Service-API-Key': KEY };
  const answer = await fetch(`${url}/v0/tasks/execute`, { method: 'POST', headers, body: JSON.stringify({ slug }) });
  return ((await answer.json()) as { runID: string }).runID;
}

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

test('the ID of a run in an output is a link to it', async ({ page, hangar }) => {
  const id = await execute(hangar.ready.url, 'parent');
  await page.goto(`/runs/${id}`);
  const output = page.getByRole('region', { name: 'Output' });
  await expect(output.getByRole('link', { name: id })).toHaveAttribute('href', `/runs/${id}`);
});
