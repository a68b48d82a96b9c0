import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, KEY, type Page, skipWithout, test } from './support/hangar.ts';
import { copied, rowsOf } from './support/list.ts';
import { Person } from './support/person.ts';

/** Tasks of a person who has only the screen, within a number of clicks or of a person's seconds. */

const place = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}\\b`) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) });

test('the first call is made in 12 s: its line is copied, pasted into a terminal, and seen', async ({ page }) => {
  skipWithout('bash', 'curl');
  const person = new Person(page, { clicks: 1, seconds: 12 });
  await page.goto('/');
  await person.read(page.getByRole('heading', { name: 'Connect your program' }));
  await person.click(page.getByRole('button', { name: /^Copy the curl snippet/ }));
  await expect.poll(() => copied(page)).toContain('curl');
  const { stdout } = await promisify(execFile)('bash', ['-c', await copied(page)]);
  // Alt+Tab, Ctrl+Shift+V and Enter.
  person.didElsewhere({ keys: 6 });
  const { runID } = JSON.parse(stdout) as { runID: string };
  await person.read(page.getByRole('main').locator(`a[href="/runs/${runID}"]`).first());
  person.tell();
});

test(
  'a task with three parameters, a prompt and an output is written from nothing and run in 100 s',
  { tag: '@variant' },
  async ({ page, api }) => {
    const person = new Person(page, { seconds: 100 });
    await page.goto('/');
    await person.click(place(page, 'Tasks'));
    await person.click(page.getByRole('link', { name: 'New task' }));
    await person.type('Ship an order');
    await person.click(page.getByRole('tab', { name: 'Parameters' }));
    for (const name of ['Order', 'Boxes', 'Note']) {
      await person.click(button(page, 'Add parameter'));
      await person.type(name);
    }
    await person.click(page.getByRole('tab', { name: 'Behavior' }));
    await person.click(page.getByRole('button', { name: /^Add step/ }));
    await person.click(menuItem(page, 'Prompt'));
    await person.type('Ship {{ params.bo');
    await expect(page.getByRole('option', { name: 'params.boxes' })).toBeVisible();
    await person.press('Enter');
    // The braces that are there already are typed over.
    await person.type(' }} boxes?');
    await person.click(page.getByRole('button', { name: /^Add step/ }));
    await person.click(menuItem(page, 'Output'));
    await person.type('"shipped": "{{ params.order }}"');
    const form = page.getByRole('region', { name: 'Try it' });
    await person.click(form.getByRole('textbox', { name: 'Order' }));
    await person.type('AB1042');
    await person.press('Tab');
    await person.type('3');
    await person.press('Tab');
    await person.type('gift');
    await person.press('Enter');
    await person.click(form.getByRole('link', { name: 'Answer prompt' }));
    await person.read(page.getByRole('heading', { name: 'Ship 3 boxes?' }));
    await person.click(button(page, 'Submit'));
    await person.read(page.getByRole('main').getByText('Succeeded').first());
    await person.read(page.getByRole('main').getByText('shipped').first());
    person.tell();
    const { runs } = await api.emulator.runs.list({ query: { task: 'ship_an_order' } });
    const query = { id: runs[0]?.id ?? '' };
    const { paramValues } = await api.v0.runs.get({ query });
    expect(paramValues).toEqual({ order: 'AB1042', boxes: '3', note: 'gift' });
    expect((await api.v0.runs.getOutputs({ query })).output).toEqual({ shipped: 'AB1042' });
  },
);

test.describe('with runs and prompts of an order system', () => {
  test.use({
    workspace: {
      tasks: [
        {
          slug: 'refund',
          name: 'Refund an order',
          parameters: [{ slug: 'order_id', name: 'Order' }],
          concurrency: 100,
          behavior: {
            kind: 'steps',
            steps: [{ do: 'output', value: { receipt: 'R-{{ params.order_id }}' } }],
          },
        },
        {
          slug: 'ask',
          name: 'Ask',
          parameters: [{ slug: 'amount', type: 'integer' }],
          behavior: {
            kind: 'steps',
            steps: [
              {
                do: 'prompt',
                description: 'Refund {{ params.amount }}?',
                parameters: [{ slug: 'reason', name: 'Reason', default: 'lost' }],
              },
            ],
          },
        },
        {
          slug: 'nap',
          name: 'Take a nap',
          behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 1800 }] },
        },
        {
          slug: 'oversleep',
          name: 'Oversleep',
          timeout: 18_000,
          behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 43_200 }] },
        },
      ],
    },
  });

  test(
    'one of 500 runs is found by a value inside it and opened in 5 s, by keyboard; the filter stays there and back',
    { tag: '@variant' },
    async ({ page, api }) => {
      const orders = Array.from({ length: 500 }, (_, index) => `AB${1000 + index}`);
      for (let from = 0; from < orders.length; from += 50)
        await Promise.all(
          orders
            .slice(from, from + 50)
            .map((order_id) => api.v0.tasks.execute({ body: { slug: 'refund', paramValues: { order_id } } })),
        );
      const person = new Person(page, { clicks: 0, seconds: 5 });
      await page.goto('/runs');
      // Getting ready counts, too. Small letters find large ones, which would take Shift.
      await person.read(page.getByText('500 runs', { exact: true }));
      await person.press('/');
      await person.type('ab1042');
      await expect(page.getByText('1 of 500', { exact: true })).toBeVisible();
      await person.read(rowsOf(page, 'Runs'), 'AB1042');
      await person.press('Enter');
      person.tell();
      await expect(page.getByRole('tabpanel').getByText('R-AB1042').first()).toBeVisible();
      await expect(page).toHaveURL(/\/runs\/run2\w+\?q=ab1042/);
      await page.goBack();
      await expect(page.getByRole('combobox', { name: 'Filter runs' })).toHaveValue('ab1042');
      await expect(rowsOf(page, 'Runs')).toHaveCount(1);
    },
  );

  test(
    'ten prompts of one kind are read one by one and answered by keyboard in 15 s',
    { tag: '@variant' },
    async ({ page, api }) => {
      for (let amount = 1; amount <= 10; amount++)
        await api.v0.tasks.execute({ body: { slug: 'ask', paramValues: { amount } } });
      const person = new Person(page, { clicks: 0, seconds: 15 });
      await page.goto('/runs');
      await expect(place(page, 'Prompts')).toHaveAccessibleName('Prompts 10');
      await person.press('n');
      const prompt = page.getByRole('main').getByRole('region', { name: 'Refund 1?' });
      await expect(prompt.getByRole('textbox', { name: 'Reason' })).toBeFocused();
      await person.read(prompt);
      for (let amount = 2; amount <= 10; amount++)
        await person.read(rowsOf(page, 'Prompts').nth(amount - 1), `Refund ${amount}?`);
      await expect(page.getByText('Submit all 10 like this')).toBeVisible();
      await person.press('Control+Shift+Enter');
      await expect(page.getByRole('tab', { name: 'Answered 10' })).toBeVisible();
      person.tell();
      await expect(page).toHaveURL(/\/prompts$/);
      const statuses = async () =>
        (await api.emulator.runs.list({ query: { task: 'ask' } })).runs.map((run) => run.status);
      await expect.poll(statuses).toEqual(Array.from({ length: 10 }, () => 'Succeeded'));
    },
  );

  test('the reason of a failed call is found in two clicks', async ({ page, hangar }) => {
    const headers = { 'X-Service-API-Key': KEY };
    const body = JSON.stringify({ slug: 'refund', paramValues: {} });
    await fetch(`${hangar.ready.url}/v0/tasks/execute`, { method: 'POST', headers, body });
    const person = new Person(page, { clicks: 2 });
    await page.goto('/');
    await person.click(place(page, 'Traffic'));
    await person.click(rowsOf(page, 'Traffic').filter({ hasText: '400' }));
    await person.read(page.getByRole('region', { name: 'Explanation' }), 'refund needs order_id');
    person.tell();
  });

  test('a call of an unknown task becomes a task that answers, in two clicks and 10 s', async ({
    page,
    hangar,
    api,
  }) => {
    const headers = { 'X-Service-API-Key': KEY };
    const paramValues = { order_id: 'AB1044', amount: 24, express: true };
    const body = JSON.stringify({ slug: 'refunds', paramValues });
    await fetch(`${hangar.ready.url}/v0/tasks/execute`, { method: 'POST', headers, body });
    await page.goto('/traffic');
    const person = new Person(page, { clicks: 2, seconds: 10 });
    await person.click(rowsOf(page, 'Traffic').filter({ hasText: '404' }));
    const why = page.getByRole('region', { name: 'Explanation' });
    await person.read(why, 'slug: "refunds". Did you mean refund');
    await expect(why.getByRole('row', { name: 'amount' })).toHaveText('amountWhole number24yes');
    await person.click(why.getByRole('button', { name: 'Create task refunds from this call' }));
    await person.read(why.getByRole('status'), 'Task refunds is created. The next call succeeds.');
    person.tell();
    const { runID: id } = await api.v0.tasks.execute({ body: { slug: 'refunds', paramValues } });
    await expect.poll(async () => (await api.v0.runs.getOutputs({ query: { id } })).output).toEqual(paramValues);
    await why.getByRole('button', { name: 'Send it again' }).click();
    await expect(page.getByRole('main').getByText('200', { exact: true }).first()).toBeVisible();
  });

  test('a 429 is provoked and seen in three clicks', { tag: '@variant' }, async ({ page, api }) => {
    const person = new Person(page, { clicks: 3 });
    await page.goto('/traffic');
    await person.click(page.getByRole('button', { name: 'Faults' }));
    const panel = page.getByRole('dialog', { name: 'Faults' });
    await person.click(panel.getByRole('button', { name: 'Rate limit', exact: true }));
    await person.click(panel.getByRole('button', { name: 'Add fault', exact: true }));
    await person.read(panel.getByRole('listitem'), 'The first 2 of tasks/execute: 429, Retry-After 2 s');
    const body = { slug: 'refund', paramValues: { order_id: 'AB1' } };
    await expect(api.v0.tasks.execute({ body })).rejects.toThrow(/./);
    await person.read(rowsOf(page, 'Traffic').first(), '429');
    person.tell();
  });

  test('ten hours are advanced and their effects read in 10 s', { tag: '@variant' }, async ({ page, api }) => {
    for (const slug of ['nap', 'oversleep']) await api.v0.tasks.execute({ body: { slug } });
    const person = new Person(page, { seconds: 10 });
    await page.goto('/runs');
    await person.click(page.getByRole('button', { name: /^Clock \S/ }));
    const panel = page.getByRole('dialog', { name: 'Clock' });
    await expect(panel.getByRole('button', { name: 'To the next event' })).toBeFocused();
    await person.press('Tab');
    await person.type('10 h');
    await person.press('Enter');
    await person.read(
      panel.getByRole('status'),
      '10 h passed. 1 wait ended, 1 timeout reached and 2 runs finished (1 cancelled).',
    );
    await person.read(panel.getByRole('status').getByRole('link', { name: 'Oversleep' }));
    person.tell();
  });
});
