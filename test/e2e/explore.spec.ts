import { expect, test } from './support/hangar.ts';
import { exploration } from './support/pages.ts';

test.use({ workspace: { tasks: [{ slug: 'refund' }] } });

test('a counterexample is a ladder of its calls, and its faults are applied here', async ({ page, api }) => {
  await exploration(api);
  await page.goto('/explore');
  const ladder = page.getByRole('region', { name: 'Ladder', exact: true });
  await expect(ladder).toContainText('Hangar · 1 call');
  await expect(ladder).toContainText('once refund');
  await page.getByRole('button', { name: 'Apply these faults here' }).click();
  await expect(page.getByText('The faults wait for the next calls.')).toBeVisible();
  expect((await api.emulator.schedule.get()).schedule).toMatchObject([{ kind: 'lose' }]);
});
