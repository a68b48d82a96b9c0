import { clientOf } from '../support/program.ts';
import { expect, test } from './support/hangar.ts';

test.use({
  workspace: { tasks: [{ slug: 'refund', behavior: { kind: 'steps', steps: [{ do: 'output', value: 'done' }] } }] },
});

test('a test of a suite is in the tree while it runs, and shows what happened when it has failed', async ({
  page,
  api,
}) => {
  await page.goto('/tests');
  await expect(page.getByText('No test has run yet')).toBeVisible();
  const place = { file: 'test/refund.test.ts', line: 41 };
  const { sandboxes } = api.emulator;
  const { id, ...sandbox } = await sandboxes.create({ body: { test: { name: 'retries a lost answer', ...place } } });
  const tree = page.getByRole('tree', { name: 'Tests' });
  await expect(tree.getByRole('treeitem', { name: /^Running test\/refund\.test\.ts/ })).toBeVisible();
  const row = tree.getByRole('treeitem', { name: /retries a lost answer/ });
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: 'retries a lost answer' })).toBeVisible();
  await clientOf(sandbox).v0.tasks.execute({ body: { slug: 'refund' } });
  await expect(page.getByRole('tab', { name: 'Runs 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute('href', sandbox.url);
  const outcome = { state: 'failed', message: 'Expected 1 run, got 2', file: 'test/refund.test.ts', line: 52 } as const;
  await sandboxes.outcome({ params: { id }, body: outcome });
  await sandboxes.remove({ params: { id } });
  await expect(row).toHaveAccessibleName(/^Failed/);
  await expect(page.getByRole('group', { name: 'Failure' })).toHaveText(
    /Expected 1 run, got 2, at test\/refund\.test\.ts:52/,
  );
  await expect(page.getByRole('region', { name: 'Ladder' })).toContainText('Expected 1 run, got 2');
  for (const name of ['Findings', 'Prompts', 'Clock', 'Runs']) await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tabpanel')).toContainText('refund');
  await expect(page.getByRole('link', { name: 'Tests 1' })).toBeVisible();
});
