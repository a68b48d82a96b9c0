import { openWindow } from './support/window.tsx';
import { expect, test } from 'vitest';

test('a request to a wrong path says what was meant, when and by whom, and quotes no rule of another operation', async () => {
  const { page, user, emulator } = await openWindow({ workspace: {}, path: '/traffic' });
  await page.findByText('No requests yet');
  const { url, apiKey } = emulator();
  await fetch(`${url}/v0/task/execute`, {
    method: 'POST',
    headers: { 'X-Service-API-Key': apiKey, 'User-Agent': 'sdk/js 0.2' },
    body: '{"slug":"greet"}',
  });
  const row = await page.findByRole('option', { name: /POST \/v0\/task\/execute/ });
  expect(row.querySelector('time')?.title).toMatch(/\+00$/);
  await user.click(row);
  const why = await page.findByRole('region', { name: 'Explanation' });
  expect(why.textContent).toContain('Did you mean /v0/tasks/execute?');
  expect(why.textContent).not.toContain('id-field');
  await page.findByText('A body was sent, but not read: the request was refused before.');
});

test('a row says which key called', async () => {
  const { page, execute } = await openWindow({ workspace: { tasks: [{ slug: 'plain' }] }, path: '/traffic' });
  await page.findByText('No requests yet');
  await execute('plain');
  const row = await page.findByRole('option', { name: /POST \/v0\/tasks\/execute/ });
  expect(row.textContent).toMatch(/→ run\w+ · node · local$/);
});
