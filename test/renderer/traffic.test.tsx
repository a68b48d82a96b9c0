import { openWindow } from './support/window.tsx';
import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { TrafficItem } from '../../renderer/core/data/hangar.ts';
import { requestWords } from '../../renderer/core/traffic/request-words.ts';

test('a request to a wrong path shows a suggestion, its time and its caller, and no rule of another operation', async () => {
  const { page, user, emulator } = await openWindow({ workspace: {}, path: '/traffic' });
  await page.findByText('No requests yet');
  const { url, apiKey } = emulator();
  await fetch(`${url}/v0/task/execute`, {
    method: 'POST',
    headers: { 'X-Service-API-Key': apiKey, 'User-Agent': 'sdk/js 0.2' },
    body: '{"slug":"greet"}',
  });
  const row = await page.findByRole('option', { name: /POST task\/execute/ });
  expect(row.querySelector('time')?.title).toMatch(/\+00$/);
  await user.click(row);
  const why = await page.findByRole('region', { name: 'Explanation' });
  expect(why.textContent).toContain('Did you mean /v0/tasks/execute?');
  expect(why.textContent).not.toContain('id-field');
  const unread = 'A body of 16 bytes was sent, but not read: the request was refused first.';
  await page.findByText(new RegExp(`^${unread} .*Did you mean`));
  await user.click(page.getByRole('tab', { name: 'Raw' }));
  expect((await page.findByRole('region', { name: 'Raw request' })).textContent).toContain(`[${unread}`);
});

test('a row shows the calling API key', async () => {
  const { page, execute } = await openWindow({ workspace: { tasks: [{ slug: 'plain' }] }, path: '/traffic' });
  await page.findByText('No requests yet');
  await execute('plain');
  const row = await page.findByRole('option', { name: /POST tasks\/execute/ });
  expect(row.textContent).toMatch(/Execute plain +→ run…\w{4} · node · local/);
});

test('a row says in words what happened, with badges for a fault, a replay and a finding', async () => {
  const parameters = [{ slug: 'order_id', name: 'Order', type: 'string' as const }];
  const { page, emulator } = await openWindow({
    workspace: { tasks: [{ slug: 'refund', parameters }] },
    path: '/traffic',
  });
  await page.findByText('No requests yet');
  const { url, apiKey } = emulator();
  const call = (path: string, body: object | undefined, headers = {}) =>
    fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-Service-API-Key': apiKey, 'User-Agent': 'shop/1.2', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  await emulator().faults.add({ slug: 'busy', kind: 'error', status: 429, times: 1, match: {} });
  const body = { slug: 'refund', paramValues: { order_id: 'AB1042', amuont: 1 } };
  await call('/v0/tasks/execute', body, { 'Idempotency-Key': 'one' });
  const { runID } = (await (await call('/v0/tasks/execute', body, { 'Idempotency-Key': 'one' })).json()) as {
    runID: string;
  };
  await call('/v0/tasks/execute', body, { 'Idempotency-Key': 'one' });
  await waitFor(async () => {
    const answer = await call(`/v0/runs/get?id=${runID}`, undefined);
    expect(await answer.json()).toMatchObject({ status: 'Succeeded' });
  });
  const made = `Execute refund AB1042 → run…${runID.slice(-4)}`;
  await page.findByRole('option', { name: /GET runs\/get .*Status of refund AB1042 is Succeeded · shop 1.2/ });
  await page.findByRole('option', { name: new RegExp(`${made}.*replay`) });
  await page.findByRole('option', { name: new RegExp(`${made}.*Values were ignored`) });
  await page.findByRole('option', { name: /POST tasks\/execute ?429 .*busy/ });
});

test.each(['constructor', '__proto__', 'toString'])('a request to /v0/%s is not an operation in words', (name) => {
  const row = { path: `/v0/${name}`, webhook: '', sessionID: '', runID: '', promptID: '' } as TrafficItem;
  expect(requestWords(row).operation).toBe('');
});
