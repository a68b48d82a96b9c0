import { expect, type Page, test } from '../../e2e/support/hangar.ts';
import { expectAccessibleInBothThemes, expectNoOverflow } from '../../e2e/support/accessible.ts';
import { rowsOf } from '../../e2e/support/list.ts';

const QUESTION = `Refund {{ params.amount }}?

More than **100** needs a second pair of eyes:
- [photos](https://shop.test/photos)`;

test.use({
  workspace: {
    tasks: [
      {
        slug: 'refund',
        name: 'Refund an order',
        concurrency: 20,
        parameters: [{ slug: 'amount', type: 'integer' }],
        behavior: {
          kind: 'steps',
          steps: [
            {
              do: 'prompt',
              description: QUESTION,
              confirmText: 'Refund',
              cancelText: 'Stop',
              parameters: [
                { slug: 'reason', name: 'Reason', default: 'lost' },
                { slug: 'note', name: 'Note', component: 'textarea', constraints: { optional: true } },
              ],
            },
          ],
        },
      },
    ],
  },
});

const waiting = (page: Page) => page.getByRole('tab', { name: /^Waiting/ });
const reason = (page: Page) => page.getByRole('textbox', { name: 'Reason' });
const shown = (page: Page, key: string) => page.getByRole('main').locator('form kbd', { hasText: key });

test('ten prompts are answered by keyboard: in order, out of order, several together, and not at all', async ({
  page,
  api,
}) => {
  for (let amount = 1; amount <= 10; amount++)
    await api.v0.tasks.execute({ body: { slug: 'refund', paramValues: { amount } } });
  await page.goto('/prompts');
  await expect(rowsOf(page, 'Prompts')).toHaveCount(10);
  await page.locator('body').press('n');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Refund 1?');
  await expect(reason(page)).toBeFocused();
  await expect(page.getByText('1 of 10', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  // The keys beside the buttons work where the focus is.
  await expect(shown(page, 'Enter')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await expect(shown(page, 'Enter')).toBeHidden();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Refund 2?');
  await expect(reason(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+.');
  await expect(title).toHaveText('Refund 3?');
  await expect(waiting(page)).toHaveAccessibleName('Waiting 8');

  // Escape leads to the list, whose keys choose another one.
  await expect(reason(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Prompts' })).toBeFocused();
  await expect(shown(page, 'A')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Refund 5?');
  await expect(reason(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Refund 6?');

  // X selects a row, Shift X all up to another one.
  await expect(reason(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Prompts' })).toBeFocused();
  await page.keyboard.press('x');
  for (let row = 0; row < 3; row++) await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  const bar = page.getByRole('group', { name: 'Selected prompts' });
  await expect(bar).toContainText('4 selected');
  await expectNoOverflow(page);
  await bar.getByRole('button', { name: 'Refund 4' }).press('Enter');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).press('Enter');
  await expect(waiting(page)).toHaveAccessibleName('Waiting 3');
  const { prompts } = await api.emulator.prompts.list();
  expect(prompts.map(({ prompt }) => prompt.description.split('\n')[0])).toEqual([
    'Refund 3?',
    'Refund 4?',
    'Refund 10?',
  ]);
});
