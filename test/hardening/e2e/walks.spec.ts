import { expect, test } from '../../e2e/support/hangar.ts';
import { rowsOf } from '../../e2e/support/list.ts';
import { Person } from '../../e2e/support/person.ts';
import { steps } from '../../support/steps.ts';

test.use({
  workspace: {
    tasks: [
      {
        slug: 'refund',
        name: 'Refund an order',
        concurrency: 10,
        parameters: [{ slug: 'amount', type: 'integer' }],
        behavior: steps({
          do: 'prompt',
          description: 'Refund {{ params.amount }}?',
          confirmText: 'Refund',
          parameters: [
            { slug: 'reason', name: 'Reason', default: 'lost' },
            { slug: 'note', name: 'Note', component: 'textarea', constraints: { optional: true } },
          ],
        }),
      },
      { slug: 'sign', name: 'Sign the books', concurrency: 1, behavior: steps({ do: 'prompt', description: 'Sign?' }) },
      { slug: 'oversleep', name: 'Oversleep', timeout: 18_000, behavior: steps({ do: 'wait', seconds: 43_200 }) },
      {
        slug: 'close',
        name: 'Close the month',
        behavior: steps({ do: 'fail', message: 'The period is closed' }),
      },
    ],
  },
});

test('why a run is queued, has timed out or has failed is seen in its row, in one look and without a click', async ({
  page,
  api,
}) => {
  const execute = (slug: string) => api.v0.tasks.execute({ body: { slug } });
  await execute('oversleep');
  await api.emulator.clock.advance({ body: { seconds: 18_001 } });
  for (const slug of ['close', 'sign', 'sign']) await execute(slug);
  const person = new Person(page, { clicks: 0, seconds: 5 });
  await page.goto('/runs');
  const rows = rowsOf(page, 'Runs');
  await person.read(rows.filter({ hasText: 'queued' }), 'The only slot of Sign the books is taken');
  await person.read(rows.filter({ hasText: 'Oversleep' }), 'Timed out after 5 h');
  await person.read(rows.filter({ hasText: 'Close the month' }), 'The period is closed');
  person.tell();
});

// A thought and a key for each are 16.3 s: less takes one key for several, as in `e2e/walks`.
test('ten prompts of one kind are answered one by one by keyboard in 17 s, each with the focus in its first field', async ({
  page,
  api,
}) => {
  for (let amount = 1; amount <= 10; amount++)
    await api.v0.tasks.execute({ body: { slug: 'refund', paramValues: { amount } } });
  const person = new Person(page, { clicks: 0, seconds: 17 });
  await page.goto('/runs');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Prompts 10' })).toBeVisible();
  await person.press('n');
  for (let amount = 1; amount <= 10; amount++) {
    const prompt = page.getByRole('main').getByRole('region', { name: `Refund ${amount}?` });
    await expect(prompt.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await person.read(prompt);
    await person.press('Enter');
  }
  await expect(page.getByRole('tab', { name: 'Answered 10' })).toBeVisible();
  person.tell();
});

test('the keys beside the buttons of a prompt are those that work where the focus is, and Escape leads to the list', async ({
  page,
  api,
}) => {
  for (const amount of [1, 2, 3]) await api.v0.tasks.execute({ body: { slug: 'refund', paramValues: { amount } } });
  const shown = (key: string) =>
    page
      .getByRole('main')
      .locator('form kbd')
      .filter({ hasText: new RegExp(`^${key}$`) });
  const title = page.getByRole('heading', { level: 1 });
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await page.goto('/prompts');
  await expect(rowsOf(page, 'Prompts')).toHaveCount(3);
  await expect(title).toHaveText('Refund 1?');
  await expect(reason).toBeFocused();
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
  await expect(shown('Enter')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await expect(shown('Enter')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Prompts' })).toBeFocused();
  await expect(shown('A')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Refund 3?');
  await expect(reason).toBeFocused();
});
