import { type Authored, openWindow, type TestWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { rowOfRun } from './support/row-of-run.ts';

const workspace: Authored = {
  tasks: [
    {
      slug: 'refund',
      name: 'Refund an order',
      behavior: {
        kind: 'steps',
        steps: [
          {
            do: 'prompt',
            description: 'Refund it?',
            confirmText: 'Pay it back',
            cancelText: 'Refuse',
            parameters: [{ slug: 'reason', name: 'Reason', default: 'lost' }],
          },
        ],
      },
    },
  ],
};

/** A run with a pending prompt, shown on its page. */
async function asking(): Promise<TestWindow & { id: string }> {
  const window = await openWindow({ workspace, path: '/runs' });
  const id = await window.execute('refund');
  await window.user.click(await rowOfRun(id));
  await window.page.findByRole('button', { name: 'Pay it back' });
  return { ...window, id };
}

describe('a prompt in a run', () => {
  test('has two buttons named by its texts, with their keys beside them', async () => {
    const { page } = await asking();
    const buttons = ['Pay it back', 'Refuse'].map((name) => page.getByRole('button', { name }).textContent);
    expect(buttons).toEqual(['Pay it backA', 'RefuseR']);
    page.getByRole('button', { name: 'Cancel run' });
    expect(page.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  test('is cancelled by its button at once, and by R after a confirmation', async () => {
    const { page, user, hangar, id } = await asking();
    const status = async () => (await hangar.api.runs.get({ params: { id } })).row.status;
    await user.keyboard('r');
    const question = await page.findByRole('dialog', { name: 'Refuse?' });
    expect(question.textContent).toContain('prompt was cancelled');
    await user.click(within(question).getByRole('button', { name: 'Keep the prompt' }));
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(await status()).toBe('Active');
    await user.keyboard('r');
    await user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Refuse' }));
    await waitFor(async () => expect(await status()).toBe('Failed'));
  });

  test('shows the answer and its user afterwards', async () => {
    const { page, user } = await asking();
    await user.click(page.getByRole('button', { name: 'Pay it back' }));
    await waitFor(() => expect(page.queryByRole('button', { name: 'Pay it back' })).toBeNull());
    await user.click(page.getByRole('tab', { name: 'Prompts 1' }));
    const card = await page.findByRole('region', { name: 'Refund it?' });
    expect(card.textContent).toMatch(/Submitted by You.*Reason.*lost/);
  });

  test('links to a new user from the select of users', async () => {
    const { page, user } = await asking();
    await user.selectOptions(page.getByRole('combobox', { name: 'Answer as' }), 'Add a user…');
    await page.findByRole('heading', { level: 1, name: 'New user' });
    expect(location.pathname).toBe('/team/users/new');
  });
});

test('the notification of a refused answer disappears on the next attempt', async () => {
  const prompt = { do: 'prompt' as const, description: 'May I?', reviewers: { users: ['ada@example.com'] } };
  const { page, user, execute } = await openWindow({
    workspace: {
      users: [{ name: 'Ada', email: 'ada@example.com' }],
      tasks: [{ slug: 'ask', name: 'Ask', behavior: { kind: 'steps', steps: [prompt] } }],
    },
    path: '/prompts',
  });
  await execute('ask');
  await user.click(await page.findByRole('option', { name: /May I\?/ }));
  await user.click(await page.findByRole('button', { name: 'Submit' }));
  await page.findByText(/Only its reviewers may answer/);
  await user.selectOptions(page.getByLabelText('Answer as'), 'Ada');
  await user.click(page.getByRole('button', { name: 'Submit' }));
  await page.findByText(/Submitted by Ada/);
  await waitFor(() => expect(page.queryByText(/Only its reviewers may answer/)).toBeNull());
});
