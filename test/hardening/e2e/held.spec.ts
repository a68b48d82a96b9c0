import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { HELD, heldRun } from '../../support/held-run.ts';
import { liveClient } from '../../support/live-client.ts';
import { until } from '../../support/until.ts';
import { expectAccessibleInBothThemes, expectNoOverflow } from '../../e2e/support/accessible.ts';
import { expect, type Locator, type Page, test } from '../../e2e/support/hangar.ts';
import { rowsOf } from '../../e2e/support/list.ts';
import { steps } from '../../support/steps.ts';

const PAY = 'tskpay00000000000000';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  tasks: [
    { slug: 'ask', behavior: HELD },
    { id: PAY, slug: 'pay', requireRequests: true, behavior: steps({ do: 'log', text: 'Paid' }) },
    {
      slug: 'refund',
      name: 'Refund an order',
      parameters: [{ slug: 'order', name: 'Order' }],
      behavior: steps({ do: 'prompt', description: 'Approve the refund?' }),
    },
  ],
  answers: [{ slug: 'later', match: { task: 'refund' }, afterSeconds: 600 }],
  runbooks: [
    {
      slug: 'close_day',
      name: 'Close the day',
      blocks: [
        { kind: 'prompt', slug: 'sure', description: 'Close it?' },
        { kind: 'task', slug: 'then', task: 'refund', paramValues: { order: 'AB3' } },
      ],
    },
  ],
};

test.use({ workspace: WORKSPACE });

type Api = ReturnType<typeof liveClient>['api'];

/** Makes a run, a session and a request that are unfinished; returns their pages, and the export of them. */
async function unfinished(api: Api, url: string) {
  const refund = async (order: string) =>
    (await api.v0.tasks.execute({ body: { slug: 'refund', paramValues: { order } } })).runID;
  const [run, asking] = [await refund('AB1'), await refund('AB2')];
  const { sessionID } = await api.v0.runbooks.execute({ body: { slug: 'close_day' } });
  const { key } = await heldRun(api, 'ask');
  const request = await liveClient(url, key).api.runtime.requests.create({ body: { triggerID: `trg${PAY}` } });
  const prompt = await until(async () => {
    const { prompts } = await api.v0.prompts.list({ query: { runID: asking } });
    return prompts[0]?.id;
  });
  const pages = [
    `/runs/${run}`,
    `/sessions/${sessionID}`,
    `/prompts/${prompt}`,
    `/prompts/${request.triggerRequestID}`,
  ];
  return { pages, exported: await api.emulator.export() };
}

/** Chooses an export in the settings to be imported; gives the question about it. */
async function chooseImport(page: Page, exported: object) {
  await page.goto('/settings');
  const file = { name: 'theirs.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(exported)) };
  await page.locator('input[type="file"]').setInputFiles(file);
  return page.getByRole('dialog', { name: 'Import theirs.json?' });
}

/** The notice on the page of an item that is held. */
function notice(page: Page) {
  return page.getByRole('main').getByRole('status').filter({ hasText: 'Held: came from a file.' });
}

/** Expects the focus on an element for longer than whatever follows an action may take. */
async function expectFocusStays(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeFocused();
  await page.waitForTimeout(500);
  await expect(element).toBeFocused();
}

test('an import says what it holds, and it goes on item by item', async ({ page, api, hangar }) => {
  const { pages, exported } = await unfinished(api, hangar.ready.url);
  const dialog = await chooseImport(page, exported);
  await expect(dialog).toContainText('Unfinished in the file: 4 runs, 1 session and 1 approval. They are held');
  await expect(dialog.getByRole('checkbox', { name: 'Let them go on now' })).not.toBeChecked();
  await expect(dialog).toContainText('This runs commands of the file on this machine');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('Imported a file 4 runs, 1 session and 1 approval held')).toBeVisible();

  await page.getByRole('contentinfo').getByRole('link', { name: '6 held' }).click();
  await expect(page).toHaveURL(/\/runs\?q=is%3Aheld/);
  await expect(rowsOf(page, 'Runs')).toHaveCount(4);
  await expect(page.getByRole('img', { name: 'Held: came from a file' })).toHaveCount(4);
  for (const path of pages) {
    await page.goto(path);
    await expect(notice(page)).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await expectNoOverflow(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await notice(page).getByRole('button', { name: 'Release' }).click();
    await expect(notice(page)).toHaveCount(0);
    await expectFocusStays(page, page.locator('main:focus, main :focus'));
    if (path === pages[0]) {
      await expect(page.getByText('Released 1 run')).toBeVisible();
      // Its prompt went on with it; what follows is another run's.
      await expect(page.getByRole('contentinfo').getByRole('link', { name: '5 held' })).toBeVisible();
    }
  }
});

test('the focus goes to where it was before when Release removes its own button', async ({ page, api, hangar }) => {
  const { pages, exported } = await unfinished(api, hangar.ready.url);
  await api.emulator.import({ body: exported });
  await page.goto(pages[0]!);
  const before = page.getByRole('button', { name: 'Copy run ID' });
  await before.focus();
  await notice(page).getByRole('button', { name: 'Release' }).focus();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toHaveCount(0);
  await expectFocusStays(page, before);
  await page.getByRole('button', { name: 'Cancel run' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel run' })).toHaveCount(0);
  await expectFocusStays(page, before);

  const list = page.getByRole('listbox', { name: 'Runs' });
  await list.focus();
  await page.getByRole('button', { name: 'Release all' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Release everything that is held?' });
  await question.getByRole('button', { name: 'Release all' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Release all' })).toHaveCount(0);
  await expectFocusStays(page, list);
});

test('everything is released at once, after a question', async ({ page, api, hangar }) => {
  const { exported } = await unfinished(api, hangar.ready.url);
  await api.emulator.import({ body: exported });
  await page.goto('/runs');
  await expect(rowsOf(page, 'Runs')).toHaveCount(4);
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Release all' }).click();
  const question = page.getByRole('dialog', { name: 'Release everything that is held?' });
  await expect(question).toContainText('run their commands on this machine');
  await question.getByRole('button', { name: 'Release all' }).click();
  await expect(page.getByText('Released 4 runs, 1 session and 1 request')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Held: came from a file' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /held$/ })).toHaveCount(0);
  expect(await api.emulator.held.count()).toEqual({ runs: 0, sessions: 0, prompts: 0, requests: 0 });
});

test('what is held says so everywhere, and beside it what it is', async ({ page, api, hangar }) => {
  const { pages, exported } = await unfinished(api, hangar.ready.url);
  const [, session = ''] = pages;
  await api.emulator.import({ body: exported });
  const held = page.getByRole('main').getByRole('img', { name: 'Held: came from a file' });
  await page.goto('/overview');
  await expect(page.getByRole('heading', { name: 'Pending approvals and prompts' })).toBeVisible();
  // Of 4 runs, 3 of the pending items are shown.
  await expect(held).toHaveCount(7);
  await page.goto('/prompts');
  const prompts = page.getByRole('listbox', { name: 'Prompts', exact: true });
  await expect(prompts.getByRole('option', { name: /Approve the refund\?/ }).first()).toContainText(
    'Refund an order · default',
  );
  await page.goto(`${session}/blocks`);
  const block = page.getByRole('list', { name: 'Blocks' }).getByRole('listitem').first();
  await expect(block).toContainText('Held');
  await expect(block).toContainText('held');
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText('Held', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('main').getByText(/^Waiting for (?:a prompt|approval)/)).toHaveCount(0);
  }
});

test('an import runs what is unfinished when that is chosen', async ({ page, api, hangar }) => {
  const { exported } = await unfinished(api, hangar.ready.url);
  const dialog = await chooseImport(page, exported);
  await dialog.getByRole('checkbox', { name: 'Let them go on now' }).check();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('Imported a file', { exact: true })).toBeVisible();
  expect(await api.emulator.held.count()).toMatchObject({ runs: 0, sessions: 0, requests: 0 });
});
