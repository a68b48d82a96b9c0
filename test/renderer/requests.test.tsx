import { type Authored, openWindow, type TestWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { HELD, heldRun } from '../support/held-run.ts';
import { liveClient } from '../support/live.ts';

const PAY = 'tskpay00000000000000';

const workspace: Authored = {
  users: [{ name: 'Ada', email: 'ada@example.com', role: 'admin' }],
  tasks: [
    { slug: 'ask', behavior: HELD },
    { slug: 'asks', behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'May I?' }] } },
    {
      id: PAY,
      slug: 'pay',
      name: 'Pay out',
      requireRequests: true,
      parameters: [{ slug: 'amount', name: 'Amount', type: 'integer' }],
      behavior: { kind: 'steps', steps: [] },
    },
  ],
};

/** A window at a path, and a function that makes a request of a run; it resolves to the request's ID. */
async function open(path: string): Promise<TestWindow & { request: (reason: string) => Promise<string> }> {
  const window = await openWindow({ workspace, path });
  const { url, apiKey } = window.emulator();
  const { key } = await heldRun(liveClient(url, apiKey).api, 'ask');
  const { runtime } = liveClient(url, key).api;
  const request = async (reason: string) => {
    const requestData = { taskData: { paramValues: { amount: 5 } } };
    const body = { triggerID: `trg${PAY}`, reason, requestData };
    return (await runtime.requests.create({ body })).triggerRequestID;
  };
  return { ...window, request };
}

describe('a request for approval', () => {
  test('is rejected with a reason by its button, and by Ctrl and a full stop', async () => {
    const { page, user, request, hangar } = await open('/prompts');
    const [first, second] = [await request('First'), await request('Second')];
    await user.click(await page.findByText('First'));
    await user.type(await page.findByRole('textbox', { name: 'Reason' }), 'Too much');
    await user.click(page.getByRole('button', { name: /^Reject/ }));
    await page.findByText('Rejected by You (local user): Too much');
    expect((await hangar.api.requests.get({ params: { id: first } })).request.rejectedReason).toBe('Too much');
    await user.click(await page.findByText('Second'));
    await page.findByRole('button', { name: /^Approve/ });
    await user.keyboard('{Control>}.{/Control}');
    await waitFor(async () =>
      expect((await hangar.api.requests.get({ params: { id: second } })).request.status).toBe('rejected'),
    );
  });
});

test('approvals are filtered together with prompts', async () => {
  const { page, request } = await open('/prompts?q=invoice');
  await request('Invoice 9');
  await request('Another one');
  await page.findByText('1 of 2');
  const list = page.getByRole('listbox', { name: 'Prompts' });
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Invoice 9')]);
  await page.findByText('1 prompt or approval hidden by the filter');
});

test('requests stand on the overview before prompts, and in the title of every page', async () => {
  const { page, user, request, hangar } = await open('/overview');
  await hangar.api.runs.execute({ params: { id: 'asks' }, body: {} });
  const id = await request('Invoice 9');
  // The row of the run names its question, too.
  const pending = await page.findByRole('region', { name: 'Pending approvals and prompts' });
  const rows = () =>
    within(pending)
      .getAllByRole('link', { name: /Invoice 9|May I\?/ })
      .map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(rows()).toEqual([expect.stringContaining('Invoice 9'), expect.stringContaining('May I?')]),
  );
  await waitFor(() => expect(document.title).toMatch(/^Overview \(2\)/));
  await user.click(page.getByRole('link', { name: /Invoice 9/ }));
  expect(location.pathname).toBe(`/prompts/${id}`);
});

test('a task requires requests by a check box in its limits', async () => {
  const { page, user, hangar } = await open(`/tasks/${PAY}`);
  await user.click(await page.findByRole('tab', { name: 'Limits' }));
  const box = await page.findByRole('checkbox', { name: 'Require approval' });
  expect(box).toHaveProperty('checked', true);
  await user.click(box);
  await user.click(page.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect((await hangar.api.definitions.tasks.get({ params: { id: PAY } })).requireRequests).toBe(false),
  );
});

test('a key of an admin bypasses requests by a check box', async () => {
  const { page, user, hangar } = await open('/api-keys/new');
  await user.type(await page.findByRole('textbox', { name: 'Name' }), 'deploy');
  await user.click(page.getByRole('checkbox', { name: 'Execute without approval' }));
  await user.click(page.getByRole('button', { name: /^(Create|Save|Add)/ }));
  await waitFor(async () =>
    expect(
      (await hangar.api.definitions.apiKeys.list()).items.map(({ name, requests }) => [name, requests]),
    ).toContainEqual(['deploy', 'bypass']),
  );
});
