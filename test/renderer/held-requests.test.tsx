import { openWindow } from './support/window.tsx';
import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';

test('of several held requests the chosen one goes on with C, and opens with Enter', async () => {
  const parameters = [{ slug: 'order_id', name: 'Order', type: 'string' as const }];
  const { page, user, send, emulator } = await openWindow({
    workspace: { tasks: [{ slug: 'refund', parameters }] },
    path: '/traffic',
  });
  await page.findByText('No requests yet');
  await emulator().faults.add({ slug: 'stop', kind: 'hold', seconds: null });
  const call = (order: string) => send('/v0/tasks/execute', { slug: 'refund', paramValues: { order_id: order } });
  const first = call('AB1');
  await page.findByRole('option', { name: /refund AB1 / });
  const second = call('AB2');
  await page.findByRole('option', { name: /refund AB2 / });
  page.getByRole('listbox', { name: 'Held requests' }).focus();
  await user.keyboard('jc');
  expect((await second).status).toBe(200);
  await waitFor(() => expect(page.queryByRole('option', { name: /refund AB2 .*not yet/ })).toBeNull());
  await user.keyboard('{Enter}');
  await page.findByRole('heading', { level: 1, name: 'POST /v0/tasks/execute' });
  await user.keyboard('c');
  expect((await first).status).toBe(200);
});
