import { expect, test } from 'vitest';
import { openWindow } from '../../renderer/support/window.tsx';

test('the panel of the clock says why an advance stopped before its end', async () => {
  const behavior = {
    kind: 'script' as const,
    source: 'export default () => new Promise(() => setInterval(() => {}, 1000))',
  };
  const workspace = { tasks: [{ slug: 'busy', name: 'Busy', behavior }] };
  const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
  await execute('busy');
  await user.click(await page.findByRole('button', { name: /^Clock/ }));
  await user.click(await page.findByText('+1 min'));
  expect(await page.findByText(/The clock stopped because a script is still at work/)).toBeTruthy();
});
