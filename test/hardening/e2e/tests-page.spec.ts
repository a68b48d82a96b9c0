import { clientOf } from '../../support/program.ts';
import { type Api, expect, test } from '../../e2e/support/hangar.ts';
import { steps } from '../../support/steps.ts';

test.use({
  workspace: { tasks: [{ slug: 'refund', behavior: steps({ do: 'output', value: 'done' }) }] },
});

/** Runs a test of a suite in a sandbox of its own, to its outcome. */
async function runTest(
  { emulator: { sandboxes } }: Api,
  named: { name: string; file: string; line?: number },
  isPassed = true,
) {
  const { id, ...sandbox } = await sandboxes.create({ body: { test: named } });
  const { v0 } = clientOf(sandbox);
  for (let call = 0; call < 3; call++) await v0.tasks.execute({ body: { slug: 'refund' } });
  const message = isPassed ? '' : `${named.name} is wrong`;
  await sandboxes.outcome({ params: { id }, body: { state: isPassed ? 'passed' : 'failed', message } });
  await sandboxes.remove({ params: { id } });
  return id;
}

test('a parallel run of 200 tests is followed by events, without loading the list again', async ({ page, api }) => {
  let loads = 0;
  page.on('request', (request) => (loads += Number(new URL(request.url()).pathname === '/_emulator/tests')));
  await page.goto('/tests');
  await expect(page.getByText('No test has run yet')).toBeVisible();
  const before = loads;
  const tests = Array.from({ length: 200 }, (_, number) => ({
    name: `test ${number}`,
    file: `test/file-${number % 10}.test.ts`,
    line: number + 1,
  }));
  const work = async (): Promise<void> => {
    for (let next = tests.pop(); next !== undefined; next = tests.pop()) await runTest(api, next, next.line % 50 !== 0);
  };
  await Promise.all(Array.from({ length: 16 }, work));
  await expect(page.getByRole('status').filter({ hasText: '200 tests' })).toBeVisible();
  for (const name of ['Failed 4', 'Running 0', 'Passed 196'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  // The stream says "reset" where a tick has more changes than it can carry.
  expect(loads - before).toBeLessThan(5);
  const { items } = await api.emulator.tests.list();
  expect(items.filter(({ kept, state }) => kept && state === 'passed')).toHaveLength(50);
  expect(items.filter(({ kept, state }) => kept && state === 'failed')).toHaveLength(4);
});

test('the keys of a tree open, close and move; a click on a file does not leave the page', async ({ page, api }) => {
  await runTest(api, { name: 'first', file: 'a.test.ts', line: 1 });
  await runTest(api, { name: 'second', file: 'a.test.ts', line: 2 });
  await runTest(api, { name: 'third', file: 'b.test.ts' }, false);
  await page.goto('/tests');
  const tree = page.getByRole('tree', { name: 'Tests' });
  const current = () => tree.locator('[data-active="true"]');
  const files = tree.getByRole('treeitem', { level: 1 });
  await expect(files).toContainText(['b.test.ts', 'a.test.ts']);
  await expect(files.first()).toHaveAccessibleName(/^Failed b\.test\.ts/);
  await expect(tree.getByRole('treeitem', { level: 2 })).toHaveCount(1);
  await files.nth(1).click();
  await expect(page).toHaveURL(/\/tests$/);
  await expect(tree.getByRole('treeitem', { level: 2 })).toContainText(['third', 'first', 'second']);
  await page.keyboard.press('ArrowLeft');
  await expect(files.nth(1)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(current()).toHaveAccessibleName(/first/);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'second' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(current()).toHaveAccessibleName(/a\.test\.ts/);
});

test('names and messages of any text are texts, and a filter finds them', async ({ page, api }) => {
  const names = ['<img src=x onerror=alert(1)>', '__proto__', '\u202egnp.exe', 'a\nb', 'a'.repeat(1000)];
  for (const name of names) await runTest(api, { name, file: `${name.slice(0, 200)}.test.ts` }, false);
  await page.goto('/tests');
  const tree = page.getByRole('tree', { name: 'Tests' });
  await expect(tree.getByRole('treeitem', { level: 2 })).toHaveCount(names.length);
  await page.getByRole('searchbox', { name: 'Filter tests' }).fill('onerror');
  const found = tree.getByRole('treeitem', { level: 2 });
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[0] ?? '');
  await page.getByRole('searchbox', { name: 'Filter tests' }).fill('nothing like it');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(found).toHaveCount(names.length);
});

test.describe('a test that is gone', () => {
  test.use({ allowedInConsole: [/404 \(Not Found\)/] });

  test('a test that is no longer kept has its outcome, and says why the rest is gone', async ({ page, api }) => {
    const first = await runTest(api, { name: 'the first', file: 'a.test.ts' });
    for (let number = 0; number < 50; number++) await runTest(api, { name: `test ${number}`, file: 'a.test.ts' });
    await page.goto(`/tests/${first}`);
    await expect(page.getByRole('heading', { level: 1, name: 'the first' })).toBeVisible();
    await expect(page.getByText('No longer kept')).toBeVisible();
    await page.goto('/tests/sbx20260101z0000000000');
    await expect(page.getByText('This test does not exist')).toBeVisible();
  });
});
