import { readFile } from 'node:fs/promises';
import { expectAccessibleInBothThemes, expectNoOverflow } from '../../e2e/support/accessible.ts';
import { expect, type Page, test } from '../../e2e/support/hangar.ts';
import { copied, rowsOf } from '../../e2e/support/list.ts';
import { exploration } from '../../e2e/support/pages.ts';
import { runCommand } from '../../e2e/support/palette.ts';

test.use({ workspace: { tasks: [{ slug: 'refund', parameters: [{ slug: 'order_id', name: 'Order' }] }] } });

const ladderOf = (page: Page) => page.getByRole('region', { name: 'Ladder', exact: true });

/** The text of the file that a button saves. */
async function savedBy(page: Page, button: string): Promise<unknown> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return JSON.parse(await readFile(await (await download).path(), 'utf8'));
}

test('before the first exploration the command is filled in from a task, to copy', async ({ page }) => {
  await page.goto('/overview');
  await page.getByRole('button', { name: 'Explore every fault' }).click();
  await expect(page).toHaveURL(/\/explore\/new$/);
  await page.goto('/runs');
  await runCommand(page, 'Explore every fault');
  await expect(page).toHaveURL(/\/explore\/new$/);
  const command = page.getByRole('main').getByText(/^hangar explore --url http/);
  await expect(command.first()).toContainText("--invariant 'once refund per order_id' -- ");
  await page.getByRole('button', { name: 'Copy command' }).first().click();
  await expect.poll(() => copied(page)).toMatch(/^hangar explore --url/);
  await expectAccessibleInBothThemes(page);
});

test('a counterexample has its calls, output, findings and schedule, each at its address, and is saved', async ({
  page,
  api,
}) => {
  await exploration(api);
  await page.goto('/explore/exp1/1/output');
  await expect(page.getByRole('region', { name: 'Output' })).toContainText('refunds AB1042');
  for (const tab of ['Findings', 'Schedule', 'Calls']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expectAccessibleInBothThemes(page);
  }
  const lose = { call: { operation: 'tasks/execute', task: 'refund', nth: 1 }, kind: 'lose' };
  expect(await savedBy(page, 'Save schedule')).toEqual([lose]);
  await page.getByRole('button', { name: 'Copy as test' }).click();
  await page.getByRole('button', { name: 'Copy as test (pytest)' }).click();
  await expect.poll(() => copied(page)).toContain('--replay');
});

test('of more than 40 calls the ladder shows those around the fault, and all of them on request', async ({
  page,
  api,
}) => {
  await exploration(api, 45);
  await page.goto('/explore/exp1/1');
  const ladder = ladderOf(page);
  await expect(ladder).toContainText('Hangar 48 calls');
  const drawn = ladder.locator('[data-part="request"]');
  await expect(drawn).toHaveCount(3);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(drawn).toHaveCount(48);
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Zoom to the fault' }).click();
  await expect(drawn).toHaveCount(3);
});

test('explorations are filtered by their state and by any value', async ({ page, api }) => {
  await exploration(api);
  await page.goto('/explore');
  const rows = rowsOf(page, 'Explorations');
  await expect(rows).toHaveCount(2);
  const field = page.getByRole('searchbox', { name: 'Filter explorations' });
  await field.fill('is:held');
  await expect(rows).toHaveCount(0);
  await field.fill('is:broken ab1042');
  await expect(rows).toHaveCount(2);
});

test('a running exploration shows its walk in its row, and is stopped', async ({ page, api }) => {
  const { explorations } = api.emulator;
  const { id } = await explorations.create({ body: { command: 'node slow.mjs', invariants: ['ends'] } });
  const call = { operation: 'runs/get', nth: 1 } as const;
  const counts = { calls: [{ call, outcomes: 'hr' }], newCalls: '', pairs: 'hhr.', others: '' };
  const space = { faults: ['lose', 'refuse'], ...counts };
  await explorations.update({ params: { id }, body: { state: 'running', space } });
  await page.goto('/explore');
  const row = rowsOf(page, 'Explorations').first();
  await expect(row).toContainText(/3 of 6 schedules, about .+ left/);
  await expect(row).toContainText('Pairs 2 of 4');
  const walked = page.getByRole('region', { name: 'Space walked' });
  await expect(walked.getByRole('img', { name: 'running' })).toHaveCount(1);
  await expect(walked).toContainText('to come');
  expect((await row.boundingBox())?.height).toBe(80);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(row).toContainText('Stopped after 3 of 6 schedules, none broken');
  await expect(walked.getByRole('img', { name: 'running' })).toHaveCount(0);
  expect((await row.boundingBox())?.height).toBe(44);
});

const HELD_TABS = [
  ['Request', 'X-Service-API-Key'],
  ['Answer', 'isCached'],
  ['Raw', /POST \/v0\/tasks\/execute HTTP\/1.1.*HTTP\/1.1 200/s],
  ['Attempts', 'The first attempt'],
] as const;

test('a held request has a page with both sides, whose order is saved, and C continues it', async ({ page, api }) => {
  const execute = (order: string) =>
    api.v0.tasks.execute({ body: { slug: 'refund', paramValues: { order_id: order } } });
  const hold = { kind: 'hold', times: 1, seconds: null } as const;
  await api.emulator.faults.create({ body: { ...hold, slug: 'answer', after: true } });
  const first = execute('AB1');
  await api.emulator.wait({ body: { for: 'held', count: 1 } });
  await api.emulator.faults.create({ body: { ...hold, slug: 'request' } });
  const second = execute('AB2');
  await api.emulator.wait({ body: { for: 'held', count: 2 } });
  await page.goto('/traffic');
  await page.getByRole('listbox', { name: 'Held requests' }).getByRole('option', { name: /AB1/ }).click();
  await expect(page.getByText('Hangar has executed the call and keeps its answer back')).toBeVisible();
  await expect(ladderOf(page)).toContainText('Hangar 2 calls');
  await expect(page.getByRole('region', { name: 'The answer kept back' })).toContainText('isCached');
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const tabs = page.getByRole('tablist', { name: 'Parts of the held request' });
  for (const [tab, text] of HELD_TABS) {
    await tabs.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab, exact: true })).toContainText(text);
    await expectAccessibleInBothThemes(page);
  }
  await tabs.getByRole('tab', { name: 'Both sides' }).click();
  expect(await savedBy(page, 'Save this order as a schedule')).toEqual([
    {
      call: { operation: 'tasks/execute', task: 'refund', nth: 1 },
      kind: 'hold',
      after: true,
      until: { operation: 'tasks/execute', task: 'refund', nth: 2 },
    },
  ]);
  await page.locator('body').press('c');
  expect((await first).runID).toMatch(/^run/);
  await expect(page.getByRole('heading', { level: 1, name: 'POST /v0/tasks/execute' })).toBeVisible();
  // A held request has no such tab.
  await expect(page.getByRole('tab', { name: 'Edit and send' })).toBeVisible();
  const answered = expect(second).rejects.toThrow(/status 418/);
  await page.getByRole('region', { name: 'Held' }).getByRole('button', { name: 'Answer instead' }).click();
  await page.getByRole('button', { name: 'Other answer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Other answer' });
  await dialog.getByRole('textbox', { name: 'Status' }).fill('418');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Answer', exact: true }).click();
  await answered;
});
