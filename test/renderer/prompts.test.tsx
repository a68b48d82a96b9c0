import { openWindow } from './support/window.tsx';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

test('the notice of a refused answer goes once one tries again', async () => {
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
