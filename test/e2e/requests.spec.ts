import type { Client } from '../../shared/http/client.ts';
import type { HangarContract } from '../../shared/contract/index.ts';
import { HELD, heldRun } from '../support/held-run.ts';
import { liveClient } from '../support/live-client.ts';
import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, test } from './support/hangar.ts';
import { fact } from './support/facts.ts';
import { open } from './support/pages.ts';
import { rowsOf } from './support/list.ts';

const PAY = 'tskpay00000000000000';
const LIST = 'Prompts';

/** With a word that is longer than a line. */
const REASON = `Invoice ${'2041'.repeat(150)}`;

test.use({
  workspace: {
    tasks: [
      { slug: 'ask', name: 'Ask for a payment', behavior: HELD },
      {
        id: PAY,
        slug: 'pay',
        name: 'Pay out',
        requireRequests: true,
        parameters: [
          { slug: 'amount', name: 'Amount', type: 'integer' },
          { slug: 'iban', name: 'IBAN' },
        ],
        behavior: { kind: 'steps', steps: [{ do: 'output', value: { paid: '{{ params.amount }}' } }] },
      },
    ],
  },
});

/** Makes a request of a run. */
async function request(api: Client<HangarContract>, url: string, reason: string): Promise<string> {
  const { key } = await heldRun(api, 'ask');
  const requestData = { taskData: { paramValues: { amount: 240, iban: 'DE02 1203 0000 0000 2020 51' } } };
  const body = { triggerID: `trg${PAY}`, reason, requestData };
  return (await liveClient(url, key).api.runtime.requests.create({ body })).triggerRequestID;
}

fact.describe('approvals are answered by hand and by rules', () => {
  fact.describe.configure({ mode: 'default' });

  fact('an approval waits in the inbox and is approved with the keyboard', async ({ page, hangar, api }) => {
    const { url } = hangar.ready;
    await open(page, '/prompts');
    const id = await request(api, url, REASON);
    await expect(page.getByRole('navigation').getByRole('link', { name: /^Prompts/ })).toHaveAccessibleName(
      'Prompts 1',
    );
    await expect(rowsOf(page, LIST)).toContainText(REASON);
    await expect(page).toHaveURL(new RegExp(`/prompts/${id}$`));
    const card = page.getByRole('region', { name: 'Approval of Pay out' });
    await expect(card).toContainText('Anyone may answer');
    expect(await card.getByText(REASON).evaluate((note) => note.scrollWidth - note.clientWidth)).toBe(0);
    await expect(card.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await expectAccessibleInBothThemes(page);
    await expectNoOverflow(page);
    await page.keyboard.type('Paid twice a year');
    await page.keyboard.press('Tab');
    await expect(card.getByRole('button', { name: 'Approve' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card).toContainText('Approved by You (local user): Paid twice a year');
    await expect(rowsOf(page, LIST)).toHaveCount(0);
    await expectAccessibleInBothThemes(page);
    await card.getByRole('link', { name: 'Open run' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay out');
  });

  fact(
    'a rule answers approvals like the one that is open; they say so and stay in the list',
    async ({ page, hangar, api }) => {
      const { url } = hangar.ready;
      const [first, second] = [await request(api, url, 'Invoice 1'), await request(api, url, 'Invoice 2')];
      await open(page, `/prompts/${first}`);
      await page.getByRole('button', { name: 'Answer automatically…' }).click();
      const dialog = page.getByRole('region', { name: 'Answer automatically' });
      await expect(dialog.getByRole('combobox', { name: 'Answer', exact: true })).toHaveValue('approve');
      await expect(dialog.getByRole('status')).toHaveText('Would answer 2 of the 2 waiting.');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Below {{ params.amount + 1 }}');
      await dialog.getByRole('textbox', { name: 'After seconds' }).fill('3600');
      await expectAccessibleInBothThemes(page);
      await dialog.getByRole('button', { name: 'Add rule' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(rowsOf(page, LIST)).toContainText(['rule answer_pay will answer', 'rule answer_pay will answer']);
      const card = page.getByRole('region', { name: 'Approval of Pay out' });
      await expect(card).toContainText(/The rule answer_pay answers in (?:59 m|1 h)/);
      await expectAccessibleInBothThemes(page);
      await page.getByRole('tab', { name: 'Rules 1' }).click();
      const rule = page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
      await expect(rule).toContainText(
        'When Pay out asks for approval, approve with the reason Below {{ params.amount + 1 }}, after 3600 s, as you.',
      );
      await rule.getByRole('button', { name: 'Edit answer_pay' }).click();
      const form = page.getByRole('region', { name: 'Rule answer_pay' });
      await form.getByRole('textbox', { name: 'After seconds' }).fill('0');
      await form.getByRole('button', { name: 'Save rule' }).click();
      await page.getByRole('tab', { name: 'Answered 2' }).click();
      const answered = 'Approved by rule answer_pay, “Below 241”';
      await expect(rowsOf(page, 'Answered')).toContainText([answered, answered]);
      await expectAccessibleInBothThemes(page);
      await open(page, `/prompts/${second}`);
      await expect(card).toContainText('Approved by You (local user), by the rule answer_pay: Below 241');
    },
  );
});
