import { type Authored, openWindow } from './support/window.tsx';
import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';

test('deliveries are frozen while the pointer is over them', async () => {
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
  await page.findByText('2 deliveries · 1 new, shown when the pointer leaves');
  expect(await rows()).toBe(1);
  await user.hover(page.getByRole('heading', { level: 1 }));
  await page.findByText('2 deliveries');
  expect(await rows()).toBe(2);
});

test('a delivery whose answer was lost is no success', async () => {
  const { page, hangar } = await openWindow({
    workspace: { tasks: [{ slug: 'hooked', webhooks: ['paid'] }] },
    path: '/webhooks/hooked/paid/deliveries',
  });
  await page.findByText('No deliveries yet');
  await hangar.api.faults.create({ body: { slug: 'lost', kind: 'lose', match: { operation: 'webhook' } } });
  const [webhook] = (await hangar.api.webhooks.list()).webhooks;
  await expect(fetch(webhook?.url ?? '', { method: 'POST' })).rejects.toThrow();
  expect((await page.findByText('no answer')).dataset['tone']).toBe('off');
});

const demanding: NonNullable<Authored['tasks']>[number] = {
  slug: 'discount',
  parameters: [
    { slug: 'customer' },
    { slug: 'percent_off', type: 'integer' },
    { slug: 'note', constraints: { optional: true } },
    { slug: 'how', default: 'mail' },
    { slug: 'when', hidden: 'params.how === "mail"' },
  ],
  webhooks: ['wanted'],
};

const DEMANDS = /This task requires customer and percent_off, which a webhook cannot fill: make them optional/;

test.each([
  ['/tasks/demanding/webhooks', undefined],
  ['/webhooks/new', 'discount'],
  ['/webhooks/discount/wanted', undefined],
  ['/webhooks/discount/wanted/test', undefined],
])(
  '%s says that a webhook of a task with required parameters cannot succeed, and makes them optional',
  async (path, chosen) => {
    const { page, user } = await openWindow({ workspace: { tasks: [{ id: 'demanding', ...demanding }] }, path });
    if (chosen !== undefined) await user.selectOptions(await page.findByRole('combobox', { name: 'Task' }), chosen);
    await page.findByText(DEMANDS);
    await user.click(page.getByRole('button', { name: 'Make both optional' }));
    await waitFor(() => expect(page.queryByText(DEMANDS)).toBeNull());
  },
);

test('required parameters give no warning when the webhook sets all of them', async () => {
  const parameters = [{ slug: 'webhook_payload', type: 'json' } as const];
  const { page } = await openWindow({
    workspace: { tasks: [{ slug: 'hooked', parameters, webhooks: ['paid'] }] },
    path: '/webhooks/hooked/paid/test',
  });
  await page.findByRole('button', { name: 'Send test' });
  expect(page.queryByText(/cannot fill/)).toBeNull();
});

test.each(['/tasks/hooked_task/webhooks', '/webhooks/hooked/paid'])(
  '%s tells where the task finds what was posted, and what comes with it',
  async (path) => {
    const { page } = await openWindow({
      workspace: { tasks: [{ id: 'hooked_task', slug: 'hooked', webhooks: ['paid'] }] },
      path,
    });
    expect((await page.findByText(/finds the JSON that was posted under/)).textContent).toContain(
      'params.webhook_payload.body',
    );
    expect(page.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'body',
      'headers',
      'rawBody',
      'slug',
    ]);
  },
);

test('a test starts with the body fields that the task reads, and can be cleared', async () => {
  const text = '{{ params.webhook_payload.body.customer.name.trim() }} {{ params.webhook_payload.body.percent }}';
  const steps = [{ do: 'log', level: 'info', text } as const];
  const parameters = [{ slug: 'percent', type: 'integer', constraints: { optional: true } } as const];
  const { page, user } = await openWindow({
    workspace: { tasks: [{ slug: 'hooked', parameters, webhooks: ['paid'], behavior: { kind: 'steps', steps } }] },
    path: '/webhooks/hooked/paid/test',
  });
  const body = await page.findByRole('textbox', { name: 'Body' });
  const lines = () => [...body.querySelectorAll('.cm-line')].map(({ textContent }) => textContent).join('');
  expect(JSON.parse(lines())).toEqual({ percent: 1, customer: { name: 'text' } });
  await user.type(page.getByRole('textbox', { name: 'Headers' }), 'X');
  await page.findByText('Input kept on this computer');
  expect(page.queryByText(/Unsaved changes/)).toBeNull();
  await user.click(page.getByRole('button', { name: 'Clear' }));
  expect(page.getByRole('textbox', { name: 'Headers' })).toHaveProperty('value', 'Content-Type: application/json');
});
