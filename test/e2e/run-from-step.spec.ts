import { expectAccessibleInBothThemes } from './support/accessible.ts';
import { execute, expect, test } from './support/hangar.ts';
import { runCommand } from './support/palette.ts';

test.use({
  workspace: {
    tasks: [
      {
        slug: 'price',
        name: 'Price',
        behavior: { kind: 'steps', steps: [{ do: 'output', value: { price: 20 } }] },
      },
      {
        slug: 'refund',
        name: 'Refund',
        behavior: {
          kind: 'steps',
          steps: [
            { do: 'execute', task: 'price', as: 'priced' },
            { do: 'log', text: 'looked up the price' },
            { do: 'fail', when: 'priced.output.price > 10', message: 'too much' },
            { do: 'output', value: { refunded: '{{ priced.output.price }}' } },
          ],
        },
      },
    ],
  },
});

test('a failed step is run again with an edited result of an earlier one', async ({ page, hangar }) => {
  const runID = await execute(hangar.ready.url, 'refund');
  await page.goto(`/runs/${runID}`);
  await page.getByRole('row', { name: /too much/ }).click();
  await page.getByRole('button', { name: 'Run from this step' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run from a step' });
  await expect(dialog.getByRole('combobox', { name: 'Step' })).toHaveValue('2');
  await expect(dialog.getByRole('combobox', { name: 'Step' })).toBeFocused();
  const editor = dialog.getByRole('textbox', { name: 'Results of earlier steps' });
  await expect(editor).toContainText('"price": 20');
  await expectAccessibleInBothThemes(page);
  await editor.fill('{"priced": {"output": {"price": ');
  await expect(dialog.getByText('Must be a JSON object')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await editor.fill('{"priced": {"output": {"price": 7}}}');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(runID));
  await expect(page.getByText('"refunded"')).toBeVisible();
  await expect(page.getByRole('link', { name: `repeats run ${runID.slice(-6)}` })).toBeVisible();

  await runCommand(page, 'Run from a step');
  await expect(dialog.getByRole('combobox', { name: 'Step' })).toHaveValue('0');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
