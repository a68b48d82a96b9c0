import { type Authored, openWindow, type TestWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import type { TrafficItem } from '../../renderer/core/data/hangar.ts';
import { requestWords } from '../../renderer/core/traffic/request-words.ts';

test('a request to a wrong path shows a suggestion, its time and its caller, and no rule of another operation', async () => {
  const { page, user, send } = await openWindow({ workspace: {}, path: '/traffic' });
  await page.findByText('No requests yet');
  await send('/v0/task/execute', { slug: 'greet' }, { 'User-Agent': 'sdk/js 0.2' });
  const row = await page.findByRole('option', { name: /^POST task\/execute/ });
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

test('a row names its sender only where it is not that of most rows', async () => {
  const { page, execute, emulator } = await openWindow({
    workspace: { tasks: [{ slug: 'plain' }] },
    path: '/traffic',
  });
  await page.findByText('No requests yet');
  await execute('plain');
  await execute('plain');
  await fetch(`${emulator().url}/v0/runs/list`, { headers: { 'user-agent': 'shop/1.2' } });
  const other = await page.findByRole('option', { name: /^No API key/ });
  expect(other.textContent).toContain(' · from shop 1.2');
  for (const row of page.getAllByRole('option', { name: /^plain/ }))
    expect(row.textContent).toMatch(/tasks\/execute → run…\w{4}(?:now|\d+ s)$/);
});

test('a refused call is named after the task and the value in its body', async () => {
  const { page, send } = await openWindow({ workspace: { tasks: [{ slug: 'refund' }] }, path: '/traffic' });
  await page.findByText('No requests yet');
  await send('/v0/tasks/execute', { slug: 'refunds', paramValues: { order_id: 'AB1044' } });
  await page.findByRole('option', { name: /^refunds AB1044 ?404 .*tasks\/execute: / });
});

test('a row says in words what happened, with badges for a fault, a replay and a finding', async () => {
  const parameters = [{ slug: 'order_id', name: 'Order', type: 'string' as const }];
  const { page, send, emulator } = await openWindow({
    workspace: { tasks: [{ slug: 'refund', parameters }] },
    path: '/traffic',
  });
  await page.findByText('No requests yet');
  await emulator().faults.add({ slug: 'busy', kind: 'error', status: 429, times: 1, match: {} });
  const body = { slug: 'refund', paramValues: { order_id: 'AB1042', amuont: 1 } };
  const call = () => send('/v0/tasks/execute', body, { 'Idempotency-Key': 'one' });
  await call();
  const { runID } = (await (await call()).json()) as { runID: string };
  await call();
  await waitFor(async () => {
    const answer = await send(`/v0/runs/get?id=${runID}`);
    expect(await answer.json()).toMatchObject({ status: 'Succeeded' });
  });
  const made = `^refund AB1042 ?200 .*tasks/execute → run…${runID.slice(-4)}`;
  await page.findByRole('option', { name: /^refund AB1042 ?200 .*runs\/get: Succeeded/ });
  await page.findByRole('option', { name: new RegExp(`${made}.*replay`) });
  await page.findByRole('option', { name: new RegExp(`${made}.*Values were ignored`) });
  await page.findByRole('option', { name: /^refund AB1042 ?429 .*tasks\/execute: .*busy/ });
});

test.each(['constructor', '__proto__', 'toString'])('a request to /v0/%s is not an operation in words', (name) => {
  const row = {
    method: 'GET',
    path: `/v0/${name}`,
    webhook: '',
    sessionID: '',
    runID: '',
    promptID: '',
  } as TrafficItem;
  expect(requestWords(row).title).toBe(`GET ${name}`);
});

describe('findings', () => {
  const workspace: Authored = { tasks: [{ slug: 'refund', parameters: [{ slug: 'order_id' }] }] };

  /** Opens the findings of a client that lost an answer and repeated its call without a key, and then misspelt a value. */
  async function open(): Promise<TestWindow & { readonly call: (order: string, key?: string) => Promise<unknown> }> {
    const opened = await openWindow({ workspace, path: '/traffic/findings' });
    const { faults } = opened.emulator();
    const send = (paramValues: object, headers = {}) =>
      opened.send('/v0/tasks/execute', { slug: 'refund', paramValues }, headers).catch(() => undefined);
    const call = (order_id: string, key = '') => send({ order_id }, key === '' ? {} : { 'Idempotency-Key': key });
    await opened.page.findByText('No findings');
    for (const order of ['AB1', 'AB2']) {
      await faults.add({ slug: `lost_${order}`, kind: 'lose', times: 1, match: {} });
      await call(order);
      await call(order);
    }
    await send({ order_id: 'AB3', odrer: 1 });
    await opened.page.findByRole('option', { name: /Values were ignored/ });
    return { ...opened, call };
  }

  test('are grouped by kind, errors first, with the values of the requests and the change to make', async () => {
    const { page, user } = await open();
    const rows = page.getAllByRole('option').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^Executed twice2×.*error/),
      expect.stringMatching(/^Values were ignored1×.*warning/),
    ]);
    page.getByRole('tab', { name: 'Findings 2' });
    await user.click(page.getByRole('option', { name: /Executed twice/ }));
    const finding = within(await page.findByRole('region', { name: 'Finding' }));
    expect(finding.getAllByRole('row', { name: /^refund AB[12] .*none/ })).toHaveLength(4);
    expect(finding.getByLabelText('The change').textContent).toMatch(/^- headers: .*\+ headers: .*Idempotency-Key/);
  });

  test('a fix is tested by the fault that provokes the mistake, and says what came', async () => {
    const { page, user, call } = await open();
    await user.click(page.getByRole('option', { name: /Executed twice/ }));
    await user.click(await page.findByRole('button', { name: 'Test the fix' }));
    const test = within(await page.findByRole('region', { name: 'Test of the fix' }));
    await test.findByText(
      /^The next of tasks\/execute for refund: executed, but the answer is lost\. Let your program/,
    );
    await call('AB9', 'key-9');
    await call('AB9', 'key-9');
    await test.findByText('This client survives a lost answer: 2 attempts, one run.');
  });

  test('a kind is ignored, and shown again', async () => {
    const { page, user } = await open();
    await user.click(page.getByRole('option', { name: /Values were ignored/ }));
    await user.click(await page.findByRole('button', { name: 'Ignore this kind' }));
    await waitFor(() => expect(page.getAllByRole('option')).toHaveLength(1));
    page.getByRole('tab', { name: 'Findings 1' });
    await user.click(page.getByRole('button', { name: 'Show 1 ignored' }));
    await page.findByRole('option', { name: /Values were ignored/ });
  });
});
