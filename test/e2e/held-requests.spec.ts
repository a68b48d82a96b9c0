import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, test } from './support/hangar.ts';

test.use({ workspace: { tasks: [{ slug: 'refund' }] } });

test('the next request is held from the page of one like it, and its client waits until Continue', async ({
  page,
  api,
}) => {
  await api.v0.tasks.execute({ body: { slug: 'refund' } });
  await page.goto('/traffic');
  await page.getByRole('option', { name: /tasks\/execute/ }).click();
  await expect(page.getByRole('button', { name: 'Make the next one fail…' })).toBeVisible();
  await page.getByRole('button', { name: 'Hold the next one' }).click();
  await expect(page.getByText('The next one is held, for 60 s at most')).toBeVisible();
  const answer = api.v0.tasks.execute({ body: { slug: 'refund' } });
  const tray = page.getByRole('region', { name: 'Held' });
  const held = tray.getByRole('listbox', { name: 'Held requests' }).getByRole('option');
  await expect(held).toContainText('refund');
  await expect(held).toContainText(/\d+ s/);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: '1 held' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await tray.getByRole('button', { name: 'Continue' }).click();
  expect((await answer).runID).toMatch(/^run/);
  await expect(tray).toHaveCount(0);
});

test('a held request gets an error instead of its answer', { tag: '@variant' }, async ({ page, api }) => {
  await api.emulator.faults.create({ body: { slug: 'stop', kind: 'hold', times: 1, seconds: null } });
  const answer = expect(api.v0.tasks.execute({ body: { slug: 'refund' } })).rejects.toThrow(/status 503/);
  await page.goto('/overview');
  await page.getByRole('contentinfo').getByRole('link', { name: '1 held' }).click();
  const tray = page.getByRole('region', { name: 'Held' });
  await tray.getByRole('button', { name: 'Answer instead' }).click();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: '503 Unavailable' }).click();
  await answer;
  await expect(tray).toHaveCount(0);
});
