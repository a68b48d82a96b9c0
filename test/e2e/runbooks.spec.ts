import { expectAccessible, expectNoOverflow } from './support/accessible.ts';
import { expect, type Page, test } from './support/hangar.ts';
import { pickUp } from './support/list.ts';
import { addCard, expectSaved, openFirstCard } from './support/editor.ts';
import { open } from './support/pages.ts';

const workspace = {
  environments: [{ slug: 'prod', name: 'Production', default: true }],
  tasks: [
    {
      slug: 'count',
      name: 'Count',
      parameters: [{ slug: 'amount', name: 'Amount', type: 'integer' as const }],
      behavior: {
        kind: 'steps' as const,
        steps: [{ do: 'output' as const, value: { total: '{{ params.amount * 2 }}' } }],
      },
    },
  ],
  runbooks: [
    {
      slug: 'close_month',
      name: 'Close the month',
      parameters: [{ slug: 'amount', name: 'Amount', type: 'integer' as const, default: 4 }],
      blocks: [
        { slug: 'check', kind: 'task' as const, task: 'count', paramValues: { amount: '{{ params.amount }}' } },
        { slug: 'sign', kind: 'prompt' as const, description: 'Close it?', parameters: [] },
      ],
    },
  ],
};

test.use({ workspace });

const panel = (page: Page) => page.getByRole('tabpanel');
const side = (page: Page) => page.getByRole('region', { name: 'Try it' });

const addBlock = (page: Page, kind: string) => addCard(page, 'Add block', kind);

test('a runbook is edited with results of earlier blocks completed, run and answered', async ({ page, api }) => {
  await page.goto('/runbooks/close_month/blocks');
  await page.getByRole('button', { name: 'Remove block 2, sign' }).click();
  await addBlock(page, 'Prompt');
  await page.keyboard.type('Sign');
  await panel(page).getByLabel('Question', { exact: true }).fill('Total {{ check.out');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('p');
  await page.keyboard.press('Backspace');
  await page.getByRole('option', { name: 'check.output.total' }).click();
  await page.keyboard.type(' }}?');
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.keyboard.type('Extra');
  await panel(page).getByRole('combobox', { name: 'Type' }).selectOption('integer');
  await page.getByRole('button', { name: /^Prompt/ }).click();
  await addBlock(page, 'Task');
  await page.keyboard.type('Again');
  await panel(page).getByRole('combobox', { name: 'Task' }).selectOption('count');
  await panel(page).getByRole('group', { name: 'Parameter values' }).getByLabel('Amount').pressSequentially('{{ sign.');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' }}');
  await expect(panel(page).getByRole('group', { name: 'Parameter values' }).getByLabel('Amount')).toHaveValue(
    '{{ sign.values.extra }}',
  );
  await expectAccessible(page);

  await side(page).getByRole('button', { name: 'Save and run' }).click();
  await side(page).getByRole('link', { name: 'Open session' }).click();
  await expect
    .poll(async () => (await api.emulator.prompts.list()).prompts.map(({ prompt }) => prompt.description))
    .toEqual(['Total 8?']);
  const { prompts } = await api.emulator.prompts.list();
  await page.goto(`/prompts/${prompts[0]!.prompt.id}`);
  await page.getByRole('textbox', { name: 'Extra' }).fill('5');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect
    .poll(async () => (await api.emulator.sessions.list()).sessions.map(({ session }) => session.status))
    .toEqual(['Succeeded']);
  const { runs } = await api.emulator.runs.list({ query: { task: 'count' } });
  expect((await api.emulator.runs.get({ params: { id: runs[0]!.id } })).output).toEqual({ total: 10 });
});

test('a runbook is written from nothing', async ({ page, api }) => {
  await page.goto('/runbooks');
  await page.getByRole('link', { name: 'New runbook' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Greet twice');
  await page.getByRole('tab', { name: 'Blocks' }).click();
  await addBlock(page, 'Task');
  await page.keyboard.type('First');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(panel(page).getByText('Is required')).toBeVisible();
  await panel(page).getByRole('combobox', { name: 'Task' }).selectOption('count');
  await panel(page).getByRole('group', { name: 'Parameter values' }).getByLabel('Amount').fill('3');
  await page.keyboard.press('ControlOrMeta+S');
  await expectSaved(page);
  const made = await api.emulator.definitions.runbooks.get({ params: { id: 'greet_twice' } });
  expect(made.blocks).toEqual([
    { slug: 'first', name: 'First', kind: 'task', task: 'count', paramValues: { amount: 3 } },
  ]);
});

test(
  'blocks are put in order by keyboard, and a name that now comes too early is warned of',
  { tag: '@variant' },
  async ({ page }) => {
    await page.goto('/runbooks/close_month/blocks');
    await page.getByRole('button', { name: /^Prompt/ }).click();
    await panel(page).getByLabel('Question', { exact: true }).fill('Total {{ check.output.total }}?');
    await page.getByRole('button', { name: /^Prompt/ }).click();
    await page.getByRole('button', { name: 'Move block 2, sign', exact: true }).focus();
    await pickUp(page, 'block 2, sign is over position 2 of 2.');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('block 2, sign is over position 1 of 2.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(panel(page).getByText('There is no name “check”.')).toBeVisible();
  },
);

test('an open card is accessible, and not wider than the window', { tag: '@variant' }, async ({ page }) => {
  for (const tab of ['parameters', 'blocks']) {
    await open(page, `/runbooks/close_month/${tab}`);
    await openFirstCard(page);
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
});
