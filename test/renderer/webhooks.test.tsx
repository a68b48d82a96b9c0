import { openWindow } from './support/window.tsx';
import { expect, test } from 'vitest';

test('deliveries stand still while the pointer is over them', async () => {
  const { page, user, hangar } = await openWindow({
    workspace: { tasks: [{ slug: 'hooked', webhooks: { paid: {} } }] },
    path: '/webhooks/hooked/paid/deliveries',
  });
  await page.findByText('No deliveries yet');
  const [webhook] = (await hangar.api.webhooks.list()).webhooks;
  const deliver = async () => fetch(webhook?.url ?? '', { method: 'POST' });
  await deliver();
  const rows = async () => (await page.findAllByRole('row')).length - 1;
  await user.hover((await page.findAllByRole('row'))[1] ?? document.body);
  await deliver();
  await page.findByText('1 latest deliveries · 1 new when you leave the list');
  expect(await rows()).toBe(1);
  await user.hover(page.getByRole('heading', { level: 1 }));
  await page.findByText('2 latest deliveries');
  expect(await rows()).toBe(2);
});
