import { type Authored, openWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { rowOfRun } from './support/row-of-run.ts';

const ask: NonNullable<Authored['tasks']>[number] = {
  slug: 'ask',
  name: 'Ask somebody',
  behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'May I?' }] },
};

test('the snippets of the overview call a task without required parameters, and the chosen ones', async () => {
  const { page, user } = await openWindow({
    workspace: {
      tasks: [
        { slug: 'wants_file', parameters: [{ slug: 'file', type: 'upload' }] },
        { slug: 'wants_form', parameters: [{ slug: 'code', constraints: { regex: '[A-Z]{7}' } }] },
        { slug: 'wants_resource', resources: { db: 'not_there' } },
        { id: 'takes_any_id', slug: 'takes_any', name: 'Takes anything', parameters: [{ slug: 'text' }] },
      ],
    },
  });
  const choice = await page.findByRole('combobox', { name: 'Task' });
  expect(choice).toHaveProperty('value', 'takes_any_id');
  expect(page.queryByText('Replace the example values')).toBeNull();
  await user.selectOptions(choice, 'wants_form');
  await page.findByText('Replace the example values');
  expect(page.getByRole('region', { name: 'curl snippet' }).textContent).toContain('"slug":"wants_form"');
  await user.selectOptions(choice, 'Takes anything');
  expect(page.getByRole('region', { name: 'curl snippet' }).textContent).toContain('"slug":"takes_any"');
});

test('without a task, the overview says where its snippets come from', async () => {
  const { page } = await openWindow({ workspace: {} });
  await page.findByText('Create a task, and the code that executes it appears here.');
});

test('the webhook to try from the overview needs no key', async () => {
  const webhooks = { closed: { requireServiceToken: true }, free: {} };
  const { page } = await openWindow({ workspace: { tasks: [{ slug: 'hooked', webhooks }] } });
  await page.findByText('Webhook free');
});

test('prompts and runs of the overview are frozen while the pointer is over them', async () => {
  const { page, user, execute } = await openWindow({ workspace: { tasks: [ask] } });
  const first = await execute('ask');
  const asked = () =>
    page
      .getAllByRole('link', { name: /May I\?/ })
      .filter((link) => /^\/prompts\//.test(link.getAttribute('href') ?? ''));
  await waitFor(() => expect(asked()).toHaveLength(1));
  await user.hover(await rowOfRun(first));
  const second = await execute('ask');
  await page.findByRole('link', { name: /Prompts ?2/ });
  const prompts = await page.findByRole('heading', { name: 'Pending prompts · 1 new, shown when the pointer leaves' });
  await page.findByRole('heading', { name: 'Latest runs · 1 new, shown when the pointer leaves' });
  expect(asked()).toHaveLength(1);
  await user.unhover(prompts);
  await user.hover(page.getByRole('heading', { level: 1 }));
  await rowOfRun(second);
  await waitFor(() => expect(asked()).toHaveLength(2));
});

test('before the first run the overview has steps in place of the coverage, and shows the first request', async () => {
  const { page, emulator } = await openWindow({ workspace: { tasks: [ask] } });
  await page.findByText('No requests yet. Programs that send requests appear here.');
  expect(page.queryByRole('region', { name: 'Coverage' })).toBeNull();
  await page.findByText(/^Listening on port \d+\. The first request appears here\.$/);
  // A request that makes no run is seen, too.
  await fetch(`${emulator().url}/v0/runs/list?taskID=none`, { headers: { 'user-agent': 'shop/2.3' } });
  const client = await page.findByRole('link', { name: /^shop 2\.3 ?Every request 401: / });
  expect(client.getAttribute('href')).toBe(`/traffic?q=${encodeURIComponent('client:"shop/2.3"')}`);
  const first = page.getByRole('link', { name: 'GET /v0/runs/list' });
  expect(first.getAttribute('href')).toMatch(/^\/traffic\/trf/);
  expect(first.parentElement?.textContent).toContain('Answered 401.');
});

test('the first call of a program folds the steps before it and shows its run; then its answer is lost', async () => {
  const opened = await openWindow({ workspace: { tasks: [{ slug: 'refund' }] } });
  const { page, user } = opened;
  await page.findByText(/^Listening on port/);
  const headers = { 'user-agent': 'shop/2.3', 'Idempotency-Key': 'one' };
  const call = () => opened.send('/v0/tasks/execute', { slug: 'refund' }, headers).catch(() => undefined);
  await call();
  await page.findByRole('region', { name: 'The first call' });
  expect(page.queryByRole('region', { name: 'curl snippet' })).toBeNull();
  const send = page.getByRole('heading', { name: 'Send a request' }).parentElement ?? document.body;
  expect(send.textContent).toContain('shop 2.3 called refund');
  within(send).getByRole('button', { name: 'Copy again: the curl snippet' });
  const watch = page.getByRole('heading', { name: 'Watch it run' }).parentElement ?? document.body;
  await waitFor(() => expect(watch.textContent).toMatch(/refund succeeded in \d/));
  within(watch).getByRole('link', { name: 'Open the run' });
  await user.click(within(send).getByRole('button', { name: 'Show' }));
  await page.findByRole('region', { name: 'curl snippet' });
  await user.click(page.getByRole('button', { name: 'Now lose its answer' }));
  await page.findByText(
    /^The next of tasks\/execute for refund: executed, but the answer is lost\. Send the call again/,
  );
  await call();
  await call();
  await page.findByText(/^This client survives a lost answer: \d attempts, one run\.$/);
  page.getByRole('button', { name: 'Explore every fault' });
  page.getByRole('link', { name: 'Show in Traffic' });
});

test('the overview shows all clients, which scroll beyond the third', async () => {
  const { page, emulator } = await openWindow({ workspace: { tasks: [ask] } });
  for (const number of [1, 2, 3, 4]) {
    await fetch(`${emulator().url}/v0/runs/list`, { headers: { 'user-agent': `client${number}/1.0` } });
  }
  await page.findByRole('heading', { name: 'Clients 4' });
  expect(page.getAllByRole('link', { name: /^client\d 1\.0/ })).toHaveLength(4);
});

test('the coverage of the overview says what clients have seen, and provokes what they have not', async () => {
  const { page, user, execute, send } = await openWindow({ workspace: { tasks: [ask] }, path: '/settings' });
  await execute('ask');
  await user.click(page.getByRole('link', { name: 'Overview' }));
  const coverage = within(await page.findByRole('region', { name: 'Coverage' }));
  await coverage.findByText('1 of 96 answers seen');
  const row = within(coverage.getByRole('row', { name: /^tasks\/execute/ }));
  row.getByRole('img', { name: 'Seen: 200 1×' });
  await user.click(row.getByRole('button', { name: 'Provoke “Server error” once for tasks/execute' }));
  await row.findByRole('button', { name: 'Next call: “Server error” once for tasks/execute' });
  expect((await send('/v0/tasks/execute', {})).status).toBe(503);
  await row.findByRole('img', { name: 'Seen: 503 1×' });
});
