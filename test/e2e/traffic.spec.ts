import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expectAccessible, expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { replaceCode } from './support/code.ts';
import { expect, KEY, type Page, skipWithout, test } from './support/hangar.ts';
import { fact } from './support/facts.ts';
import { open } from './support/pages.ts';
import { copied, rowsOf } from './support/list.ts';

test.use({
  workspace: {
    tasks: [
      {
        slug: 'refund',
        name: 'Refund an order',
        parameters: [
          { slug: 'order_id', name: 'Order' },
          { slug: 'amount', name: 'Amount', type: 'float' },
        ],
      },
      { slug: 'paid', webhooks: ['order_paid'] },
    ],
    settings: { trafficEntries: 20 },
  },
});

const GOOD = { slug: 'refund', paramValues: { order_id: 'AB1042', amount: 240 } };

/** Sends a request as another program would. */
async function call(url: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-Service-API-Key': KEY, 'User-Agent': 'sdk/js 0.2.1', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, string> };
}

const detail = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

fact.describe('the list of requests is filtered, paused, cleared and walked by keyboard', () => {
  fact.describe.configure({ mode: 'default' });

  fact('the filter is kept in the URL and selects by words and named terms, live', async ({ page, hangar }) => {
    const { url } = hangar.ready;
    await call(url, '/v0/tasks/execute', GOOD);
    await call(url, '/v0/tasks/execute', { slug: 'refund' });
    await call(url, '/v0/runs/list?limit=99');
    await call(url, '/v0/runs/list');
    await open(page, '/traffic');
    const rows = rowsOf(page, 'Traffic');
    await expect(rows).toHaveCount(4);
    await page.getByRole('combobox', { name: 'Filter requests' }).fill('path:/v0/runs status:4xx');
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/\?q=path/);
    await expect(page.getByText('1 of 4', { exact: true })).toBeVisible();
    await call(url, '/v0/runs/list?limit=100');
    await call(url, '/v0/runs/list?limit=5');
    await expect(rows).toHaveCount(2);
    await page.goto('/traffic?q=-status:2xx "is required"');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('refund needs order_id and amount.');
    await open(page, '/traffic?q=nothing-has-this');
    await expect(page.getByText('No matching requests')).toBeVisible();
    await expectAccessible(page);
  });

  fact('the words of the filter are marked in the rows', { tag: '@variant' }, async ({ page, hangar }) => {
    await call(hangar.ready.url, '/v0/tasks/execute', GOOD);
    await open(page, '/traffic?q=param.order_id:ab10 REFUND');
    await expect(rowsOf(page, 'Traffic')).toHaveCount(1);
    const marked = () => page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String));
    await expect.poll(marked).toEqual(['refund', 'AB10']);
  });

  fact(
    'paused, the list does not change; cleared, it is empty; the number of dropped requests is shown',
    async ({ page, hangar }) => {
      const { url } = hangar.ready;
      await call(url, '/v0/runs/list');
      await open(page, '/traffic');
      await expect(rowsOf(page, 'Traffic')).toHaveCount(1);
      await page.getByRole('button', { name: 'Pause' }).click();
      await call(url, '/v0/runs/list');
      await call(url, '/v0/runs/list');
      await expect(page.getByText('paused, 2 new')).toBeVisible();
      await expect(rowsOf(page, 'Traffic')).toHaveCount(1);
      await page.getByRole('button', { name: 'Resume' }).click();
      await expect(rowsOf(page, 'Traffic')).toHaveCount(3);
      for (let count = 0; count < 22; count++) await call(url, '/v0/runs/list');
      await expect(page.getByText('20 requests · 5 older dropped')).toBeVisible();
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await expect(page.getByText('No requests yet')).toBeVisible();
      await call(url, '/v0/runs/list');
      await expect(rowsOf(page, 'Traffic')).toHaveCount(1);
    },
  );

  fact('the keyboard alone goes through the requests', { tag: '@variant' }, async ({ page, hangar }) => {
    await call(hangar.ready.url, '/v0/runs/list');
    await call(hangar.ready.url, '/v0/tasks/execute', GOOD);
    await open(page, '/overview');
    await page.getByRole('navigation').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    const list = page.getByRole('listbox', { name: 'Traffic' });
    await expect(rowsOf(page, 'Traffic')).toHaveCount(2);
    await list.focus();
    for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
    await expect(detail(page)).toHaveText('POST /v0/tasks/execute');
    await page.keyboard.press('e');
    await expect(page.getByRole('tabpanel', { name: 'Edit and send' })).toBeVisible();
    await page.keyboard.press('o');
    await expect(page).toHaveURL(/\/runs\/run/);
  });
});

fact.describe('requests are shown, explained, sent again and copied', () => {
  fact.describe.configure({ mode: 'default' });

  fact('a request of another program appears by itself and leads to the run that it made', async ({ page, hangar }) => {
    const { url } = hangar.ready;
    await open(page, '/traffic');
    await expect(page.getByText('No requests yet')).toBeVisible();
    await expectAccessible(page);
    const { json } = await call(url, '/v0/tasks/execute', GOOD);
    const row = rowsOf(page, 'Traffic').first();
    await expect(row).toContainText(/refund AB1042200 · /);
    await expect(row).toContainText(`tasks/execute → run…${json['runID']?.slice(-4)}`);
    await row.click();
    await expect(detail(page)).toHaveText('POST /v0/tasks/execute');
    await expect(page.getByRole('tabpanel', { name: 'Request', exact: true })).toContainText('"order_id": "AB1042"');
    await expect(page.getByRole('tabpanel', { name: 'Request', exact: true })).toContainText('tkn_****');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Answer', exact: true }).click();
    await expect(page.getByRole('tabpanel', { name: 'Answer', exact: true })).toContainText('"isCached": false');
    await page.getByRole('tab', { name: 'Raw' }).click();
    await expect(page.getByRole('region', { name: 'Raw request' })).toContainText('POST /v0/tasks/execute HTTP/1.1');
    await expectAccessible(page);
    await page.getByRole('link', { name: new RegExp(`^\\w+ run…${json['runID']?.slice(-4)}$`) }).click();
    await expect(page).toHaveURL(new RegExp(`/runs/${json['runID']}$`));
  });

  fact('an error is explained with the part of the API that it broke', async ({ page, hangar }) => {
    const { url } = hangar.ready;
    await call(url, '/v0/tasks/execute', { slug: 'refund', paramValues: { amount: 'x' } });
    await call(url, '/v0/runs/list?limit=99');
    await fetch(`${url}/v0/runs/list`);
    await open(page, '/traffic');
    const rows = rowsOf(page, 'Traffic');
    const why = page.getByRole('region', { name: 'Explanation' });
    const explained = [
      ['no API key', 'unauthorized The API key is missing', 'vendor-headers'],
      ['limit: must be 0 to 50.', 'List runs', 'limit-and-page'],
      ['order_id: is required; amount: must be a number.', 'POST /v0/tasks/execute – Execute a task', 'param-rules'],
    ] as const;
    await expect(rows).toHaveCount(explained.length);
    for (const [index, texts] of explained.entries()) {
      await rows.nth(index).click();
      for (const text of texts) await expect(why).toContainText(text);
    }
    await expectAccessible(page);
  });

  fact(
    'a request is sent again edited, with a key that works and a fresh Idempotency-Key',
    async ({ page, hangar, api }) => {
      await call(hangar.ready.url, '/v0/tasks/execute', GOOD, { 'Idempotency-Key': 'once' });
      await open(page, '/traffic');
      await rowsOf(page, 'Traffic').first().click();
      await page.getByRole('tab', { name: 'Edit and send' }).click();
      const panel = page.getByRole('tabpanel', { name: 'Edit and send' });
      await expect(panel.getByRole('textbox', { name: 'Headers' })).toHaveValue(/X-Service-API-Key: tkn_gui/i);
      const body = panel.getByRole('textbox', { name: 'Body' });
      await replaceCode(body, '{"slug":"refund","paramValues":{"order_id":"CD7","amount":1}}');
      await expectAccessible(page);
      const path = panel.getByRole('textbox', { name: 'Path' });
      await path.fill('v0/tasks/execute');
      await panel.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(path).toBeFocused();
      await path.fill('/v0/tasks/execute');
      await panel.getByRole('button', { name: 'Send', exact: true }).click();
      const answer = panel.getByRole('region', { name: 'Answer', exact: true });
      await expect(answer).toContainText('200');
      const { runs } = await api.v0.runs.list({ query: {} });
      expect(runs.map(({ paramValues }) => paramValues['order_id'])).toEqual(['CD7', 'AB1042']);
      await answer.getByRole('link', { name: 'Show in the log' }).click();
      await expect(page.getByRole('tabpanel', { name: 'Request', exact: true })).toContainText('"order_id": "CD7"');
    },
  );

  fact('a request is sent again as it was, and what comes of it is shown', async ({ page, hangar, api }) => {
    await call(hangar.ready.url, '/v0/tasks/execute', GOOD);
    await open(page, '/traffic');
    await rowsOf(page, 'Traffic').first().click();
    const before = page.url();
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    await expect(page).not.toHaveURL(before);
    await expect(page.getByRole('tabpanel', { name: 'Request', exact: true })).toContainText('AB1042');
    await expect(rowsOf(page, 'Traffic').first()).toHaveAttribute('aria-selected', 'true');
    const { runs } = await api.v0.runs.list({ query: {} });
    expect(runs.map(({ paramValues }) => paramValues['order_id'])).toEqual(['AB1042', 'AB1042']);
  });

  fact('a request is copied as a test from the menu, by keyboard, without its key', async ({ page, hangar }) => {
    await call(hangar.ready.url, '/v0/tasks/execute', GOOD);
    await open(page, '/traffic');
    await rowsOf(page, 'Traffic').first().click();
    await page.getByRole('button', { name: 'Copy as…' }).press('Enter');
    const item = page.getByRole('button', { name: 'Vitest test' });
    await item.waitFor();
    await expectAccessible(page);
    await item.press('Enter');
    await expect(page.getByRole('button', { name: 'Copy as: copied' })).toBeVisible();
    const text = await copied(page);
    expect(text).toContain('test("POST /v0/tasks/execute answers 200"');
    expect(text).toContain('${process.env.HANGAR_API_KEY}');
    expect(text).toContain('AB1042');
  });

  fact(
    'the body of a refused request can be read in the smallest window',
    { tag: '@variant' },
    async ({ page, hangar }) => {
      await page.setViewportSize({ width: 800, height: 600 });
      await call(hangar.ready.url, '/v0/tasks/execute', { slug: 'refund', paramValues: { amount: 'x' } });
      await open(page, '/traffic');
      await rowsOf(page, 'Traffic').first().click();
      const body = page.getByRole('region', { name: 'Request body' });
      await body.scrollIntoViewIfNeeded();
      const { height = 0 } = (await body.boundingBox()) ?? {};
      // Its six lines.
      expect(height).toBeGreaterThanOrEqual(6 * 20);
      await expect(page.getByText('"amount": "x"')).toBeInViewport();
    },
  );
});

test('a request copied as curl does the same again, webhooks too', async ({ page, hangar, api }) => {
  skipWithout('curl', 'POSIX');
  const { webhooks } = await api.emulator.webhooks.list();
  await fetch(webhooks[0]?.url ?? '', { method: 'POST', body: '{"paid":true}' });
  await call(hangar.ready.url, '/v0/tasks/execute', GOOD);
  await open(page, '/traffic');
  const answers: unknown[] = [];
  for (const filter of ['path:execute', 'path:webhooks']) {
    await open(page, `/traffic?q=${filter}`);
    await rowsOf(page, 'Traffic').first().click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await expect(page.getByRole('button', { name: 'Copy as curl: copied' })).toBeVisible();
    const command = await copied(page);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`]);
    answers.push(JSON.parse(stdout));
  }
  expect(answers).toEqual([
    { runID: expect.stringMatching(/^run/), isCached: false },
    { runID: expect.stringMatching(/^run/) },
  ]);
});

fact.describe('findings and coverage follow what clients call', () => {
  fact.describe.configure({ mode: 'default' });

  fact('the coverage says which operations clients have called, with their answers', async ({ page, hangar }) => {
    await call(hangar.ready.url, '/v0/tasks/execute', GOOD);
    await call(hangar.ready.url, '/v0/runs/get?id=run0');
    await open(page, '/traffic');
    await page.getByRole('tab', { name: 'Coverage' }).click();
    const coverage = page.getByRole('region', { name: 'Coverage' });
    await expect(coverage.getByText('2 of')).toBeVisible();
    await expect(coverage.getByRole('row', { name: /^tasks\/execute/ })).toContainText('200 1×');
    await expect(coverage.getByRole('row', { name: /^runs\/get / })).toContainText('404 1×');
    await expect(coverage.getByRole('row', { name: /^prompts\/submit/ })).toContainText('never');
    await expectAccessibleInBothThemes(page);
    await call(hangar.ready.url, '/v0/runs/list');
    await expect(coverage.getByText('3 of')).toBeVisible();
    await coverage.getByRole('button', { name: 'Restart counts' }).click();
    await expect(coverage.getByText('0 of')).toBeVisible();
  });

  fact(
    'an empty cell of the coverage provokes its answer for the next call, once',
    { tag: '@variant' },
    async ({ page, hangar }) => {
      await open(page, '/traffic/coverage');
      const row = page.getByRole('row', { name: /^tasks\/execute/ });
      const execute = () => call(hangar.ready.url, '/v0/tasks/execute', GOOD);
      await row.getByRole('button', { name: 'Provoke “Refused” once for tasks/execute' }).click();
      await row.getByRole('button', { name: 'Provoke “Server error” once for tasks/execute' }).click();
      await expect(row.getByRole('button', { name: /^Next call/ })).toHaveText(['Next call', 'Next call']);
      await expectAccessibleInBothThemes(page);
      await expectNoOverflow(page);
      await row.getByRole('button', { name: 'Next call: “Server error” once for tasks/execute' }).click();
      await expect(row.getByRole('button', { name: 'Provoke “Server error” once for tasks/execute' })).toBeVisible();
      expect([(await execute()).status, (await execute()).status]).toEqual([400, 200]);
      await expect(row).toContainText('200 1×');
      await expect(row).toContainText('400 1×');
      // A used-up fault is added again after the coverage was reset.
      await page.getByRole('button', { name: 'Restart counts' }).click();
      await row.getByRole('button', { name: 'Provoke “Refused” once for tasks/execute' }).click();
      await expect(row.getByRole('button', { name: /^Next call/ })).toBeVisible();
      expect((await execute()).status).toBe(400);
      await row.getByRole('button', { name: 'Provoke “No answer” once for tasks/execute' }).click();
      await expect(row.getByRole('button', { name: /^Next call/ })).toBeVisible();
      await expect(execute()).rejects.toThrow();
      await expect(row).toContainText('none 1×');
    },
  );

  fact(
    'a mistake of a client is a finding, with the request that proves it and what to change',
    async ({ page, hangar }) => {
      const { url } = hangar.ready;
      await open(page, '/traffic/findings');
      await expect(page.getByText('No findings')).toBeVisible();
      const { json } = await call(url, '/v0/tasks/execute', {
        ...GOOD,
        paramValues: { ...GOOD.paramValues, amuont: 5 },
      });
      const row = rowsOf(page, 'Findings').first();
      await expect(row).toContainText('Values were ignored');
      await expect(row).toContainText('warning');
      await expect(page.getByRole('tab', { name: 'Findings 1' })).toHaveAttribute('aria-selected', 'true');
      await expectAccessibleInBothThemes(page);
      await row.click();
      const finding = page.getByRole('region', { name: 'Finding', exact: true });
      await expect(finding).toContainText('amuont');
      await expect(finding).toContainText('X-Hangar-Warning');
      await expectAccessibleInBothThemes(page);
      await finding.getByRole('link', { name: `run…${json['runID']?.slice(-4)}` }).click();
      await expect(page).toHaveURL(new RegExp(`/runs/${json['runID']}$`));
      await page.goBack();
      await finding.getByRole('link', { name: 'refund', exact: true }).click();
      await expect(detail(page)).toHaveText('POST /v0/tasks/execute');
      await page.getByRole('tab', { name: /^Findings/ }).click();
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await expect(page.getByText('No findings')).toBeVisible();
    },
  );
});
