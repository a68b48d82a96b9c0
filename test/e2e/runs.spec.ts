import { expectAccessible } from './support/accessible.ts';
import { execute, expect, KEY, test } from './support/hangar.ts';
import { fact } from './support/facts.ts';
import { open } from './support/pages.ts';
import { copied, disconnected, rowsOf } from './support/list.ts';
import { startServer } from './support/server.ts';
import { holdFiles } from './support/upgrade.ts';

test.use({
  workspace: {
    tasks: [
      {
        slug: 'long',
        name: 'A long run',
        parameters: [{ slug: 'who', name: 'Who', default: 'Ada' }],
        behavior: {
          kind: 'steps',
          steps: [
            { do: 'log', text: 'first line for {{ params.who }}' },
            { do: 'log', level: 'error', text: 'something is odd' },
            { do: 'prompt', description: 'Go on?', confirmText: 'Go on', cancelText: 'Stop' },
            { do: 'execute', task: 'child' },
            { do: 'log', text: 'last line' },
            { do: 'output', value: { rows: [{ n: 1 }, { n: 2 }] } },
          ],
        },
      },
      { slug: 'child', name: 'A child', behavior: { kind: 'steps', steps: [] } },
      {
        slug: 'broken',
        name: 'A broken one',
        behavior: { kind: 'steps', steps: [{ do: 'fail', message: 'no paper' }] },
      },
    ],
  },
});

fact.describe('runs are followed, answered, filtered, cancelled and run again', () => {
  fact.describe.configure({ mode: 'default' });

  fact(
    'a run made elsewhere appears by itself, is followed to its prompt, answered, and read to the end',
    async ({ page, hangar }) => {
      await open(page, '/runs');
      await expect(page.getByText(/No runs yet/)).toBeVisible();
      const id = await execute(hangar.ready.url, 'long');
      await page.locator(`[role=option][href^="/runs/${id}"]`).click();
      await expect(page.getByRole('heading', { level: 1, name: /A long run/ })).toBeVisible();
      await expect(page.getByText('first line for Ada').first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Go on' }).click();
      await expect(page.getByText('last line', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('main').getByText('Succeeded').first()).toBeVisible();
      await expect(
        page.getByRole('region', { name: 'Timeline' }).getByRole('row', { name: /run A child/ }),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: /^tasks\/execute/ })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('tab', { name: /^API answer/ }).click();
      await expect(page.getByRole('tabpanel')).toContainText('"status": "Succeeded"');
      await page.getByRole('tabpanel').getByRole('button', { name: 'Copy as curl' }).click();
      await expect.poll(() => copied(page)).toContain(`/v0/runs/get?id=${id}`);
    },
  );

  fact('runs are filtered by text and status, which the address keeps', async ({ page, hangar }) => {
    await execute(hangar.ready.url, 'broken');
    await execute(hangar.ready.url, 'child');
    await open(page, '/runs?status=Failed');
    await expect(rowsOf(page, 'Runs')).toHaveCount(1);
    await expect(rowsOf(page, 'Runs').first()).toContainText('A broken one');
    await open(page, '/runs');
    await page.getByRole('combobox', { name: 'Filter runs' }).fill('child');
    await expect(rowsOf(page, 'Runs')).toHaveCount(1);
    await expect(page).toHaveURL(/q=child/);
    await page.reload();
    await expect(rowsOf(page, 'Runs').first()).toContainText('A child');
  });

  fact('a run is cancelled, and run again with edited values', async ({ page, hangar }) => {
    const id = await execute(hangar.ready.url, 'long');
    await open(page, `/runs/${id}`);
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await expect(page.getByText('Run was cancelled by You (local user).').first()).toBeVisible();
    await page.getByRole('button', { name: /Run again/ }).click();
    await page.getByRole('dialog').getByLabel('Who').fill('Ben');
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('first line for Ben').first()).toBeVisible();
    await expect(page.getByRole('link', { name: `repeats run ${id.slice(-6)}` })).toBeVisible();
  });
});

test.describe('when the server is away', () => {
  test.use({ allowedInConsole: [/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|dynamically imported/] });

  test('the window says so, keeps what it shows, and goes on by itself when it is back', async ({ page, hangar }) => {
    const { port } = new URL(hangar.ready.url);
    const id = await execute(hangar.ready.url, 'child');
    // The window has not loaded the code of the other place beforehand.
    const breakOff = await holdFiles(page, /^TeamPage-/);
    await page.goto('/runs');
    await expect(page.locator(`[role=option][href^="/runs/${id}"]`)).toBeVisible();
    await hangar.stop();
    await breakOff();
    await expect(disconnected(page)).toBeVisible();
    await expect(page.locator(`[role=option][href^="/runs/${id}"]`)).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
    const again = await startServer({ apiKey: KEY, workspace: 'sample', port: Number(port) });
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).click();
    const made = await execute(again.ready.url, 'greet');
    await expect(page.locator(`[role=option][href^="/runs/${made}"]`)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await again.stop();
  });
});
