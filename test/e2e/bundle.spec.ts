import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { run, scratchFolder, serve } from '../support/program.ts';
import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, type Page, test } from './support/hangar.ts';
import { copied, rowsOf } from './support/list.ts';
import { runCommand } from './support/palette.ts';

/** A shop whose first answer to an execution is lost. */
const SHOP: AuthoredWorkspace = {
  version: 1,
  environments: [{ slug: 'prod', default: true, config: { STRIPE_SECRET_KEY: 'sk_live_planted_77' } }],
  tasks: [
    {
      slug: 'refund',
      name: 'Refund an order',
      parameters: [{ slug: 'order', name: 'Order' }],
      behavior: { kind: 'steps', steps: [{ do: 'output', value: { refunded: '{{ params.order }}' } }] },
    },
  ],
  faults: [{ slug: 'lost', match: { operation: 'tasks/execute' }, times: 1, kind: 'lose' }],
};

/** A client that sends a request again after a lost answer, without an `Idempotency-Key`. */
const CLIENT = `
const { HANGAR_URL: url, HANGAR_API_KEY: key } = process.env;
const request = { method: 'POST', headers: { 'X-Service-API-Key': key, },
  body: '{"slug":"refund","paramValues":{"order":"AB7"}}' };
const execute = () => fetch(url + '/v0/tasks/execute', request);
await execute().catch(execute);`;

const KEY = 'tkn_planted_in_ci';

/** Runs the client in a pipeline that fails; returns the path of the bundle. */
async function failIn(folder: string): Promise<string> {
  const workspace = join(folder, 'shop.json');
  const path = join(folder, 'failure.hangar-bundle');
  await writeFile(workspace, JSON.stringify(SHOP));
  const flags = ['--workspace', workspace, '--api-key', KEY, '--fail-on', 'error', '--bundle-on-failure', path];
  const command = [process.execPath, '--input-type=module', '-e', CLIENT];
  const { code, stderr } = await run(['exec', '--quiet', ...flags, '--', ...command]);
  expect(code).toBe(5);
  expect(stderr).toContain('executed-twice');
  return path;
}

test('a failure in a pipeline is a file that shows its run, its requests and its finding in another window', async ({
  page,
}) => {
  const folder = await scratchFolder();
  const path = await failIn(folder.path);
  const { ready, stop } = await serve(['--bundle', path]);
  await page.goto(`${ready.url}/runs`);
  await expect(rowsOf(page, 'Runs')).toHaveCount(2);
  await rowsOf(page, 'Runs').first().click();
  await expect(page.getByRole('main').getByText('AB7').first()).toBeVisible();
  await page.goto(`${ready.url}/traffic`);
  await expect(rowsOf(page, 'Traffic')).toHaveCount(2);
  await page.getByRole('tab', { name: /^Findings/ }).click();
  await rowsOf(page, 'Findings').filter({ hasText: 'Executed twice' }).click();
  const finding = page.getByRole('region', { name: 'Finding', exact: true });
  await expect(finding).toContainText('Rule “executed-twice”');
  await expect(finding.getByRole('link', { name: 'refund', exact: true })).toHaveCount(2);
  await expectBundleNamed(page);
  for (const secret of [KEY, 'sk_live_planted_77']) {
    expect(gunzipSync(await readFile(path)).includes(secret)).toBe(false);
    await expect(page.getByText(secret)).toHaveCount(0);
  }
  // A page that lost its server says so in the console.
  await page.goto('about:blank');
  await stop();
  await folder.remove();
});

/** Expects that the status bar names the bundle and leads to what was omitted from it. */
async function expectBundleNamed(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bundle failure.hangar-bundle' }).click();
  const section = page.getByRole('region', { name: 'Open bundle' });
  await expect(section).toContainText('failure.hangar-bundle');
  await expect(section).toContainText('2 runs, 2 requests and');
  await expect(section).toContainText('1 API key');
  await expect(section).toContainText('restart Hangar without --bundle');
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
}

/** Drops a file onto the page, as from a file manager. */
async function drop(page: Page, name: string): Promise<void> {
  const transfer = await page.evaluateHandle((fileName) => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], fileName));
    return data;
  }, name);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('a bundle that is dropped onto a page of a browser says how to open it', { tag: '@variant' }, async ({ page }) => {
  await page.goto('/runs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await drop(page, "Ada's.hangar-bundle");
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText("hangar serve --bundle 'Ada'\\''s.hangar-bundle'");
  await dialog.getByRole('button', { name: 'Copy the command' }).click();
  await expect.poll(() => copied(page)).toBe("hangar serve --bundle 'Ada'\\''s.hangar-bundle'");
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await drop(page, 'holiday.png');
  await expect(page.getByText('Cannot open holiday.png')).toBeVisible();
  await expect(page).toHaveURL(/\/runs$/);
});

test('the palette says how to open a bundle, and the settings show none', { tag: '@variant' }, async ({ page }) => {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Open bundle' })).toHaveCount(0);
  await runCommand(page, 'Open bundle');
  await expect(page.getByRole('dialog', { name: 'Open a bundle' })).toContainText('hangar serve --bundle FILE');
});

test('a run and a request export the bundle', async ({ page, api }) => {
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'greet' } });
  const { entries } = await api.emulator.traffic.list({ query: {} });
  // With room for all actions of a header.
  await page.setViewportSize({ width: 1920, height: 900 });
  for (const path of [`/runs/${runID}`, `/traffic/${entries.at(-1)?.id ?? ''}`]) {
    await page.goto(path);
    const download = page.waitForEvent('download');
    await page.getByRole('main').getByRole('link', { name: 'Export bundle' }).click();
    const bundle = JSON.parse(gunzipSync(await readFile(await (await download).path())).toString()) as object;
    expect(JSON.stringify(bundle)).toContain(runID);
  }
});
