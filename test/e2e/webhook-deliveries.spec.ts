import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, test } from './support/hangar.ts';

/** Verifies the signature over the bytes of the body. */
const VERIFY = `
import { createHmac } from 'node:crypto';
export default ({ params }) => {
  const { headers, rawBody } = params.webhook_payload;
  const digest = createHmac('sha256', 'whsec_shop').update(Buffer.from(rawBody, 'base64')).digest('hex');
  return { verified: headers['X-Shop-Signature'] === digest };
};`;

test.use({
  workspace: {
    tasks: [{ slug: 'verify', webhooks: { paid: { secret: 'known' } }, behavior: { kind: 'script', source: VERIFY } }],
  },
});

test('a delivery is shown whole, sent again as it was, and signed with the kept secret', async ({ page, api }) => {
  const { webhooks } = await api.emulator.webhooks.list();
  const url = webhooks.find(({ webhook }) => webhook === 'paid')?.url ?? '';
  const post = { method: 'POST', body: '{"order":"AB1"}', headers: { 'X-Shop-Signature': 'wrong', 'X-Try': '1' } };
  await fetch(url, post);

  await page.goto('/webhooks/verify/paid/test');
  await page.getByRole('checkbox', { name: 'Sign with HMAC-SHA256' }).check();
  await page.getByRole('textbox', { name: 'Signing secret' }).fill('whsec_shop');
  await page.getByRole('textbox', { name: 'Signature header' }).fill('X-Shop-Signature');
  await page.getByRole('button', { name: 'Save with the webhook' }).click();
  await expect(page.getByText(/^Saved in the workspace file/)).toBeVisible();
  expect((await api.emulator.definitions.tasks.get({ params: { id: 'verify' } })).webhooks).toEqual({
    paid: {
      requireServiceToken: false,
      secret: 'known',
      signing: { secret: 'whsec_shop', header: 'X-Shop-Signature' },
    },
  });

  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: 'Details' }).first().click();
  const panel = page.getByRole('tabpanel', { name: 'Deliveries' });
  await expect(panel.getByRole('region', { name: 'Request' })).toContainText('{"order":"AB1"}');
  await expect(panel.getByRole('region', { name: 'Answer' })).toContainText('"runID"');
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await panel.getByRole('button', { name: 'Resend', exact: true }).click();
  await expect(panel.getByText(/^Sent: 200$/)).toBeVisible();
  await panel.getByRole('button', { name: 'Sign and resend' }).click();
  // The first one, as it was, and signed anew; newest first.
  const verified = async () => {
    const { runs } = await api.emulator.runs.list({ query: { task: 'verify' } });
    const outputs = runs.map(async ({ id }) => (await api.v0.runs.getOutputs({ query: { id } })).output);
    return (await Promise.all(outputs)) as { verified?: boolean }[];
  };
  await expect.poll(verified).toEqual([{ verified: true }, { verified: false }, { verified: false }]);

  const { entries } = await api.emulator.traffic.list({ query: {} });
  const delivery = entries.find((row) => row.webhook === 'paid')?.id ?? '';
  // In a narrow window, it is in a menu.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/traffic/${delivery}`);
  await page.getByRole('button', { name: 'Sign again' }).click();
  await expect(page).not.toHaveURL(new RegExp(`${delivery}$`));
  await expect.poll(async () => (await verified()).slice(0, 2)).toEqual([{ verified: true }, { verified: true }]);

  await page.goto('/webhooks/verify/paid/test');
  await expect(page.getByRole('textbox', { name: 'Signing secret' })).toHaveValue('whsec_shop');
  await expect(page.getByRole('button', { name: 'Send test' })).toBeVisible();
});
