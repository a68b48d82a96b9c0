import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, test } from './support/hangar.ts';

const SIZES = [
  [1440, 900],
  [1280, 800],
  [800, 600],
] as const;

const prompt = {
  do: 'prompt' as const,
  description: 'Refund {{ params.amount }} for {{ params.order_id }}, told {{ sent.output.told }}?',
  confirmText: 'Refund',
  parameters: [{ slug: 'reason', name: 'Reason', constraints: { regex: '[A-Z].*' } }],
};

test.use({
  workspace: {
    tasks: [
      {
        slug: 'approve',
        name: 'Approve a refund',
        parameters: [
          { slug: 'order_id', name: 'Order', default: 'AB1042' },
          { slug: 'amount', name: 'Amount', type: 'float', default: 240 },
        ],
        behavior: { kind: 'steps', steps: [{ do: 'execute', task: 'approve', as: 'sent', when: 'false' }, prompt] },
      },
    ],
  },
});

test(
  'a prompt is previewed by keyboard at every size and in both themes, and nothing is sent',
  { tag: '@variant' },
  async ({ page }) => {
    const changes: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && changes.push(request.url()));
    await page.goto('/tasks/approve/behavior');
    const side = page.getByRole('region', { name: 'Try it' });
    await side.getByRole('radio', { name: 'Form' }).focus();
    await page.keyboard.press('ArrowRight');
    const shown = side.getByRole('region', { name: 'Preview of the prompt' });
    await expect(shown.getByRole('heading')).toHaveText('Refund 240 for AB1042, told sent.output.told?');
    await page.keyboard.press('Tab');
    await expect(side.getByRole('button', { name: 'Change' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(shown.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await page.keyboard.type('lost');
    await page.keyboard.press('Enter');
    await expect(shown.getByText('Must match [A-Z].*')).toBeVisible();
    await shown.getByRole('textbox', { name: 'Reason' }).fill('Lost');
    await page.keyboard.press('Enter');
    await expect(side.getByText('This answer is valid. The preview sends nothing.')).toBeVisible();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await shown.getByRole('button', { name: 'Refund', exact: true }).scrollIntoViewIfNeeded();
      await expectAccessibleInBothThemes(page);
    }
    await expectNoOverflow(page, SIZES);
    expect(changes).toEqual([]);
  },
);
