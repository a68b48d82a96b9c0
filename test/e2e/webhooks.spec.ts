import { expectAccessible } from './support/accessible.ts';
import { replaceCode } from './support/code.ts';
import { expect, type Page, test } from './support/hangar.ts';
import { fact } from './support/facts.ts';
import { open } from './support/pages.ts';
import { copied, rowsOf } from './support/list.ts';

/** Verifies the signature as the contract tells tasks to: over the decoded raw body. */
const VERIFY = `
import { createHmac } from 'node:crypto';
export default ({ params }) => {
  const { headers, rawBody, slug } = params.webhook_payload;
  const raw = Buffer.from(rawBody, 'base64');
  const digest = createHmac('sha256', 'whsec_öä').update(raw).digest('hex');
  return { slug, raw: raw.toString('utf8'), verified: headers['X-Shop-Signature'] === digest };
};`;

test.use({
  workspace: {
    environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
    tasks: [
      { slug: 'verify', name: 'Verify a signature', behavior: { kind: 'script', source: VERIFY } },
      { slug: 'plain', webhooks: { old_one: { secret: 'known' } } },
    ],
  },
});

async function declare(page: Page, slug: string) {
  await page.getByRole('link', { name: 'New webhook' }).first().click();
  await page.getByRole('combobox', { name: 'Task' }).selectOption({ label: 'Verify a signature (verify)' });
  await page.getByRole('textbox', { name: 'Slug' }).fill(slug);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(slug);
}

const answer = (page: Page) => page.getByRole('region', { name: 'Answer', exact: true });

fact.describe('a webhook is declared, tested and deleted', () => {
  fact.describe.configure({ mode: 'default' });

  fact('a webhook is declared, copied, and deleted with a way back to the same URL', async ({ page, api }) => {
    await open(page, '/webhooks/new');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await expect(page.getByText('Choose a task', { exact: true })).toBeVisible();
    const task = page.getByRole('combobox', { name: 'Task' });
    await task.selectOption({ label: 'plain' });
    await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue('plain');
    await task.selectOption({ label: 'Verify a signature (verify)' });
    await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue('verify');
    await page.getByRole('textbox', { name: 'Slug' }).fill('Order-Paid');
    await expect(page.getByText('Must start with a lowercase letter')).toBeVisible();
    await expectAccessible(page);
    await declare(page, 'order_paid');
    const { webhooks } = await api.emulator.webhooks.list();
    const urls = webhooks.filter(({ webhook }) => webhook === 'order_paid').map(({ url }) => url);
    expect(urls).toHaveLength(2);
    for (const url of urls) await expect(page.getByText(url)).toBeVisible();
    await page.getByRole('button', { name: 'Copy the URL for prod' }).click();
    await expect.poll(() => copied(page)).toBe(urls.find((url) => url.includes('/prod/')));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(rowsOf(page, 'Webhooks')).toHaveCount(1);
    expect((await api.emulator.definitions.tasks.get({ params: { id: 'verify' } })).webhooks).toEqual([]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(rowsOf(page, 'Webhooks')).toHaveCount(2);
    expect((await api.emulator.webhooks.list()).webhooks).toEqual(expect.arrayContaining(webhooks));
  });

  fact('a test is fired with a signature over its exact bytes, and without one', async ({ page, api }) => {
    await open(page, '/webhooks');
    await declare(page, 'order_paid');
    await page.getByRole('tab', { name: 'Send test' }).click();
    const body = '{ "total": "12 €",\n "id": 7 }';
    await replaceCode(page.getByRole('textbox', { name: 'Body' }), body);
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(answer(page)).toContainText('200');
    const unsigned = await answer(page).getByRole('link', { name: /^run/ }).first().innerText();
    await page.getByRole('checkbox', { name: 'Sign with HMAC-SHA256' }).check();
    await page.getByRole('textbox', { name: 'Signing secret' }).fill('whsec_öä');
    await page.getByRole('textbox', { name: 'Signature header' }).fill('X-Shop-Signature');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(answer(page).getByRole('link', { name: /^run/ }).first()).not.toHaveText(unsigned);
    const signed = await answer(page).getByRole('link', { name: /^run/ }).first().innerText();
    const outputOf = async (link: string) => {
      const id = link.split(' ')[0] ?? '';
      await expect.poll(async () => (await api.v0.runs.get({ query: { id } })).status).toBe('Succeeded');
      return (await api.v0.runs.getOutputs({ query: { id } })).output;
    };
    expect([await outputOf(unsigned), await outputOf(signed)]).toEqual([
      { slug: 'order_paid', raw: body, verified: false },
      { slug: 'order_paid', raw: body, verified: true },
    ]);
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    const rows = page.getByRole('tabpanel', { name: 'Deliveries' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText('Succeeded');
    await expectAccessible(page);
    // Live: somebody else posts to the other environment.
    const { webhooks } = await api.emulator.webhooks.list();
    const prod = webhooks.find(({ webhook, environment }) => webhook === 'order_paid' && environment === 'prod');
    await fetch(prod?.url ?? '', { method: 'POST', body: '{}' });
    await expect(rows.nth(1)).toContainText('prod');
    await rows.nth(1).getByRole('link', { name: /^run/ }).first().click();
    await expect(page).toHaveURL(/\/runs\/run/);
  });

  fact(
    'a test with an invalid header is not sent: its field says so, and has the focus',
    { tag: '@variant' },
    async ({ page, api }) => {
      await open(page, '/webhooks');
      await declare(page, 'order_paid');
      await page.getByRole('tab', { name: 'Send test' }).click();
      const headers = page.getByRole('textbox', { name: 'Headers' });
      await headers.fill('nonsense');
      await page.getByRole('button', { name: 'Send test' }).click();
      await expect(headers).toBeFocused();
      await expect(headers).toHaveAccessibleDescription(/“nonsense” is not a header/);
      expect((await api.emulator.traffic.list({ query: { webhook: 'order_paid' } })).entries).toEqual([]);
    },
  );
});

test.describe('with a service token required', () => {
  test.use({ allowedInConsole: [/status of 401/] });

  test('only requests with a key pass, and the refused ones stand among the deliveries', async ({ page, api }) => {
    await page.goto('/webhooks/plain/old_one');
    await page.getByRole('switch', { name: 'Require an API key' }).click({ force: true });
    await expect(page.getByText('key required').first()).toBeVisible();
    const task = await api.emulator.definitions.tasks.get({ params: { id: 'plain' } });
    expect(task.webhooks).toEqual({ old_one: { requireServiceToken: true, secret: 'known' } });
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Send test' }).click();
    const key = page.getByRole('checkbox', { name: 'Send an API key' });
    await expect(key).toBeChecked();
    await key.uncheck();
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(answer(page)).toContainText('401');
    await key.check();
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(answer(page)).toContainText('200');
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    const rows = page.getByRole('tabpanel', { name: 'Deliveries' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText('200');
    await expect(rows.nth(2)).toContainText('401');
    await expect(rows.nth(2)).toContainText('has no API key');
  });
});
