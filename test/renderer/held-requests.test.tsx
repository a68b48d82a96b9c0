import { openWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

const parameters = [{ slug: 'order_id', name: 'Order', type: 'string' as const }];

/** A window at the traffic, and a client whose calls a fault holds. */
async function open() {
  const window = await openWindow({ workspace: { tasks: [{ slug: 'refund', parameters }] }, path: '/traffic' });
  await window.page.findByText('No requests yet');
  const { url, apiKey } = window.emulator();
  const call = (order: string) =>
    fetch(`${url}/v0/tasks/execute`, {
      method: 'POST',
      headers: { 'X-Service-API-Key': apiKey, 'User-Agent': 'worker/1.2' },
      body: JSON.stringify({ slug: 'refund', paramValues: { order_id: order } }),
    });
  const hold = () => window.emulator().faults.add({ slug: 'stop', kind: 'hold', seconds: null });
  return { ...window, call, hold };
}

test('a held request is in the tray with what it asks for, until it continues', async () => {
  const { page, user, call, hold } = await open();
  await hold();
  const answer = call('AB1042');
  const tray = within(await page.findByRole('region', { name: 'Held' }));
  const list = within(tray.getByRole('listbox', { name: 'Held requests' }));
  expect(list.getByRole('option').textContent).toMatch(/^refund AB1042.*not yet executed · worker 1\.2$/);
  expect((await page.findByRole('link', { name: '1 held' })).getAttribute('href')).toBe('/traffic');
  await user.click(tray.getByRole('button', { name: 'Continue' }));
  expect((await answer).status).toBe(200);
  await waitFor(() => expect(page.queryByRole('region', { name: 'Held' })).toBeNull());
  expect(page.queryByRole('link', { name: '1 held' })).toBeNull();
});

test('of several held requests the chosen one goes on with C, and opens with Enter', async () => {
  const { page, user, call, hold } = await open();
  await hold();
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

test('the next request like one of the log is held by a button', async () => {
  const { page, user, call, emulator } = await open();
  await call('AB1');
  await user.click(await page.findByRole('option', { name: /tasks\/execute/ }));
  await user.click(await page.findByRole('button', { name: 'Hold the next one' }));
  await page.findByText('The next one is held, for 60 s at most');
  const second = call('AB2');
  await page.findByRole('option', { name: /refund AB2 .*not yet executed/ });
  emulator().held.releaseAll();
  expect((await second).status).toBe(200);
});
