import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts';
import { execute, expect, type Page, test } from './support/hangar.ts';
import { fact } from './support/facts.ts';
import { open } from './support/pages.ts';
import { rowsOf } from './support/list.ts';

test.use({
  workspace: {
    users: [
      { id: 'usr_ada', name: 'Ada', email: 'ada@example.com', role: 'admin' },
      { id: 'usr_bob', name: 'Bob', email: 'bob@example.com', role: 'developer' },
    ],
    groups: [{ slug: 'ops', members: ['ada@example.com'] }],
    tasks: [
      {
        slug: 'refund',
        name: 'Refund an order',
        parameters: [{ slug: 'amount', type: 'integer' }],
        behavior: {
          kind: 'steps',
          steps: [
            {
              do: 'prompt',
              description: 'Refund {{ params.amount }}?',
              confirmText: 'Pay it back',
              cancelText: 'Refuse it',
              reviewers: { groups: ['ops'] },
              parameters: [
                { slug: 'reason', name: 'Reason', constraints: { regex: '[a-z ]+' } },
                {
                  slug: 'part',
                  name: 'Part in percent',
                  type: 'integer',
                  default: 100,
                  constraints: { validate: "params.part > 100 ? 'Not more than all of it.' : null" },
                },
              ],
              as: 'answer',
            },
            { do: 'output', value: '{{ answer.values }}' },
          ],
        },
      },
      {
        slug: 'ask',
        name: 'Just ask',
        behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'Go on?' }] },
      },
      {
        slug: 'choose',
        behavior: {
          kind: 'steps',
          steps: [
            {
              do: 'prompt',
              description: 'How?',
              parameters: [
                { slug: 'how', name: 'How', constraints: { options: ['card', 'voucher'] }, default: 'card' },
              ],
              as: 'answer',
            },
            { do: 'output', value: '{{ answer.values }}' },
          ],
        },
      },
    ],
  },
});

const card = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name });
const link = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Prompts/ });

const detail = (page: Page) => page.getByRole('main');
const answered = (page: Page) => rowsOf(page, 'Answered');
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const rule = (page: Page) => page.getByRole('region', { name: 'Answer automatically' });

fact.describe('prompts are answered, rejected and shared', () => {
  fact.describe.configure({ mode: 'default' });

  fact('a prompt is rejected; its run fails with that', async ({ page, hangar, api }) => {
    const id = await execute(hangar.ready.url, 'refund', { amount: 5 });
    await open(page, '/prompts');
    await rowsOf(page, 'Prompts').first().click();
    const prompt = card(page, 'Refund 5?');
    await prompt.getByRole('combobox', { name: 'Answer as' }).selectOption('Ada');
    await prompt.getByRole('button', { name: 'Refuse it' }).click();
    await expect(prompt).toContainText('Cancelled by Ada');
    await expect(page.getByRole('main').getByText('No pending prompts')).toBeVisible();
    await expect.poll(async () => (await api.v0.runs.get({ query: { id } })).status).toBe('Failed');
    expect((await api.v0.runs.getOutputs({ query: { id } })).output).toEqual({ error: 'prompt was cancelled' });
    await page.getByRole('main').getByRole('link', { name: 'Refund an order' }).click();
    await expect(page).toHaveURL(new RegExp(`/runs/${id}`));
  });

  fact('the keyboard alone answers one after the other, oldest first', async ({ page, hangar, api }) => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push(await execute(hangar.ready.url, 'ask'));
    await open(page, '/overview');
    await expect(link(page)).toHaveAccessibleName('Prompts 3');
    for (const key of ['g', 'p']) await page.keyboard.press(key);
    await expect(rowsOf(page, 'Prompts')).toHaveCount(3);
    for (const [index, key] of ['a', 'Control+.', 'Enter'].entries()) {
      await expect(tab(page, 'Waiting')).toHaveAccessibleName(`Waiting ${3 - index}`);
      // The next one is there, with the focus on its button.
      await expect(card(page, 'Go on?').getByRole('button', { name: 'Submit' })).toBeFocused();
      await page.keyboard.press(key);
      if (key !== 'a') continue;
      // A letter stays at the answer, since it may have been pressed for it.
      await expect(card(page, 'Go on?')).toContainText('Submitted by');
      await page.keyboard.press('n');
    }
    await expect(page.getByRole('main').getByText('No pending prompts')).toBeVisible();
    const statuses = () => Promise.all(ids.map(async (id) => (await api.v0.runs.get({ query: { id } })).status));
    await expect.poll(statuses).toEqual(['Succeeded', 'Failed', 'Succeeded']);
  });

  fact(
    'prompts that others answer leave the inbox, but move nothing under the pointer',
    { tag: '@variant' },
    async ({ page, hangar, api }) => {
      for (let count = 0; count < 3; count++) await execute(hangar.ready.url, 'ask');
      await open(page, '/prompts');
      const rows = rowsOf(page, 'Prompts');
      await expect(rows).toHaveCount(3);
      await rows.nth(2).hover();
      const last = await rows.nth(2).getAttribute('href');
      const { prompts } = await api.emulator.prompts.list();
      await api.v0.prompts.submit({ body: { id: prompts[0]?.prompt.id ?? '', values: {} } });
      await expect(link(page)).toHaveAccessibleName('Prompts 2');
      await expect(rows.first()).toContainText('answered');
      await expect(rows.nth(2)).toHaveAttribute('href', last ?? '');
      await link(page).hover();
      await expect(rows).toHaveCount(2);
    },
  );

  fact(
    'prompts whose first field is a select are answered by Enter as well',
    { tag: '@variant' },
    async ({ page, hangar }) => {
      for (let i = 0; i < 3; i++) await execute(hangar.ready.url, 'choose');
      await open(page, '/prompts');
      await expect(rowsOf(page, 'Prompts')).toHaveCount(3);
      for (let i = 1; i <= 3; i++) {
        await expect(card(page, 'How?').getByRole('combobox', { name: 'How' })).toBeFocused();
        if (i === 3) await page.keyboard.press('v');
        await page.keyboard.press('Enter');
        await expect(tab(page, 'Answered')).toHaveAccessibleName(`Answered ${i}`);
      }
      await tab(page, 'Answered').click();
      await expect(answered(page).first()).toContainText('voucher');
    },
  );
});

fact.describe('rules answer prompts', () => {
  fact.describe.configure({ mode: 'default' });

  fact(
    'an answer becomes a rule, which takes the other waiting ones; they are marked',
    async ({ page, hangar, api }) => {
      for (const amount of [1, 2, 3]) await execute(hangar.ready.url, 'refund', { amount });
      await open(page, '/prompts');
      await rowsOf(page, 'Prompts').first().click();
      const prompt = card(page, 'Refund 1?');
      await prompt.getByRole('combobox', { name: 'Answer as' }).selectOption('Ada');
      await prompt.getByRole('textbox', { name: 'Reason' }).fill('lost');
      await page.keyboard.press('Enter');
      await expect(card(page, 'Refund 2?')).toBeVisible();
      await detail(page).getByRole('button', { name: 'Always answer like this' }).click();
      await expect(rule(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('lost');
      await expect(rule(page).getByRole('status')).toHaveText('Would answer 2 of the 2 waiting.');
      await expectAccessibleInBothThemes(page);
      await rule(page).getByRole('combobox', { name: 'Condition' }).selectOption('amount');
      await rule(page).getByRole('textbox', { name: 'Compared with' }).fill('200');
      await expect(rule(page).getByRole('status')).toHaveText('Would answer at most 2 of the 2 waiting.');
      await rule(page).getByRole('button', { name: 'Add rule' }).click();
      await expect(rule(page)).toHaveCount(0);
      await expect(card(page, 'Refund 2?')).toContainText('Submitted by Ada, by the rule answer_refund');
      await tab(page, 'Answered').click();
      await expect(answered(page)).toHaveCount(3);
      await expect(answered(page).first()).toContainText('by rule answer_refund, “lost”, 100');
      await tab(page, 'Rules').click();
      const row = page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
      await expect(row).toContainText(
        'When Refund an order asks and amount is below 200, press its confirm button with reason lost, part 100 at once, as Ada.',
      );
      await expect(row).toContainText('answered 2 times');
      await expectAccessibleInBothThemes(page);
      await row.getByRole('switch').click({ force: true });
      await expect.poll(async () => (await api.emulator.answers.list()).items[0]?.enabled).toBe(false);
      await row.getByRole('button', { name: `Delete answer_refund` }).click();
      await expect(page.getByText('No rules yet')).toBeVisible();
    },
  );

  fact('a rule is added from the list of rules; a refused answer says why', async ({ page, hangar }) => {
    await execute(hangar.ready.url, 'refund', { amount: 1 });
    await open(page, '/prompts/rules');
    const form = page.getByRole('region', { name: 'New rule' });
    await form.getByRole('textbox', { name: 'Values' }).fill('[]');
    await form.getByRole('button', { name: 'Add rule' }).click();
    await expect(form).toContainText('Enter a JSON object');
    await form.getByRole('textbox', { name: 'Values' }).fill('{"reason": "UPPER"}');
    await form.getByRole('combobox', { name: 'Answer as' }).selectOption('Ada');
    await form.getByRole('button', { name: 'Add rule' }).click();
    const row = page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
    await expect(row).toContainText(/Refused: .*reason/);
    await row.getByRole('button', { name: 'Edit answer_prompts' }).click();
    const changed = page.getByRole('region', { name: 'Rule answer_prompts' });
    await changed.getByRole('textbox', { name: 'Values' }).fill('{"reason": "lower"}');
    await changed.getByRole('button', { name: 'Save rule' }).click();
    await expect(tab(page, 'Answered')).toHaveAccessibleName('Answered 1');
    await expect(row).not.toContainText('Refused');
  });
});

test.describe('with refused answers', () => {
  test.use({ allowedInConsole: [/status of 403/] });

  fact.describe('prompts are answered by their reviewers, one by one and several together', () => {
    fact.describe.configure({ mode: 'default' });

    fact('several prompts are selected by X and answered together', async ({ page, hangar, api }) => {
      for (const amount of [1, 2, 3, 4]) await execute(hangar.ready.url, 'refund', { amount });
      await open(page, '/prompts');
      await expect(rowsOf(page, 'Prompts')).toHaveCount(4);
      await expect(card(page, 'Refund 1?').getByRole('textbox', { name: 'Reason' })).toBeFocused();
      await page.keyboard.press('Escape');
      for (const key of ['x', 'j', 'x', 'j', 'x', 'x']) await page.keyboard.press(key);
      const bar = page.getByRole('group', { name: 'Selected prompts' });
      await expect(bar).toContainText('2 selected');
      await bar.getByRole('button', { name: 'Pay it back 2' }).click();
      await expectAccessibleInBothThemes(page);
      await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('lost');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/2 of 2 answers refused: Only its reviewers/)).toBeVisible();
      await rowsOf(page, 'Prompts').first().click();
      await card(page, 'Refund 1?').getByRole('combobox', { name: 'Answer as' }).selectOption('Ada');
      await bar.getByRole('button', { name: 'Pay it back 2' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('lost');
      await page.keyboard.press('Enter');
      await expect(rowsOf(page, 'Prompts')).toHaveCount(2);
      await expect(bar).toHaveCount(0);
      const { prompts } = await api.emulator.prompts.list();
      expect(prompts.map(({ prompt }) => prompt.description)).toEqual(['Refund 3?', 'Refund 4?']);
    });

    fact(
      'a prompt that a reset removes is not opened while the list is loaded again',
      async ({ page, hangar, api }) => {
        await execute(hangar.ready.url, 'refund', { amount: 1 });
        await open(page, '/prompts');
        await expect(card(page, 'Refund 1?')).toBeVisible();
        await open(page, '/runs');
        let answer = (): void => undefined;
        const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
        await page.route('**/_emulator/prompts', (route) => mayAnswer.then(() => route.continue()));
        const asked = page.waitForRequest('**/_emulator/prompts');
        await api.emulator.reset({ body: {} });
        await asked;
        await open(page, '/prompts');
        answer();
        await expect(page.getByRole('main').getByText('No pending prompts')).toBeVisible();
        await expect(page).toHaveURL(/\/prompts$/);
      },
    );

    fact('a prompt is checked as one types and submitted by who may', async ({ page, hangar, api }) => {
      await open(page, '/prompts');
      await expect(page.getByRole('main').getByText('No pending prompts')).toBeVisible();
      await expectAccessible(page);
      const id = await execute(hangar.ready.url, 'refund', { amount: 240 });
      await expect(link(page)).toHaveAccessibleName('Prompts 1');
      await expect(page).toHaveTitle(/^Prompts \(1\)/);
      await expect(rowsOf(page, 'Prompts')).toContainText('Refund 240?');
      const prompt = card(page, 'Refund 240?');
      await expect(prompt).toContainText('Asked of group ops');
      await expect(prompt.getByLabel('Values of the run')).toHaveText('amount240');
      await prompt.getByRole('textbox', { name: 'Part in percent' }).fill('120');
      await expect(prompt).toContainText('Not more than all of it.');
      await prompt.getByRole('button', { name: 'Pay it back' }).click();
      await expect(prompt.getByRole('textbox', { name: 'Reason' })).toBeFocused();
      await expectAccessible(page);
      await prompt.getByRole('textbox', { name: 'Reason' }).fill('lost');
      await prompt.getByRole('textbox', { name: 'Part in percent' }).fill('50');
      await prompt.getByRole('combobox', { name: 'Answer as' }).selectOption('Bob');
      await prompt.getByRole('button', { name: 'Pay it back' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'The action failed' })).toContainText(/Bob|review|may/i);
      await prompt.getByRole('combobox', { name: 'Answer as' }).selectOption('Ada');
      await prompt.getByRole('button', { name: 'Pay it back' }).click();
      await expect(prompt).toContainText('Submitted by Ada');
      await expect(link(page)).toHaveAccessibleName('Prompts');
      await expect.poll(async () => (await api.v0.runs.get({ query: { id } })).status).toBe('Succeeded');
      expect((await api.v0.runs.getOutputs({ query: { id } })).output).toEqual({ reason: 'lost', part: 50 });
      await expectAccessible(page);
    });
  });
});
